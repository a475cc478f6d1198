import { doesNotMatch, equal, match } from "node:assert/strict";
import { createShop, type Shell, withShell } from "./support.ts";

const SHOP = "demo-store.example";
const SMS = [
  ...["channel", "add", "sms", "--merchant", SHOP, "--url", "https://sms.example/send"],
  ...["--body", '{"to":"{phone}","text":"{text}"}'],
];
const LINKS = ["--catalogue", "strict", "--cart-links"];

async function rule(shell: Shell): Promise<string> {
  return (await shell.json("merchant", "show", SHOP)).verify_phone;
}

Deno.test("a new shop with cart links and cash on delivery, and no channel, gets a warning", () =>
  withShell(async (shell) => {
    const made = await shell.run(
      ...["merchant", "create", "--name", "Demo", "--domain", SHOP, "--country", "IN"],
      ...["--currency", "INR", "--cod-fee", "40", ...LINKS],
    );
    equal(made.code, 0, made.err);
    match(made.err, /warning: cash on delivery by cart links needs no verified phone: add an SMS/);
    equal(await rule(shell), "never");
    const added = await shell.run(...SMS);
    match(added.err, /change that with .*merchant update demo-store.example --verify-phone cod/);
    // A channel that comes later changes no rule.
    equal(await rule(shell), "never");
    equal((await shell.run("merchant", "update", SHOP, "--verify-phone", "cod")).err, "");
    equal(await rule(shell), "cod");
  }));

for (
  const [what, first, then] of [
    ["cart links", ["--cod-fee", "40"], LINKS],
    ["cash on delivery", LINKS, ["--cod-fee", "40"]],
  ] as const
) {
  Deno.test(`merchant update that switches on ${what} verifies phones if codes can be delivered`, () =>
    withShell(async (shell) => {
      await createShop(shell);
      await shell.run("merchant", "update", SHOP, ...first);
      await shell.run(...SMS);
      equal(await rule(shell), "never");
      const { code, err } = await shell.run("merchant", "update", SHOP, ...then);
      equal(code, 0, err);
      match(err, /Cash on delivery needs a verified phone from now on/);
      equal(await rule(shell), "cod");
      // It is chosen once: what the shop sets stays.
      const never = await shell.run("merchant", "update", SHOP, "--verify-phone", "never");
      match(never.err, /warning: cash on delivery by cart links needs no verified phone/);
      await shell.run("merchant", "update", SHOP, "--name", "Other");
      equal(await rule(shell), "never");
    }));
}

Deno.test("merchant update that switches cart links on with --verify-phone never keeps never", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    await shell.run(...SMS);
    const options = [...LINKS, "--verify-phone", "never"];
    doesNotMatch((await shell.run("merchant", "update", SHOP, ...options)).err, /from now on/);
    equal(await rule(shell), "never");
  }));

Deno.test("a rule that needs codes is refused where nothing delivers them", () =>
  withShell(async (shell) => {
    const created = await shell.run(
      ...["merchant", "create", "--name", "Demo", "--domain", SHOP, "--country", "IN"],
      ...["--currency", "INR", "--verify-phone", "always"],
    );
    equal(created.code, 1);
    match(
      created.err,
      /verify_phone needs one-time codes, and nothing delivers them, got "always"/,
    );
    match(created.err, /create the shop without it/);
    await createShop(shell);
    const refused = await shell.run("merchant", "update", SHOP, "--verify-phone", "cod");
    equal(refused.code, 1);
    match(refused.err, /got "cod": add an SMS channel/);
    equal(await rule(shell), "never");
    await shell.run(
      "channel",
      "add",
      "email",
      "--merchant",
      SHOP,
      "--url",
      "smtps://a:b@c.example",
      "--from",
      "a@c.example",
    );
    equal((await shell.run("merchant", "update", SHOP, "--verify-phone", "cod")).code, 1);
    const hook = ["webhook", "add", "https://demo-store.example/hooks", "--merchant", SHOP];
    await shell.run(...hook, "--event", "session.completed");
    equal((await shell.run("merchant", "update", SHOP, "--verify-phone", "cod")).code, 1);
    await shell.run(...hook, "--event", "otp.requested");
    equal((await shell.run("merchant", "update", SHOP, "--verify-phone", "cod")).code, 0);
  }));

Deno.test("the last channel may be removed while orders need codes, with a warning", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await shell.run(...SMS);
    await shell.run("merchant", "update", SHOP, "--verify-phone", "always");
    const gone = await shell.run("channel", "remove", "sms", "--merchant", SHOP, "--yes");
    equal(gone.code, 0);
    match(gone.err, /warning: orders need a verified phone, and nothing delivers codes now/);
    // Another change keeps the rule and is not refused.
    equal((await shell.run("merchant", "update", SHOP, "--name", "Other")).code, 0);
    equal(await rule(shell), "always");
  }));
