import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import type { Decision } from "../../../src/domain/decision/decision.ts";
import { orderJson, type PlacedOrder } from "../../../src/domain/session/order.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { cancelOrder, type CancelRequest } from "../../../src/domain/steps/cancel.ts";
import { collectCash } from "../../../src/domain/steps/collect.ts";
import { reportPaymentResult } from "../../../src/domain/steps/payment_result.ts";
import { aPayment, int64, NOW, SESSION_ID } from "../../support/builders.ts";
import { aPlacedOrder } from "../../support/orders.ts";
import { COD, COINS } from "../../support/shop.ts";
import { at, only, refuses, sessionIn, shopAs, told, verified } from "./cases.ts";
import { aResult, moves, paying, payShop, refundFactsOf, SAVE10 } from "./paying.ts";

/** The order of two mugs for 598.20: SAVE10, 300 coins used, 5 % of 598.20 earned (299 coins). */
function paidOrder(): CheckoutSession {
  return reportPaymentResult(paying(), aResult(), payShop()).session;
}

const COINS_OF_ORDER = { used: 300, earned: 299 };

/** Cancels an hour later, in a shop where the customer has these coins. */
function cancelled(
  session: CheckoutSession,
  available = 299,
  { debt = 0, ...over }: Partial<CancelRequest> & { readonly debt?: number } = {},
): Decision {
  const request = {
    reason: "Changed their mind",
    facts: refundFactsOf(COINS_OF_ORDER),
    refund: null,
    ...over,
  };
  return cancelOrder(session, request, payShop({ now: NOW + 3_600_000, coins: available, debt }));
}

Deno.test("cancelOrder() gives back stock, uses and coins, and keeps states, price and money", () => {
  const before = paidOrder();
  const decision = cancelled(before);
  const cancellation = {
    at: NOW + 3_600_000,
    reason: "Changed their mind",
    coinsReturned: 300,
    coinsTakenBack: 299,
    coinsOwed: 0,
  };
  deepEqual(decision.session, {
    ...before,
    version: before.version + 1,
    order: { ...before.order, cancellation },
    // 299 were there, 300 come back, 299 go.
    priced: { ...before.priced, coins: { ...before.priced.coins, available: 300 } },
  });
  deepEqual(only(decision, "coupon.return"), [
    { kind: "coupon.return", couponId: SAVE10.id, sessionId: SESSION_ID },
  ]);
  deepEqual(
    only(decision, "stock.return").map(({ sessionId, unrecorded }) => [
      sessionId,
      unrecorded,
    ]),
    [[SESSION_ID, []]],
  );
  deepEqual(moves(decision), [
    ["USED", "AVAILABLE", 300, "cancel-used"],
    ["AVAILABLE", "ISSUED", 299, "cancel-earned"],
  ]);
});

Deno.test("cancelOrder() says in order.cancelled what was paid, and by which payment", () => {
  const { events: [event, ...more] } = cancelled(paidOrder());
  deepEqual([event?.type, more], ["order.cancelled", []]);
  const data = event?.data ?? {};
  const { order_number, amount_paid, payment_amount, payment_method, payment_reference } = data;
  deepEqual([order_number, amount_paid, payment_amount, payment_method, payment_reference], [
    "0000-0001",
    "598.20",
    "598.20",
    "PREPAID",
    "pay_1",
  ]);
  deepEqual([data["coins_returned"], data["coins_taken_back"], data["order"]], [300, 299, {
    number: "0000-0001",
    livemode: true,
    placed_at: "2026-01-02T03:04:05.000Z",
    late: false,
    shortfall: null,
    cancelled_at: "2026-01-02T04:04:05.000Z",
    cancel_reason: "Changed their mind",
  }]);
});

Deno.test("cancelOrder() takes earned coins back; those that are not there are a debt", () => {
  const rows: [available: number, debt: number, used: number, taken: number, left: number][] = [
    [299, 0, 300, 299, 300],
    // 199 of the earned ones were spent: the returned ones make up for them.
    [100, 0, 300, 299, 101],
    [0, 0, 300, 299, 1],
    // Without used coins there is nothing to make up for them.
    [100, 0, 0, 100, 0],
    [0, 0, 0, 0, 0],
    // The returned coins pay an earlier debt first.
    [0, 200, 300, 100, 0],
    [0, 1, 300, 299, 0],
    [0, 300, 300, 0, 0],
    [0, 500, 300, 0, 0],
  ];
  for (const [available, debt, used, takenBack, left] of rows) {
    const coins = { used, earned: 299 };
    const decision = cancelled(paidOrder(), available, { facts: refundFactsOf(coins), debt });
    const { session, events: [event] } = decision;
    const owed = 299 - takenBack;
    deepEqual(
      [session.order?.cancellation?.coinsTakenBack, session.priced.coins.available],
      [takenBack, left],
    );
    deepEqual(orderJson(session)?.shortfall?.coin_debt, owed === 0 ? undefined : owed);
    deepEqual(event?.data["order"], orderJson(session));
    deepEqual(
      only(decision, "coins.move").filter(({ asDebt }) => asDebt)
        .map(({ movement: { from, to, coins, reason } }) => [from, to, coins, reason]),
      owed === 0 ? [] : [["AVAILABLE", "ISSUED", owed, "cancel-debt"]],
    );
  }
});

