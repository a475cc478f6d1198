/** Acts of the operator and of the server on test sessions. */
import assert from "node:assert/strict";
import { OPERATOR } from "../../support/operator.ts";
import { Checkout } from "../api/checkout.ts";
import { startManual } from "../api/paying.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, mugs } from "../api/shop.ts";
import { testing, withLiveRows } from "./testing.ts";

const DAY_MS = 24 * HOUR_MS;

Deno.test("what the operator and the server do to tests leaves the live rows as they were", () =>
  withLiveRows(async (world, allRows) => {
    const { orderAdmin, sessionAdmin, housekeeping } = world.services;
    // Acts of the operator are audited, on test data too.
    const rows = () => allRows().filter(([table]) => table !== "audit_entries");
    const tests = await testing(world);
    const live = await Checkout.open(world, { items: mugs(2) });
    await live.verify();
    await live.step("POST /coupons", { code: "FLAT50" });
    await live.step("PUT /coins", { coins: 50 });
    await live.step("PUT /address", ADDRESS);
    await live.pay();
    const ready = async () => {
      const checkout = await Checkout.open(tests, { items: mugs(3) });
      await checkout.step("POST /coupons", { code: "FLAT50" });
      await checkout.step("POST /otp", { phone: KNOWN_PHONE });
      await checkout.step("POST /otp/verify", { phone: KNOWN_PHONE, otp: "000000" });
      await checkout.step("PUT /coins", { coins: 100 });
      await checkout.step("PUT /address", ADDRESS);
      return checkout;
    };
    const before = rows();
    const cancelled = await ready();
    await cancelled.pay();
    await orderAdmin.cancel(cancelled.id, { reason: "Changed", refund: null }, OPERATOR);
    const expired = await ready();
    await expired.step("POST /payment");
    await sessionAdmin.expire(expired.id, OPERATOR);
    const byHand = await ready();
    await startManual(tests, byHand, 3);
    await sessionAdmin.paid(byHand.id, null, OPERATOR);
    const overdue = await ready();
    await startManual(tests, overdue, 1);
    const cash = await ready();
    await cash.step("PUT /payment-method", { method: "COD" });
    await cash.step("POST /complete");
    await orderAdmin.collect(cash.id, () => 100, OPERATOR);
    assert.deepEqual(rows(), before);
    world.clock.advance(2 * DAY_MS);
    await housekeeping.releaseAll();
    await housekeeping.sweepAll();
    await housekeeping.reportIdle();
    await housekeeping.forget();
    assert.deepEqual(rows(), before);
    world.clock.advance(4000 * DAY_MS);
    assert.ok(await housekeeping.purgeAll() >= 5);
    assert.equal(await world.store.sessions.find(cancelled.id), null);
  }));
