import assert from "node:assert/strict";
import { NO_SESSION_FILTER, NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import { aCart, type World } from "../../support/app.ts";
import { Checkout, left, paid, uses } from "./checkout.ts";
import { ADDRESS, aForeignKey, HOUR_MS, mugs, PREPAID_COD, withShop } from "./shop.ts";
import { uuid } from "../../support/builders.ts";
import { aCode, fixed } from "../../support/shop.ts";
import { held, LAST, lastEvent, MORE, NOTHING, started, TTL_MS } from "./paying.ts";

const USED = "error.payment-reference-used";

/** An item outside the catalogue, which never runs out. */
const LAMP = [{ product_id: 7, variant_id: 77, quantity: 1, price: 590, title: "Lamp" }];

/** A checkout of one mug whose payment is pending, and the call that reports its result. */
async function pending(
  world: World,
  items = mugs(1),
): Promise<{ checkout: Checkout; call: string; amount: number }> {
  const checkout = await Checkout.open(world, { items });
  await checkout.step("PUT /address", ADDRESS);
  const { payment } = await checkout.step("POST /payment");
  return { checkout, call: `POST /payment/${payment.payment_id}/result`, amount: payment.amount };
}

Deno.test("a reference that paid an order pays no second one, which waits on", () =>
  withShop(async (world) => {
    const [one, other] = [await pending(world), await pending(world)];
    const paid = { status: "PAID", amount: one.amount, reference: "pay_SAME" };
    await one.checkout.step(one.call, paid);
    assert.equal(
      await other.checkout.refused(other.call, paid, USED),
      "Another payment already has this reference: pay_SAME",
    );
    assert.deepEqual((await other.checkout.stored()).state, {
      session: "IN_PROGRESS",
      payment: "PENDING",
    });
    // It is not used by what was refused, and its own result is taken.
    await one.checkout.step(one.call, paid);
    const own = await other.checkout.step(other.call, { ...paid, reference: "pay_OTHER" });
    assert.equal(own.session_state, "COMPLETED");
  }));

Deno.test("of 30 results with one reference at once one makes an order", () =>
  withShop(async (world) => {
    const all = [];
    for (let i = 0; i < 30; i++) all.push(await pending(world, LAMP));
    const answers = await Promise.all(
      all.map(({ checkout, call, amount }) =>
        checkout.send(call, { status: "PAID", amount, reference: "pay_SAME" })
      ),
    );
    const codes = answers.map(({ status, json }) => status === 200 ? "200" : json.error.code);
    assert.deepEqual(codes.sort(), ["200", ...Array(29).fill(USED)]);
    assert.ok(answers.every(({ status }) => status === 200 || status === 409));
    assert.equal(
      (await world.store.sessions.list({ ...NO_SESSION_FILTER, state: "COMPLETED" }, {
        limit: 100,
      })).rows.length,
      1,
    );
    const records = await world.store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: true }, {
      limit: 100,
    });
    assert.deepEqual(records.map(({ reason }) => reason), Array(29).fill(USED));
  }));

Deno.test("a reference is taken by PAID alone, by a prepaid part as well, and per merchant", () =>
  withShop(async (world) => {
    const failed = await pending(world);
    await failed.checkout.step(failed.call, { status: "FAILED", reference: "pay_1" });
    const part = await Checkout.open(world);
    await part.step("PUT /address", ADDRESS);
    await part.step("PUT /payment-method", { method: "COD" });
    const { payment } = await part.step("POST /payment");
    const result = { status: "PAID", amount: payment.amount, reference: "pay_1" };
    await part.step(`POST /payment/${payment.payment_id}/result`, result);
    const { checkout, call, amount } = await pending(world);
    await checkout.refused(call, { status: "PAID", amount, reference: "pay_1" }, USED);

    const secret = await aForeignKey(world);
    const send: World["send"] = (method, path, init = {}) =>
      world.send(method, path, { ...init, secret });
    const cart = aCart({ shop_domain: "other.example" });
    const theirs = (await send("POST", "/session", { body: cart })).json.data.session_id;
    const started = (await send("POST", `/session/${theirs}/payment`)).json.data.payment;
    const path = `/session/${theirs}/payment/${started.payment_id}/result`;
    const data = { status: "PAID", amount: started.amount, reference: "pay_1" };
    assert.equal((await send("POST", path, { body: { data } })).status, 200);
  }, { rules: PREPAID_COD }));

Deno.test("a result that was recorded as unexpected leaves its reference to the right one", () =>
  withShop(async (world) => {
    const { checkout, call, amount } = await pending(world);
    const data = { status: "PAID", amount: amount - 1, reference: "pay_1" };
    await checkout.refused(call, data, "error.payment-mismatch");
    assert.equal((await checkout.step(call, { ...data, amount })).session_state, "COMPLETED");
  }));

