/** Options that `dashboard` gives its process, and e-mail addresses of people. */
import assert from "node:assert/strict";
import { putEmail } from "../store/contract/emails.ts";
import { createShop, withShell } from "./support.ts";

const FROM = ["--mail-from", "desk@host.example"];

Deno.test("dashboard takes a mail server by flags, or with its password by a variable", () =>
  withShell(async (shell) => {
    const served = async (...flags: string[]) => {
      assert.equal((await shell.run("dashboard", ...flags)).code, 0);
      return shell.served.at(-1)?.mail;
    };
    const mail = {
      url: "smtp://relay.lan:25",
      from: { name: "checkoutd", address: "desk@host.example" },
      allowInsecure: true,
    };
    assert.deepEqual(await served("--mail", "smtp://relay.lan:25", ...FROM), mail);
    shell.env["CHECKOUT_MAIL"] = "smtps://desk:s3cret@host.example";
    const url = "smtps://desk:s3cret@host.example:465";
    assert.deepEqual(await served(...FROM), { ...mail, url });
    const refused = [
      [["--mail", shell.env["CHECKOUT_MAIL"], ...FROM], /--mail must have no password/],
      [[], /--mail needs --mail-from/],
    ] as const;
    for (const [flags, message] of refused) {
      const { code, err } = await shell.run("dashboard", ...flags);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.doesNotMatch(err, /s3cret/);
    }
  }));

Deno.test("dashboard user list shows verified e-mail addresses in full", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id, email } = await shell.json("dashboard", "user", "add", "anna", "--role", "owner");
    assert.equal(email, null);
    await shell.store.commit([putEmail("anna@hill.example", id)]);
    assert.match((await shell.run("dashboard", "user", "list")).out, /anna@hill\.example/);
    assert.equal((await shell.json("dashboard", "user", "list"))[0].email, "anna@hill.example");
  }));

Deno.test("dashboard hands over the times of the server's variables, as doctor reads them", () =>
  withShell(async (shell) => {
    Object.assign(shell.env, { CHECKOUT_RETENTION: "30d", CHECKOUT_ORDER_RETENTION: "never" });
    shell.env["CHECKOUT_PAYMENT_TTL"] = "1h";
    await shell.run("dashboard");
    const times = { sessions: 30, orders: Infinity, paymentTtlMs: 3_600_000 };
    assert.deepEqual(shell.served[0]?.times, times);
    shell.env["CHECKOUT_RETENTION"] = "soon";
    assert.match((await shell.run("dashboard")).err, /CHECKOUT_RETENTION is invalid: soon/);
  }));

Deno.test("dashboard hands over the address of the checkout pages, as the server has it", () =>
  withShell(async (shell) => {
    shell.env["CHECKOUT_CHECKOUT_URL"] = "https://pay.example/shop/";
    assert.equal((await shell.run("dashboard")).code, 0);
    assert.equal(shell.served[0]?.checkoutUrl, "https://pay.example/shop");
    shell.env["CHECKOUT_CHECKOUT_URL"] = "pay.example";
    assert.match(
      (await shell.run("dashboard")).err,
      /CHECKOUT_CHECKOUT_URL is invalid: pay\.example/,
    );
  }));
