import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { auditState } from "../../../src/domain/audit/session.ts";
import type { StepContext } from "../../../src/domain/decision/decision.ts";
import { heldSince, heldUntil, isAwaited } from "../../../src/domain/session/payment.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { releasePayment, startPayment } from "../../../src/domain/steps/payment.ts";
import { manualResult, reportPaymentResult } from "../../../src/domain/steps/payment_result.ts";
import { runs } from "../../support/arbitraries.ts";
import { aLine, aPayment, NOW, SESSION_ID } from "../../support/builders.ts";
import { COINS, coupon, PARTIAL_COD, percent } from "../../support/shop.ts";
import { at, FIRST_ID, only, refuses, sessionIn, shopAs, told, verified } from "./cases.ts";
import { paying, payShop, releasedIn } from "./paying.ts";

const DAY_MS = 86_400_000;
const DUE = NOW + 3 * DAY_MS;
const MANUAL = { days: 3 };
const WAITING = aPayment({ dueAt: DUE });

/** Reports that the money of a session's manual payment has arrived. */
function paidIn(session: CheckoutSession, context: StepContext) {
  return reportPaymentResult(session, manualResult(session, null), context);
}

Deno.test("startPayment() of a manual payment awaits the money for the shop's days", () => {
  const context = shopAs();
  const { session, effects, events } = startPayment(sessionIn(context), MANUAL, context);
  deepEqual(
    [session.payment?.amount, session.payment?.dueAt, session.payment?.startedAt],
    [69_800, DUE, NOW],
  );
  deepEqual(effects.map(({ kind }) => kind), ["stock.hold"]);
  equal(events[0]?.data["payment_due_at"], "2026-01-05T03:04:05.000Z");
});

Deno.test("startPayment() of an order that costs nothing awaits no money", () => {
  const context = shopAs({ coupons: [coupon("FREE", percent(100))] });
  const { session } = startPayment(sessionIn(context), MANUAL, context);
  deepEqual([session.state.session, session.payment?.dueAt], ["COMPLETED", null]);
});

Deno.test("heldSince() and heldUntil() are of a provider's and of a manual payment with holds", () => {
  const times = (over: Parameters<typeof aPayment>[0]) => {
    const payment = aPayment(over);
    return [isAwaited(payment), heldSince(payment), heldUntil(payment)];
  };
  deepEqual(times({}), [true, NOW - 60_000, null]);
  deepEqual(times({ dueAt: DUE }), [true, null, DUE]);
  for (const over of [{ holds: "released" }, { status: "PAID" }, { status: "FAILED" }] as const) {
    deepEqual(times({ ...over, dueAt: DUE }), [false, null, null]);
  }
  deepEqual([heldSince(null), heldUntil(null)], [null, null]);
});

Deno.test("manualResult() pays exactly the amount that was asked for", () => {
  const context = payShop();
  const { session, effects } = paidIn(paying(context, { payment: WAITING }), context);
  deepEqual(session.state, at("COMPLETED", "PAID").state);
  equal(session.amountPaid, 59_820); // 698.00 less 10 % and 300 coins, worth 30.00
  equal(session.amountPaid, session.priced.totals.totalPayable);
  equal(session.payment?.reference, `manual-${WAITING.id}`);
  deepEqual(effects.map(({ kind }) => kind), [
    "reference.take",
    "stock.sell",
    "coins.move",
    "coins.move",
  ]);
});

Deno.test("a prepaid part that is paid manually places the order", () => {
  const context = shopAs({ rules: { cod: PARTIAL_COD } });
  const cart = sessionIn(context, { choices: { method: "COD" } });
  const { session: waiting } = startPayment(cart, MANUAL, context);
  equal(waiting.payment?.amount, 7_380); // 10 % of 698.00 + 40.00
  const decision = paidIn(waiting, context);
  deepEqual(decision.session.state, at("COMPLETED", "PAID").state);
  equal(decision.session.version, waiting.version + 1);
  const { amountPaid, priced: { totals } } = decision.session;
  deepEqual([amountPaid, totals.totalPayable - amountPaid], [7_380, 66_420]);
  deepEqual(told(decision), ["payment.paid", "session.completed"]);
  deepEqual(decision.effects.map(({ kind }) => kind), ["reference.take", "stock.sell"]);
});

