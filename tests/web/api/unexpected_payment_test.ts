import assert from "node:assert/strict";
import { callerOf } from "../../../src/domain/caller.ts";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import { uuid } from "../../support/builders.ts";
import type { World } from "../../support/app.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, aForeignKey, HOUR_MS, withShop } from "./shop.ts";
import { OPERATOR } from "../../support/operator.ts";

async function pending(
  world: World,
): Promise<{ checkout: Checkout; call: string; amount: number }> {
  const checkout = await Checkout.open(world);
  await checkout.step("PUT /address", ADDRESS);
  const { payment } = await checkout.step("POST /payment");
  return { checkout, call: `POST /payment/${payment.payment_id}/result`, amount: payment.amount };
}

async function records({ store }: World) {
  return await store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: false }, { limit: 100 });
}

Deno.test("the same unexpected result at once is one record with one event", () =>
  withShop(async (world) => {
    const { checkout, call, amount } = await pending(world);
    const data = { status: "PAID", amount: amount + 1, reference: "pay_1" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout.send(call, data)));
    assert.ok(answers.every(({ status }) => status === 409));
    assert.equal((await records(world)).length, 1);
    const events = (await checkout.events()).filter((type) => type === "payment.unexpected");
    assert.equal(events.length, 1);
  }));

Deno.test("amounts written differently are the same result, and other results are others", () =>
  withShop(async (world) => {
    const { checkout, call } = await pending(world);
    const send = (data: Record<string, unknown>) =>
      checkout.send(call, { status: "PAID", reference: "pay_1", ...data });
    for (const amount of [7, "7", "7.0", 7.00, "7.00"]) await send({ amount });
    await send({ amount: 7, currency: "inr" });
    assert.deepEqual((await records(world)).map(({ amount }) => amount), ["7.00"]);
    await send({ amount: 7, currency: "USD" });
    await send({ amount: 7, reference: "pay_2" });
    await send({});
    assert.deepEqual(
      (await records(world)).map(({ amount, currencyCode, reference }) => [
        amount,
        currencyCode,
        reference,
      ]).reverse(),
      [
        ["7.00", "INR", "pay_1"],
        ["7.00", "USD", "pay_1"],
        ["7.00", "INR", "pay_2"],
        [null, "INR", "pay_1"],
      ],
    );
  }));

Deno.test("a result in an unknown currency is recorded as sent", () =>
  withShop(async (world) => {
    const { checkout, call } = await pending(world);
    const data = { status: "PAID", amount: "7.125", currency: "points", reference: "pay_1" };
    assert.equal(
      await checkout.refused(call, data, "error.payment-mismatch"),
      "The amount must be 758.00 INR, got 7.125 POINTS",
    );
    const [record] = await records(world);
    assert.deepEqual([record?.amount, record?.currencyCode], ["7.125", "POINTS"]);
    await checkout.refused(call, { ...data, amount: "much" }, "error.invalid-request");
    await checkout.refused(call, { ...data, currency: "x".repeat(17) }, "error.invalid-request");
    assert.equal((await records(world)).length, 1, "what is malformed is no result");
  }));

Deno.test("results of payments that the shop never had are one row; a replaced one stands alone", () =>
  withShop(async (world) => {
    const { checkout, call, amount } = await pending(world);
    const old = (await checkout.stored()).payment!.id;
    await checkout.step(`POST /payment/${old}/cancel`);
    await checkout.step("POST /payment");
    assert.ok(call.includes(old));
    const result = { status: "PAID", amount };
    await checkout.send(call, { ...result, reference: "replaced" });
    const guess = (n: number) =>
      checkout.send(`POST /payment/${uuid(n)}/result`, { ...result, reference: `guess ${n}` });
    await guess(1);
    await world.send("POST", `/session/${uuid(9)}/payment/${uuid(2)}/result`, {
      body: { data: { ...result, reference: "guess 2" } },
    });
    const grouped = { ...NO_UNEXPECTED_FILTER, open: true, grouped: true };
    const rows = async () =>
      (await world.store.payments.unexpected(grouped, { limit: 9 })).map(({ reference, count }) => [
        reference,
        count,
      ]);
    assert.deepEqual(
      new Map(await rows() as [string, number][]),
      new Map([
        ["replaced", 1],
        ["guess 1", 2],
      ]),
    );
    const [first] = await world.store.payments.unexpected(grouped, { limit: 9 });
    assert.equal(first?.keyId, world.key.id);
    // Never refused: beyond a thousand a day the log and an event say so, once.
    const one = (await records(world)).find(({ reference }) => reference === "guess 1")!;
    await world.store.commit(Array.from({ length: 998 }, (_, n) => ({
      kind: "unexpected.add",
      isUnknown: true,
      unexpected: { ...one, id: uuid(20_000 + n), reference: `more ${n}` },
    })));
    const warned = () =>
      world.told.filter(({ message }) => /more than 1000 results/.test(String(message)));
    const told = async () =>
      (await world.store.webhooks.eventsAfter(0, 999)).map(({ event }) => event)
        .filter(({ type }) => type === "payment.many-unknown");
    assert.deepEqual([warned(), await told()], [[], []]);
    await Promise.all(Array.from({ length: 30 }, (_, n) => guess(3 + n)));
    await guess(33);
    assert.equal(warned().length, 1);
    assert.deepEqual(new Map(await rows() as [string, number][]).get("guess 1"), 1031);
    const [event, ...more] = await told();
    const { key, merchant } = world;
    const day = new Date(world.clock.now()).toISOString().slice(0, 10);
    const live = { merchant_id: merchant.id, livemode: true };
    assert.deepEqual([event?.sessionId, event?.data, more], [
      null,
      { ...live, key_id: key.id, day, more_than: 1000 },
      [],
    ]);
  }));

