import assert from "node:assert/strict";
import { SETTLE_MS } from "../../src/service/cache/freshness.ts";
import { Buyer, PHONE, seedCustomer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("customer list shows customers by phone with their coins", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell);
    const empty = await shell.run("customer", "list", ...SHOP);
    assert.equal(empty.out, "No customers yet\n");
    await seedCustomer(shell, 20, "+919876543211");
    await seedCustomer(shell, 500);
    const [first, second, ...rest] = await shell.json("customer", "list", ...SHOP);
    assert.deepEqual(rest, []);
    assert.equal(second.phone, "+919876543211");
    assert.match(first.id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(first, {
      id: first.id,
      merchant_id: merchantId,
      phone: PHONE,
      coins: { available: 500, processing: 0, used: 0, debt: 0, issued: 500 },
      created_at: "2026-01-02T03:04:05.000Z",
    });
    const { out } = await shell.run("customer", "list", ...SHOP);
    assert.match(out, /^\+919876543210 +500 +0 +0 +0 +2026-01-02 03:04Z/m);
  }));

Deno.test("customer show has the balances and the whole ledger of a checkout with coins", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await seedCustomer(shell, 500);
    const sessionId = await openSession(shell);
    const buyer = new Buyer(shell, sessionId);
    await buyer.verify();
    await buyer.redeem(200);
    await buyer.startPayment();
    const { coins } = await shell.json("customer", "show", PHONE, ...SHOP);
    assert.deepEqual(coins, { available: 300, processing: 200, used: 0, debt: 0, issued: 500 });

    await buyer.settle("PAID");
    const paid = await shell.json("customer", "show", PHONE, ...SHOP);
    assert.deepEqual(paid.coins, {
      available: 300,
      processing: 0,
      used: 200,
      debt: 0,
      issued: 500,
    });
    const moves = paid.ledger.map((entry: Record<string, unknown>) => [
      ...["coins", "from", "to", "session_id"].map((name) => entry[name]),
    ]);
    assert.deepEqual(moves, [
      [500, "ISSUED", "AVAILABLE", null],
      [200, "AVAILABLE", "PROCESSING", sessionId],
      [200, "PROCESSING", "USED", sessionId],
    ]);
    const { out } = await shell.run("customer", "show", PHONE, ...SHOP);
    assert.match(
      out,
      /^Coins available +300\nCoins processing +0\nCoins used +200\nCoin debt +0\n/m,
    );
    assert.match(out, new RegExp(` 200 +PROCESSING +USED +use:.* ${sessionId}\n`));
  }));

for (const phone of ["+919876543210", "09876543210", "98765 43210", "+91 98765-43210"]) {
  Deno.test(`customer show finds an Indian customer by ${phone}`, () =>
    withShell(async (shell) => {
      await createShop(shell);
      await seedCustomer(shell, 1);
      assert.equal((await shell.json("customer", "show", phone, ...SHOP)).phone, PHONE);
    }));
}

Deno.test("customer show refuses a text that is not a phone number, and an unknown number", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const bad = await shell.run("customer", "show", "12", ...SHOP);
    assert.equal(bad.code, 2);
    assert.match(bad.err, /^error: The phone must be a valid phone number, got "12" \(error/);
    const unknown = await shell.run("customer", "show", PHONE, ...SHOP);
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /^error: No such customer: \+919876543210 \(error\.customer-not-f/);
  }));

Deno.test("customer coins gives and takes by entries that keep their reasons", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await seedCustomer(shell, 20);
    const give = ["customer", "coins", "9876543210", "+100", ...SHOP, "--reason", " late parcel "];
    assert.equal(
      (await shell.run(...give)).out,
      "Gave 100 coins to +919876543210, 120 coins available now\n",
    );
    shell.clock.advance(60_000);
    const take = ["customer", "coins", PHONE, "-119", ...SHOP, "--reason", "given twice"];
    const { coins, ledger } = await shell.json(...take);
    assert.deepEqual(coins, { available: 1, processing: 0, used: 0, debt: 0, issued: 1 });
    const { id, ...entry } = ledger[2];
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(entry, {
      coins: 119,
      from: "AVAILABLE",
      to: "ISSUED",
      reason: "given twice",
      session_id: null,
      at: "2026-01-02T03:05:05.000Z",
    });
    assert.deepEqual([ledger[1].from, ledger[1].to], ["ISSUED", "AVAILABLE"]);
    assert.equal(ledger[1].reason, "late parcel");
    assert.deepEqual(shell.asked, []);
  }));

Deno.test("customer coins takes the same number for the same reason as often as it is told", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await seedCustomer(shell, 20);
    const take = ["customer", "coins", PHONE, "-5", ...SHOP, "--reason", "again"];
    await shell.json(...take);
    assert.equal((await shell.json(...take)).coins.available, 10);
  }));

