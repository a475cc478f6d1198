import assert from "node:assert/strict";
import { SETTLE_MS } from "../../src/service/cache/freshness.ts";
import { Buyer, PHONE, seedCustomer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];
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
