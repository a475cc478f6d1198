import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];
const ADD = ["webhook", "add", ...SHOP];

Deno.test("webhook add prints the secret once and says so; no other command shows it", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { code, out, err } = await shell.run(...ADD, "https://shop.example/hooks");
    assert.deepEqual([code, err], [
      0,
      "The database has the secret as plain text: there is no key yet\n",
    ]);
    const secret = /^Secret +(whsec_[0-9A-Za-z+/=]{44})$/m.exec(out)?.[1] ?? "";
    assert.notEqual(secret, "");
    assert.match(out, /^Events +all$/m);
    assert.match(out, /shown only once\. It is also\nstored/);

    const [listed] = await shell.json("webhook", "list", ...SHOP);
    const later = [
      await shell.run("webhook", "list", ...SHOP),
      await shell.run("webhook", "list", ...SHOP, "--json"),
      await shell.run("webhook", "test", listed.id, "--json"),
      await shell.run("webhook", "deliveries", listed.id, "--json"),
      await shell.run("webhook", "remove", listed.id, "--yes", "--json"),
    ];
    for (const ran of later) {
      assert.equal(ran.code, 0, ran.err);
      assert.ok(!ran.out.includes(secret.slice("whsec_".length)));
    }
  }));

Deno.test("webhook add --json is one value with id and secret; listing leaves the secret out", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell);
    const added = await shell.json(
      ...[...ADD, "https://shop.example/hooks"],
      ...["--event", "payment.paid", "--event", "Session.Completed"],
    );
    const { id, secret, ...rest } = added;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(secret, /^whsec_/);
    assert.deepEqual(rest, {
      merchant_id: merchantId,
      url: "https://shop.example/hooks",
      events: ["session.completed", "payment.paid"],
      include: [],
      lanes: 4,
      batch: false,
      insecure: false,
      livemode: true,
      disabled_at: null,
      previous_secret_ends_at: null,
      created_at: "2026-01-02T03:04:05.000Z",
    });
    assert.deepEqual(await shell.json("webhook", "list", ...SHOP), [{ id, ...rest }]);
    assert.deepEqual(shell.posts, [], "nothing is sent by adding");
  }));

Deno.test("webhook add --test receives the events of tests, and lists say so", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { out } = await shell.run(...ADD, "https://shop.example/hooks", "--test");
    assert.match(out, /^Events +all, of tests$/m);
    const [listed] = await shell.json("webhook", "list", ...SHOP);
    assert.equal(listed.livemode, false);
    assert.match((await shell.run("webhook", "list", ...SHOP)).out, / all, of tests +/);
  }));

Deno.test("webhook add --include names personal data that the endpoint is sent", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const include = ["--include", "buyer.email", "--include", "Buyer.Email"];
    const { out } = await shell.run(...ADD, "https://shop.example/hooks", ...include);
    assert.match(out, /^Events +all, with buyer\.email$/m);
    const [listed] = await shell.json("webhook", "list", ...SHOP);
    assert.deepEqual(listed.include, ["buyer.email"]);
    const refused = await shell.run(...ADD, "https://shop.example/hooks", "--include", "phone");
    assert.equal(refused.code, 2);
    assert.match(refused.err, /It must be one of buyer\.email/);
  }));

Deno.test("webhook add takes 4 lanes, or a number; webhook update changes it", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const added = await shell.json(...ADD, "https://shop.example/hooks");
    assert.equal(added.lanes, 4);
    const one = await shell.json(...ADD, "https://one.example/hooks", "--lanes", "1");
    assert.equal(one.lanes, 1);
    const { out } = await shell.run("webhook", "update", one.id, "--lanes", "8");
    assert.equal(out, `Endpoint https://one.example/hooks has 8 lanes: ${one.id}\n`);
    assert.equal((await shell.json("webhook", "update", added.id, "--lanes", "1")).lanes, 1);
    const listed = await shell.json("webhook", "list", ...SHOP);
    assert.deepEqual(listed.map(({ lanes }: { lanes: number }) => lanes), [1, 8]);
    for (const lanes of ["0", "9", "1.5", "x"]) {
      const refused = await shell.run("webhook", "update", one.id, "--lanes", lanes);
      assert.equal(refused.code, 2, lanes);
      assert.match(refused.err, /--lanes/);
    }
    const batched = await shell.run("webhook", "update", one.id, "--batch");
    assert.equal(
      batched.out,
      `Endpoint https://one.example/hooks has 8 lanes, and up to 100 events in a message: ${one.id}\n`,
    );
    const single = await shell.json("webhook", "update", one.id, "--no-batch");
    assert.deepEqual([single.lanes, single.batch], [8, false]);
    const nothing = await shell.run("webhook", "update", one.id);
    assert.equal(nothing.code, 2);
    assert.match(nothing.err, /--lanes, --batch or --no-batch/);
    const made = await shell.json(...ADD, "https://two.example/hooks", "--batch");
    assert.equal(made.batch, true);
    const unknown = await shell.run("webhook", "update", one.id.replace(/.$/, "z"), "--lanes", "2");
    assert.match(unknown.err, /\(error\.webhook-not-found\)\n$/);
  }));

