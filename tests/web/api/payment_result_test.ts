import assert from "node:assert/strict";
import { uuid } from "../../support/builders.ts";
import type { World } from "../../support/app.ts";
import { Checkout, left, paid } from "./checkout.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, withShop } from "./shop.ts";

interface Payment {
  readonly payment_id: string;
  readonly amount: number;
}

/** A checkout whose payment of 748.00 waits for its result, with 100 coins set aside. */
async function started(world: World): Promise<{ checkout: Checkout; payment: Payment }> {
  const checkout = await Checkout.open(world);
  await checkout.verify();
  await checkout.step("PUT /coins", { coins: 100 });
  await checkout.step("PUT /address", ADDRESS);
  const { payment } = await checkout.step("POST /payment");
  world.told.length = 0;
  return { checkout, payment };
}

Deno.test("POST /result refuses another amount or currency, tells the operator, changes nothing", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world);
    const call = `POST /payment/${payment.payment_id}/result`;
    const rows: [Record<string, unknown>, string][] = [
      [{ status: "PAID", amount: 747.99 }, "The amount must be 748.00 INR, got 747.99 INR"],
      [{ status: "PAID", amount: "748.01" }, "The amount must be 748.00 INR, got 748.01 INR"],
      [
        { status: "PAID", amount: 748, currency: "usd" },
        "The amount must be 748.00 INR, got 748.00 USD",
      ],
      [{ status: "PAID" }, "The amount must be 748.00 INR, got none"],
      [{ status: "FAILED", amount: 1 }, "The amount must be 748.00 INR, got 1.00 INR"],
    ];
    for (const [result, message] of rows) {
      const data = { ...result, reference: "forged" };
      assert.equal(await checkout.refused(call, data, "error.payment-mismatch"), message);
      assert.deepEqual(world.told.pop(), {
        message: "A payment result was refused: check the money with the payment provider",
        paymentId: payment.payment_id,
        status: result["status"],
        amount: result["amount"] ?? null,
        currency: result["currency"] ?? null,
        reference: "forged",
        session: checkout.id,
        key: world.key.prefix,
        code: "error.payment-mismatch",
        reason: message,
      });
    }
    // Not INR: its first letter is a dotless i.
    const alike = { status: "PAID", amount: 748, currency: "\u0131nr", reference: "forged" };
    await checkout.refused(call, alike, "error.payment-mismatch");
    assert.equal(world.told.pop()?.["code"], "error.payment-mismatch");
    const result = { status: "PAID", amount: "748.00", currency: "inr", reference: "pay_9" };
    const session = await checkout.step(call, result);
    assert.deepEqual([session.session_state, session.payment.reference], ["COMPLETED", "pay_9"]);
    assert.deepEqual(world.told, []);
  }));

Deno.test("POST /result refuses a second charge for one payment, and tells the operator", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world);
    const call = `POST /payment/${payment.payment_id}/result`;
    const data = { status: "PAID", amount: 748, reference: "pay_1" };
    await checkout.step(call, data);
    const again = { ...data, reference: "pay_2" };
    assert.equal(
      await checkout.refused(call, again, "error.payment-mismatch"),
      "The payment was settled by another reference: pay_2",
    );
    assert.equal(world.told.pop()?.["reference"], "pay_2");
  }));

Deno.test("POST /result tells the operator of a PAID whose amount cannot be read", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world);
    const data = { status: "PAID", amount: "748.001", reference: "pay_1" };
    await checkout.refused(
      `POST /payment/${payment.payment_id}/result`,
      data,
      "error.invalid-request",
    );
    assert.equal(world.told.pop()?.["amount"], "748.001");
  }));

Deno.test("POST /result refuses a payment that the session does not have", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world);
    const other = await Checkout.open(world);
    const data = paid(payment)[1];
    for (const [one, id] of [[checkout, uuid(999)], [other, payment.payment_id]] as const) {
      assert.equal(
        await one.refused(`POST /payment/${id}/result`, data, "error.payment-not-found"),
        `The session has no payment with this id: ${id}`,
      );
    }
    const upper = `POST /payment/${payment.payment_id.toUpperCase()}/result`;
    assert.equal((await checkout.step(upper, data)).session_state, "COMPLETED");
  }));

