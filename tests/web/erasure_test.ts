import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { OPERATOR } from "../support/operator.ts";
import { check, look } from "../store/maintenance/support.ts";
import { withPath } from "../store/support.ts";
import { Checkout } from "./api/checkout.ts";
import { ADDRESS, KNOWN_PHONE, withShop } from "./api/shop.ts";
import { checkouts, elsewhere, FREE, OTHER_PHONE, PERSON } from "./erasing.ts";

/** Every value of every row, by table. */
function everything(path: string): Map<string, string> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return new Map(tables.map(({ name }) => {
      const read = db.prepare(`SELECT * FROM ${name}`);
      read.setReadBigInts(true);
      return [
        String(name),
        JSON.stringify(read.all(), (_, value) => typeof value === "bigint" ? `${value}` : value),
      ];
    }));
  } finally {
    db.close();
  }
}

Deno.test("erase() removes a person from every table, and a server shows nothing of them", () =>
  withPath((db) =>
    withShop(async (world) => {
      const { services, store, merchant, clock } = world;
      const made = await checkouts(world);
      await services.customers.correct(merchant.id, KNOWN_PHONE, {
        coins: 5,
        reason: "call Asha Rao",
        by: OPERATOR,
      });
      const account = await services.customers.show(merchant.id, KNOWN_PHONE);
      const payable = await Promise.all(
        made.map(async (one) => (await one.stored()).priced.totals),
      );
      const counts = await store.sessions.counts(null);
      const uncovered = [...everything(db)].filter(([, text]) => PERSON.test(text));
      assert.deepEqual(uncovered.map(([name]) => name).sort(), [
        "coin_movements",
        "customers",
        "events",
        "otp_sends",
        "sessions",
      ], "what is looked at below is there before");

      // Bodies of recorded answers are compressed, and not to be told by their bytes.
      const answers = () => look(db, "SELECT count(*) AS n FROM idempotency_records")?.["n"];
      assert.equal(answers(), 4);

      const report = await elsewhere(
        db,
        ({ erasure }) => erasure.erase(KNOWN_PHONE, null, OPERATOR),
      );
      assert.deepEqual(report, { customers: 1, sessions: 5 });
      clock.advance(50);

      assert.equal(answers(), 0);
      for (const [name, text] of everything(db)) assert.doesNotMatch(text, PERSON, name);
      for (const [i, checkout] of made.entries()) {
        const { status, text, json } = await world.send("GET", checkout.path);
        assert.equal(status, 200);
        assert.doesNotMatch(text, PERSON);
        const { customer, address, note, buyer } = json.data;
        assert.deepEqual([customer, address, note], [null, null, null]);
        assert.deepEqual(buyer, { name: null, email: null });
        assert.equal(json.data.reference, "cart-4711");
        assert.deepEqual((await checkout.stored()).priced.totals, payable[i]);
      }
      assert.deepEqual(await store.sessions.counts(null), counts);
      const after = await store.customers.find(account.customer.id);
      assert.deepEqual(after?.balances, account.balances);
      const movements = await store.customers.movements(account.customer.id);
      assert.deepEqual(
        movements.map(({ coins, from, to }) => [coins, from, to]),
        account.movements.map(({ coins, from, to }) => [coins, from, to]),
      );
      assert.equal(await store.customers.byPhone(merchant.id, KNOWN_PHONE), null);
      assert.deepEqual((await check(db)).findings, []);
    }, { db })
  ));

Deno.test("after erase() a pending payment still completes, and coins are settled", () =>
  withPath((db) =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world, FREE);
      await checkout.verify();
      await checkout.step("PUT /address", ADDRESS);
      await checkout.step("PUT /coins", { coins: 100 });
      const { payment } = await checkout.step("POST /payment");
      const { customer } = await checkout.stored();
      await elsewhere(db, ({ erasure }) => erasure.erase(KNOWN_PHONE, null, OPERATOR));
      world.clock.advance(50);
      const { status, text, json } = await checkout.send(
        `POST /payment/${payment.payment_id}/result`,
        { status: "PAID", amount: payment.amount, reference: "pay_1" },
      );
      assert.equal(status, 200, text);
      assert.deepEqual([json.data.session_state, json.data.customer], ["COMPLETED", null]);
      const stored = await world.store.customers.find(customer!.id);
      assert.deepEqual([stored?.balances.PROCESSING, stored?.balances.USED], [0, 100]);
      assert.deepEqual((await check(db)).findings, []);
    }, { db })
  ));

Deno.test("after erase() the phone is a new customer's, in the session that was open too", () =>
  withShop(async (world) => {
    const { services, clock } = world;
    const checkout = await Checkout.open(world, FREE);
    await checkout.verify();
    await services.erasure.erase(KNOWN_PHONE, null, OPERATOR);
    await checkout.refused("PUT /coins", { coins: 1 }, "error.customer-required");
    clock.advance(60_000);
    const { customer, coin } = await checkout.verify();
    assert.equal(customer.phone, KNOWN_PHONE);
    assert.equal(coin.coin_available, 0);
  }));

Deno.test("erase() leaves others alone, and of their sessions takes what holds the number", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world, { note: "For my father" });
    await checkout.verify(OTHER_PHONE);
    await checkout.step("PUT /address", ADDRESS);
    const buyer = { name: "Asha's father", email: "father@example.com" };
    await checkout.step("PUT /buyer", buyer);
    const apart = await Checkout.open(world, { note: "Nobody's" });
    assert.deepEqual(await world.services.erasure.erase(KNOWN_PHONE, null, OPERATOR), {
      customers: 1,
      sessions: 1,
    });
    const { json } = await world.send("GET", checkout.path);
    assert.deepEqual([json.data.customer.phone, json.data.address, json.data.note], [
      OTHER_PHONE,
      null,
      "For my father",
    ]);
    assert.deepEqual(json.data.buyer, buyer);
    assert.equal((await apart.stored()).note, "Nobody's");
  }));

Deno.test("erase() finds a session that a code was once sent for, and a number in a note", () =>
  withShop(async (world) => {
    const asked = await Checkout.open(world);
    await asked.step("POST /otp", { phone: KNOWN_PHONE });
    world.clock.advance(60_000);
    await asked.verify(OTHER_PHONE);
    const noted = await Checkout.open(world, { note: `Call ${KNOWN_PHONE}` });
    assert.equal((await world.services.erasure.erase(KNOWN_PHONE, null, OPERATOR)).sessions, 2);
    for (const { id } of [asked, noted]) {
      assert.doesNotMatch(JSON.stringify(await world.store.sessions.events(id)), PERSON);
    }
    assert.equal((await noted.stored()).note, null);
    await assert.rejects(world.services.erasure.erase(KNOWN_PHONE, null, OPERATOR), {
      code: "error.customer-not-found",
      message: `Nothing is stored for this phone: ${KNOWN_PHONE}`,
    });
  }));