Deno.test("webhook list shows what each endpoint takes and whether it is used", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const empty = await shell.run("webhook", "list", ...SHOP);
    assert.equal(empty.out, "No webhook endpoints yet\n");
    await shell.json(...ADD, "https://a.example/", "--event", "otp.requested");
    const gone = await shell.json(...ADD, "https://b.example/");
    await shell.json(...ADD, "http://127.0.0.1:9/", "--allow-insecure-webhooks");
    const endpoint = await shell.store.webhooks.find(gone.id);
    assert.ok(endpoint);
    const disabledAt = shell.clock.now();
    await shell.store.commit([{ kind: "webhook.put", endpoint: { ...endpoint, disabledAt } }]);

    const { out } = await shell.run("webhook", "list", ...SHOP);
    assert.match(out, / https:\/\/a\.example\/ +active +otp\.requested /);
    assert.match(out, / https:\/\/b\.example\/ +disabled +all /);
    assert.match(out, / http:\/\/127\.0\.0\.1:9\/ +insecure +all /);
    const listed = await shell.json("webhook", "list", ...SHOP);
    assert.deepEqual(
      listed.map((one: Record<string, unknown>) => [one["insecure"], one["disabled_at"]]),
      [[false, null], [false, new Date(disabledAt).toISOString()], [true, null]],
    );
  }));

Deno.test("webhook add takes a private address with the option alone, and says what it needs", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const refused = await shell.run(...ADD, "http://127.0.0.1:9/hooks");
    assert.equal(refused.code, 2);
    assert.deepEqual(await shell.json("webhook", "list", ...SHOP), []);
    const added = await shell.run(
      ...[...ADD, "http://127.0.0.1:9/hooks", "--allow-insecure-webhooks", "--json"],
    );
    assert.equal(added.code, 0, added.err);
    assert.equal(JSON.parse(added.out).insecure, true);
    assert.equal(
      added.err,
      "The database has the secret as plain text: there is no key yet\n" +
        "Only a server started with --allow-insecure-webhooks sends to this endpoint\n",
    );
  }));

Deno.test("webhook remove asks on a terminal, needs --yes elsewhere, and knows its endpoints", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await shell.json(...ADD, "https://shop.example/hooks");
    const refused = await shell.run("webhook", "remove", id);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /^error: Cannot ask for confirmation without a terminal; add --yes/);

    shell.isTerminal = true;
    shell.answer = false;
    assert.equal((await shell.run("webhook", "remove", id)).code, 1);
    assert.match(shell.asked[0] ?? "", new RegExp(`^Remove endpoint ${id}\\?`));
    assert.equal((await shell.json("webhook", "list", ...SHOP)).length, 1);

    const { out } = await shell.run("webhook", "remove", id, "--yes");
    assert.equal(out, `Removed endpoint https://shop.example/hooks: ${id}\n`);
    assert.deepEqual(await shell.json("webhook", "list", ...SHOP), []);
    const again = await shell.run("webhook", "remove", id, "--yes");
    assert.equal(again.code, 1);
    assert.match(again.err, /\(error\.webhook-not-found\)\n$/);
  }));

const ADD_HOOK = [
  "webhook",
  "add",
  "https://shop.example/hooks",
  "--merchant",
  "demo-store.example",
];

Deno.test("webhook disable and enable switch an endpoint, and say nothing of its secret", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id, secret } = await shell.json(...ADD_HOOK);
    const disabledAt = new Date(shell.clock.now()).toISOString();
    const disabled = await shell.json("webhook", "disable", id);
    assert.deepEqual([disabled.id, disabled.disabled_at], [id, disabledAt]);
    const list = await shell.run("webhook", "list", "--merchant", "demo-store.example");
    assert.match(list.out, / disabled +all /);

    const enabled = await shell.run("webhook", "enable", id);
    assert.equal(enabled.out, `Endpoint https://shop.example/hooks is enabled: ${id}\n`);
    const [listed] = await shell.json("webhook", "list", "--merchant", "demo-store.example");
    assert.equal(listed.disabled_at, null);
    const endpoint = await shell.store.webhooks.find(id);
    assert.ok(endpoint?.kind === "webhook");
    assert.equal(endpoint.secret.stored, secret, "receivers go on with the secret they have");
    assert.ok(!JSON.stringify([disabled, listed]).includes(secret));
  }));

Deno.test("webhook disable keeps the moment of the first time; twice is no failure", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await shell.json(...ADD_HOOK);
    const first = await shell.json("webhook", "disable", id);
    shell.clock.advance(60_000);
    assert.deepEqual(await shell.json("webhook", "disable", id), first);
    await shell.json("webhook", "enable", id);
    assert.equal((await shell.json("webhook", "enable", id)).disabled_at, null);
  }));

Deno.test("webhook enable and disable return once running servers know of it", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await shell.json(...ADD_HOOK);
    for (const verb of ["disable", "enable"]) {
      const before = shell.clock.waited.length;
      await shell.json("webhook", verb, id);
      assert.equal(shell.clock.waited.length, before + 1, verb);
    }
  }));

for (const verb of ["enable", "disable"]) {
  Deno.test(`webhook ${verb} of an unknown endpoint fails with its code`, () =>
    withShell(async (shell) => {
      const { code, err } = await shell.run("webhook", verb, "x\u001b[2J");
      assert.equal(code, 1);
      assert.equal(err, "error: No such endpoint: x?[2J (error.webhook-not-found)\n");
    }));
}