Deno.test("the same result twice is one: PAID or FAILED, no second event, nothing moved again", () =>
  withShop(async (world) => {
    for (const status of ["PAID", "FAILED"]) {
      const { checkout, payment } = await started(world);
      const data = { status, amount: 748, reference: "pay_1" };
      const call = `POST /payment/${payment.payment_id}/result`;
      const first = await checkout.step(call, data);
      const facts =
        async () => [await checkout.stored(), await checkout.events(), await left(world)];
      const before = await facts();
      assert.deepEqual(await checkout.step(call, data), first);
      assert.deepEqual(await facts(), before);
      await checkout.refused(call, { ...data, amount: 7 }, "error.payment-mismatch");
      world.clock.advance(HOUR_MS);
    }
  }));

Deno.test("a result that contradicts the one before is refused", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world);
    await checkout.step(...paid(payment));
    const failed = { status: "FAILED", reference: "late" };
    await checkout.refused(
      `POST /payment/${payment.payment_id}/result`,
      failed,
      "error.invalid-state",
    );
  }));

for (const swept of [false, true]) {
  const how = swept ? "after" : "without";
  Deno.test(`PAID an hour late completes the expired session, ${how} the sweep`, () =>
    withShop(async (world) => {
      const { checkout, payment } = await started(world);
      world.clock.advance(HOUR_MS);
      assert.equal((await world.send("GET", checkout.path)).status, 404);
      if (swept) {
        assert.equal(await world.services.housekeeping.sweepAll(), 1);
        assert.equal((await checkout.events()).at(-1), "session.abandoned");
        assert.equal(await left(world), 20, "what was set aside was given back");
      }
      const session = await checkout.step(...paid(payment));
      assert.deepEqual(
        [session.session_state, session.payment_state, session.expires_at],
        ["COMPLETED", "PAID", null],
      );
      assert.equal(await left(world), 18);
      const balances = (await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE))
        ?.balances;
      assert.deepEqual(
        [balances?.AVAILABLE, balances?.PROCESSING, balances?.USED],
        [500 - 100 + 344, 0, 100],
      );
      world.clock.advance(HOUR_MS);
      assert.equal(await world.services.housekeeping.sweepAll(), 0);
      assert.equal((await world.send("GET", checkout.path)).status, 200, "an order stays");
    }));
}

for (const swept of [false, true]) {
  const how = swept ? "after" : "without";
  Deno.test(`FAILED an hour late is taken, twice too, and brings nothing back, ${how} the sweep`, () =>
    withShop(async (world) => {
      const { checkout, payment } = await started(world);
      world.clock.advance(HOUR_MS);
      if (swept) await world.services.housekeeping.sweepAll();
      const data = { status: "FAILED", reference: "late" };
      for (let i = 0; i < 2; i++) {
        const answer = await checkout.send(`POST /payment/${payment.payment_id}/result`, data);
        assert.deepEqual([answer.status, answer.json?.data.payment_state], [200, "FAILED"]);
        assert.equal((await world.send("GET", checkout.path)).status, 404);
        assert.equal(await left(world), 20);
      }
      await world.services.housekeeping.sweepAll();
      const { state, payment: kept } = await checkout.stored();
      assert.deepEqual(state, { session: "ABANDONED", payment: "FAILED" });
      assert.equal(kept?.status, "FAILED");
      const told = (await checkout.events()).slice(-2).sort();
      assert.deepEqual(told, ["payment.failed", "session.abandoned"]);
    }));
}

Deno.test("PAID completes a session that was given up while its payment was pending", () =>
  withShop(async (world) => {
    const { checkout, payment } = await started(world);
    const abandoned = await checkout.step("POST /abandon");
    assert.deepEqual(
      [abandoned.session_state, abandoned.payment_state],
      ["ABANDONED", "PENDING"],
    );
    assert.equal(await left(world), 20);
    assert.equal((await checkout.step(...paid(payment))).session_state, "COMPLETED");
    assert.equal(await left(world), 18);
  }));