Deno.test("FAILED is never recorded, and neither is a PAID that cannot be read", () =>
  withShop(async (world) => {
    const { checkout, call, amount } = await pending(world);
    const failed = { status: "FAILED", amount: amount + 1, reference: "pay_1" };
    await checkout.refused(call, failed, "error.payment-mismatch");
    const unread = { status: "PAID", amount: "748.001", reference: "pay_1" };
    await checkout.refused(call, unread, "error.invalid-request");
    assert.deepEqual(await records(world), []);
  }));

Deno.test("a PAID for a session that is not to be found is recorded, without an event", () =>
  withShop(async (world) => {
    const { checkout, call, amount } = await pending(world);
    const secret = await aForeignKey(world);
    const [, path = ""] = call.split(" ");
    const data = { status: "PAID", amount, reference: "pay_1" };
    const ids = [uuid(999_999), checkout.id, "no-uuid"];
    for (const id of ids) {
      const answer = await world.send("POST", `/session/${id}${path}`, { body: { data }, secret });
      assert.deepEqual([answer.status, answer.json.error.code], [404, "error.session-not-found"]);
    }
    const malformed = { body: { data: { ...data, amount: "much" } }, secret };
    const answer = await world.send("POST", `/session/${uuid(999_999)}${path}`, malformed);
    assert.equal(answer.json.error.code, "error.session-not-found");
    const found = (await records(world)).map(({ sessionId, merchantId, currencyCode, reason }) => [
      sessionId,
      merchantId,
      currencyCode,
      reason,
    ]);
    const theirs = uuid(2);
    assert.deepEqual(found.reverse(), [
      [uuid(999_999), theirs, "INR", "error.session-not-found"],
      [checkout.id, theirs, "INR", "error.session-not-found"],
    ]);
    assert.deepEqual((await checkout.events()).at(-1), "payment.pending");
    // Its owner's result is not touched by it.
    assert.equal((await checkout.step(call, data)).session_state, "COMPLETED");
  }));

Deno.test("a record outlives its session, and its event goes with it", () =>
  withShop(async (world) => {
    const { checkout, call, amount } = await pending(world);
    const data = { status: "PAID", amount: amount + 1, reference: "pay_1" };
    await checkout.refused(call, data, "error.payment-mismatch");
    world.clock.advance(HOUR_MS);
    await world.services.housekeeping.sweepAll();
    world.clock.advance(100 * 24 * HOUR_MS);
    await world.services.housekeeping.purgeAll();
    assert.equal(await world.store.sessions.find(checkout.id), null);
    assert.deepEqual(await world.store.sessions.events(checkout.id), []);
    assert.equal((await records(world)).length, 1);
    // For a session that is gone now it is still the same record.
    await world.send("POST", `${checkout.path}${call.slice(5)}`, { body: { data } });
    assert.equal((await records(world)).length, 1);
  }));

Deno.test("a key that was revoked while its PAID arrived writes no record", () =>
  withShop(async (world) => {
    const { checkout, call, amount } = await pending(world);
    await world.services.keys.revoke(world.key.id, OPERATOR);
    const [, , paymentId = ""] = call.split("/");
    const result = {
      status: "PAID",
      amount: amount + 1,
      currency: null,
      reference: "pay_1",
    } as const;
    const step = { caller: callerOf(world.key), sessionId: checkout.id, alsoCommit: () => [] };
    await assert.rejects(world.services.payments.reportResult(step, { ...result, paymentId }), {
      code: "error.unauthorized",
    });
    assert.deepEqual(await records(world), []);
  }));
