import assert from "node:assert/strict";
import { uuid } from "../../support/builders.ts";
import { left, paid, uses } from "./checkout.ts";
import { held, LAST, lastEvent, MORE, NOTHING, started, TTL_MS } from "./paying.ts";
import { HOUR_MS, mugs, withShop } from "./shop.ts";

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