Deno.test("cancelOrder() leaves a customer what they had before the order, less what they spent", () => {
  const coins = fc.integer({ min: 0, max: 1000 });
  const some = fc.tuple(coins, coins, coins, coins);
  fc.assert(fc.property(some, coins, ([before, used, earned, spent], debt) => {
    fc.pre(used <= before && spent <= before - used + earned);
    const available = before - used + earned - spent;
    const owing = available === 0 ? debt : 0;
    const decision = cancelled(paidOrder(), available, {
      facts: refundFactsOf({ used, earned }),
      debt: owing,
    });
    const moved = only(decision, "coins.move")
      .reduce((sum, { movement: { to, coins } }) => sum + (to === "AVAILABLE" ? coins : -coins), 0);
    // What was spent elsewhere is gone or owed, and nothing else.
    const balance = before - spent - owing;
    equal(available - owing + moved, balance);
    equal(decision.session.priced.coins.available, Math.max(0, balance));
    const { coinsTakenBack, coinsOwed } = decision.session.order!.cancellation!;
    equal(coinsTakenBack + coinsOwed, earned);
  }));
});

Deno.test("cancelOrder() is done once, and for orders alone", () => {
  refuses(
    () => cancelled(cancelled(paidOrder()).session),
    "error.conflict",
    "The order was already cancelled: 2026-01-02T04:04:05.000Z",
  );
  refuses(
    () => cancelled(paying()),
    "error.invalid-state",
    "A payment is pending: wait for its result or cancel it",
  );
  refuses(
    () => cancelled(sessionIn(payShop())),
    "error.invalid-state",
    "This step is not allowed in this state: INITIATED, payment DRAFT",
  );
  refuses(
    () => cancelled(sessionIn(payShop(), at("ABANDONED", "DRAFT"))),
    "error.invalid-state",
    "The session was abandoned and cannot be changed",
  );
});

Deno.test("cancelOrder() of a COD order refused at the door: nothing was paid, no cash is due", () => {
  const context = shopAs({ rules: { cod: COD, coin: COINS } });
  const placed = sessionIn(context, {
    ...verified(),
    ...at("COMPLETED", "DRAFT"),
    choices: { method: "COD" },
    order: aPlacedOrder(),
  });
  const request = {
    reason: null,
    facts: refundFactsOf({ used: 0, earned: 0 }),
    refund: null,
  };
  const { session, effects, events: [event] } = cancelOrder(placed, request, context);
  deepEqual(effects.map(({ kind }) => kind), ["stock.return"]);
  const { amount_paid, payment_reference, order } = event?.data ?? {};
  deepEqual([amount_paid, payment_reference], ["0.00", null]);
  deepEqual((order as Record<string, unknown>)["cancel_reason"], null);
  refuses(
    () => collectCash(session, { amount: 73_800, coinsEarned: 0 }, context),
    "error.invalid-state",
    "The order was cancelled: nothing is due",
  );
});

Deno.test("cancelOrder() of an earlier version returns what was bought, less what was missing", () => {
  const earlier = (over: Partial<PlacedOrder>) => ({
    ...paidOrder(),
    order: aPlacedOrder({ salesRecorded: false, ...over }),
  });
  const unrecorded = (session: CheckoutSession) =>
    only(cancelled(session), "stock.return").flatMap((one) => one.unrecorded);
  const units = [{ productId: int64(1), variantId: int64(11), quantity: 1 }];
  deepEqual(unrecorded(earlier({})), [{ variantId: int64(11), units: 2 }]);
  const short = { late: true, shortfall: { coupons: [], units, coins: 0 } };
  deepEqual(unrecorded(earlier(short)), [{ variantId: int64(11), units: 1 }]);
  const [unit] = units;
  const none = { ...short.shortfall, units: [{ ...unit!, quantity: 2 }] };
  deepEqual(unrecorded(earlier({ late: true, shortfall: none })), []);
});

Deno.test("a cancelled order allows no further step", () => {
  const { session } = cancelled(paidOrder());
  refuses(
    () => reportPaymentResult({ ...session, payment: aPayment() }, aResult(), payShop()),
    "error.invalid-state",
    "The order was cancelled and cannot be changed",
  );
  deepEqual(told(cancelled(paidOrder())), ["order.cancelled"]);
});