for (const state of [at("IN_PROGRESS", "PENDING"), at("ABANDONED", "PENDING")]) {
  Deno.test(`a manual payment that is paid late places a late order, ${state.state.session}`, () => {
    const payment = aPayment({ dueAt: NOW - 1, holds: "released" });
    const waiting = releasedIn(payShop(), { ...state, payment });
    const { session, note } = paidIn(waiting, payShop({ coins: 100 }));
    deepEqual([session.state.session, session.amountPaid], ["COMPLETED", 59_820]);
    deepEqual([session.order?.late, session.order?.shortfall?.coins], [true, 200]);
    ok(note?.endsWith("missing: 200 coins"));
  });
}

Deno.test("releasePayment() gives back what a manual payment holds, once", () => {
  const context = payShop();
  const { session, effects } = releasePayment(paying(context, { payment: WAITING }), null, context);
  deepEqual(effects.map(({ kind }) => kind), ["coupon.return", "stock.release", "coins.move"]);
  deepEqual([session.state.payment, heldUntil(session.payment)], ["PENDING", null]);
  deepEqual(releasePayment(session, null, context).effects, []);
});

Deno.test("manualResult() refuses what is no manual payment that is awaited", () => {
  const refused = (
    payment: CheckoutSession["payment"],
    code: Parameters<typeof refuses>[1],
    words: string,
  ) =>
    refuses(
      () => manualResult(sessionIn(shopAs(), { payment }), null),
      code,
      words.replace("SESSION", `Session ${SESSION_ID}`),
    );
  refused(null, "error.invalid-state", "SESSION has no manual payment");
  refused(
    aPayment(),
    "error.invalid-state",
    "SESSION has no manual payment: the shop's provider takes its payment",
  );
  refused(
    { ...WAITING, status: "FAILED", holds: "released" },
    "error.invalid-state",
    "The payment was cancelled and cannot be paid: refund 598.20 INR, or ask the customer to " +
      "order again",
  );
  refused(
    { ...WAITING, status: "PAID", holds: null, reference: "UTR1" },
    "error.conflict",
    "The payment is already recorded: 598.20 INR, reference UTR1",
  );
});

const CASES = fc.record({
  quantity: fc.integer({ min: 1, max: 20 }),
  unitPrice: fc.integer({ min: 1, max: 99_999 }),
  discount: fc.integer({ min: 0, max: 99 }),
  coins: fc.integer({ min: 0, max: 300 }),
  prepaid: fc.integer({ min: 1, max: 100 }),
  isCod: fc.boolean(),
  isLate: fc.boolean(),
});

Deno.test("a manual payment of any cart is of the amount asked for, and what is due adds up", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(CASES, ({ quantity, unitPrice, discount, coins, prepaid, isCod, isLate }) => {
      const cod = { ...PARTIAL_COD, prepaid: percent(prepaid) };
      const context = shopAs({
        coupons: [coupon("AUTO", percent(discount))],
        rules: { coin: COINS, cod },
        coins,
      });
      const cart = sessionIn(context, {
        ...verified(),
        lines: [aLine({ quantity, unitPrice })],
        choices: { coins, method: isCod ? "COD" : "PREPAID" },
      });
      const { totals } = cart.priced;
      const asked = isCod ? totals.partialCodPrice : totals.totalPayable;
      const started = startPayment(cart, MANUAL, context).session;
      equal(started.payment?.amount, asked);
      if (asked === 0) return;
      const waiting = isLate ? releasePayment(started, null, context).session : started;
      const decision = paidIn(waiting, context);
      const { session } = decision;
      seen.add(`${isCod} ${isLate}`);
      deepEqual(session.state, at("COMPLETED", "PAID").state);
      deepEqual([session.amountPaid, session.priced.totals.amountPaid], [asked, asked]);
      equal(session.priced.totals.totalPayable, totals.totalPayable);
      ok(session.amountPaid <= totals.totalPayable);
      deepEqual(auditState(session), []);
      equal(only(decision, "stock.sell").length, 1);
      equal(only(decision, "reference.take")[0]?.reference, `manual-${FIRST_ID}`);
    }),
    runs(500),
  );
  equal(seen.size, 4);
});