Deno.test("customer coins does not take more than the available coins", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await seedCustomer(shell, 500);
    const buyer = new Buyer(shell, await openSession(shell));
    await buyer.verify();
    await buyer.redeem(200);
    await buyer.startPayment();
    const take = ["customer", "coins", PHONE, "-301", ...SHOP, "--reason", "too much"];
    const { code, out, err } = await shell.run(...take);
    assert.deepEqual([code, out], [1, ""]);
    assert.match(
      err,
      /^error: Only 300 coins can be taken, got 301 \(error\.coins-not-available\)/,
    );
    const { coins, ledger } = await shell.json("customer", "show", PHONE, ...SHOP);
    assert.deepEqual(coins, { available: 300, processing: 200, used: 0, debt: 0, issued: 500 });
    assert.equal(ledger.length, 2);
  }));

Deno.test("customer coins refuses a reason of more than 200 characters", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await seedCustomer(shell, 20);
    const give = async (reason: string) =>
      await shell.run("customer", "coins", PHONE, "+1", ...SHOP, "--reason", reason);
    assert.equal((await give("r".repeat(200))).code, 0);
    const { code, err } = await give("r".repeat(201));
    assert.equal(code, 2);
    assert.match(err, /^error: --reason must have 1 to 200 characters, got "r/);
    assert.equal((await shell.json("customer", "show", PHONE, ...SHOP)).coins.available, 21);
  }));

Deno.test("customer show lets no control characters of a reason reach the terminal", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await seedCustomer(shell, 1);
    const reason = "why\u001b[2J\nforged";
    await shell.json("customer", "coins", PHONE, "+1", ...SHOP, "--reason", reason);
    const { out } = await shell.run("customer", "show", PHONE, ...SHOP);
    assert.match(out, /why\?\[2J\?forged/);
  }));
const ERASE = ["customer", "erase", "--phone", PHONE];

/** A shop with a customer who has coins and a session with an address. */
async function withCustomer(
  test: (shell: Shell, sessionId: string) => Promise<void>,
): Promise<void> {
  await withShell(async (shell) => {
    await createShop(shell);
    await seedCustomer(shell, 500);
    const sessionId = await openSession(shell);
    const buyer = new Buyer(shell, sessionId);
    await buyer.verify();
    await buyer.address();
    await test(shell, sessionId);
  });
}

Deno.test("customer erase takes a person out of lists, receipts and ledgers", () =>
  withCustomer(async (shell, sessionId) => {
    shell.clock.waited.length = 0;
    const report = await shell.json(...ERASE, "--yes");
    assert.deepEqual(report, { phone: PHONE, customers: 1, sessions: 1 });
    assert.ok(shell.clock.waited.includes(SETTLE_MS), "until servers have noticed");
    const [customer] = await shell.json("customer", "list", ...SHOP);
    assert.deepEqual([customer.phone, customer.coins.available], [null, 500]);
    assert.match((await shell.run("customer", "list", ...SHOP)).out, /^\(erased\) +500/m);
    const shown = await shell.run("session", "show", sessionId);
    assert.match(shown.out, /^Customer +erased$/m);
    const session = await shell.json("session", "show", sessionId);
    assert.deepEqual([session.customer, session.address], [null, null]);
    const outputs = await Promise.all([
      shell.run("session", "show", sessionId, "--json"),
      shell.run("session", "list"),
      shell.run("session", "list", "--json"),
    ]);
    for (const { out } of [shown, ...outputs]) assert.doesNotMatch(out, /98765|Asha|Residency/);
    const again = await shell.run(...ERASE, "--yes");
    assert.equal(again.code, 1);
    assert.equal(
      again.err,
      "error: Nothing is stored for this phone: +919876543210 (error.customer-not-found)\n",
    );
  }));

Deno.test("customer erase of another shop finds nothing", () =>
  withCustomer(async (shell) => {
    await shell.json(
      ...["merchant", "create", "--name", "Other", "--domain", "other.example"],
      ...["--country", "IN", "--currency", "INR"],
    );
    const other = await shell.run(...ERASE, "--merchant", "other.example", "--yes");
    assert.equal(other.code, 1);
    const done = await shell.run(
      ...["customer", "erase", "--phone", "98765 43210", ...SHOP, "--yes"],
    );
    assert.equal(done.out, `Erased ${PHONE}: 1 customer, 1 session\n`);
  }));

Deno.test("customer erase asks on a terminal and needs --yes elsewhere; a no changes nothing", () =>
  withCustomer(async (shell) => {
    const refused = await shell.run(...ERASE);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /--yes/);
    shell.isTerminal = true;
    shell.answer = false;
    assert.equal((await shell.run(...ERASE)).code, 1);
    assert.match(shell.asked.at(-1) ?? "", /^Erase \+919876543210 from all shops\? /);
    assert.equal((await shell.json("customer", "list", ...SHOP))[0].phone, PHONE);
    shell.answer = true;
    assert.equal((await shell.run(...ERASE)).code, 0);
  }));