Deno.test("POST /cancel ends a payment: FAILED, nothing held, the cart thawed, an event that says why", () =>
  withShop(async (world) => {
    for (const isReleased of [false, true]) {
      const { checkout, cancel } = await started(world);
      if (isReleased) {
        world.clock.advance(TTL_MS);
        await world.services.housekeeping.releaseAll();
      }
      const session = await checkout.step(cancel);
      assert.deepEqual(
        [session.session_state, session.payment_state, session.payment.status],
        ["IN_PROGRESS", "FAILED", "FAILED"],
      );
      assert.equal(session.payment.holds, "released");
      assert.deepEqual(await held(world, checkout), NOTHING);
      const { type, reason, payment_amount } = await lastEvent(world, checkout);
      assert.deepEqual([type, reason, payment_amount], ["payment.failed", "CANCELLED", "738.00"]);
      const before = await checkout.events();
      assert.deepEqual(await checkout.step(cancel), session, "a repeat gets the same answer");
      assert.deepEqual(await checkout.events(), before);
      await checkout.step("PUT /items", { items: mugs(1) });
      await checkout.step("POST /abandon");
      world.clock.advance(HOUR_MS);
    }
  }, { more: MORE }));

for (const swept of [false, true]) {
  Deno.test(`POST /cancel ends the payment of a session that has expired, ${swept ? "after" : "without"} the sweep`, () =>
    withShop(async (world) => {
      const { checkout, cancel } = await started(world);
      world.clock.advance(HOUR_MS);
      if (swept) await world.services.housekeeping.sweepAll();
      for (let i = 0; i < 2; i++) {
        const { status, json } = await checkout.send(cancel);
        assert.deepEqual([status, json.data.payment_state], [200, "FAILED"]);
        assert.equal((await world.send("GET", checkout.path)).status, 404, "it brings nobody back");
      }
      await world.services.housekeeping.sweepAll();
      assert.deepEqual((await checkout.stored()).state, {
        session: "ABANDONED",
        payment: "FAILED",
      });
      assert.deepEqual(await held(world, checkout), NOTHING);
    }, { more: MORE }));
}

Deno.test("POST /cancel is refused once it is paid, and for a payment the session does not have", () =>
  withShop(async (world) => {
    const { checkout, payment, cancel } = await started(world);
    const unknown = `POST /payment/${uuid(999)}/cancel`;
    await checkout.refused(unknown, undefined, "error.payment-not-found");
    await checkout.step(...paid(payment));
    for (const call of [cancel, unknown]) {
      await checkout.refused(call, undefined, "error.invalid-state");
    }
  }, { more: MORE }));

Deno.test("POST /cancel and a PAID at once: one of them wins, and what is held fits it", () =>
  withShop(async (world) => {
    const { checkout, payment, cancel } = await started(world);
    const [call, data] = paid(payment);
    const answers = await Promise.all([checkout.send(cancel), checkout.send(call, data)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const { state } = await checkout.stored();
    assert.equal(await left(world), state.payment === "PAID" ? 18 : 20);
    assert.equal(await uses(world, LAST.id), state.payment === "PAID" ? 1 : 0);
  }, { more: MORE }));

Deno.test("a PAID of 0 for an order that costs nothing checks its reference like any other", () =>
  withShop(async (world) => {
    const { checkout: dear, call: settle, amount } = await pending(world);
    await dear.step(settle, { status: "PAID", amount, reference: "pay_1" });
    const all = aCode(70, "ALL", { discount: fixed(1_000_000) });
    await world.store.commit([{ kind: "coupon.put", coupon: all }]);
    world.clock.advance(1000);
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("POST /coupons", { code: "ALL" });
    const { payment } = await checkout.step("POST /payment");
    const call = `POST /payment/${payment.payment_id}/result`;
    const free = { status: "PAID", amount: 0 };
    await checkout.refused(call, { ...free, reference: "pay_1" }, USED);
    const events = await checkout.events();
    for (let again = 0; again < 2; again++) {
      const session = await checkout.step(call, { ...free, reference: "pay_2" });
      assert.deepEqual([session.payment.reference, session.session_state], ["pay_2", "COMPLETED"]);
    }
    await checkout.refused(call, { ...free, reference: "pay_3" }, "error.payment-mismatch");
    assert.ok(
      (await checkout.events()).every((type) =>
        events.includes(type) || type === "payment.unexpected"
      ),
    );
  }, { rules: { shipping: [] } }));
