/** A checkout whose payment waits for its result, and what may be reported of it. */
import type { Decision, StepContext } from "../../../src/domain/decision/decision.ts";
import type { RefundFacts } from "../../../src/domain/decision/refund_terms.ts";
import type { OrderCoins } from "../../../src/domain/session/refundable.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { PaymentResult } from "../../../src/domain/steps/payment_result.ts";
import { aPayment, NOW } from "../../support/builders.ts";
import { entered } from "../pricing/cases.ts";
import { CODE, COINS, coupon, percent } from "../../support/shop.ts";
import { at, heldIn, only, sessionIn, shopAs, type ShopState, verified } from "./cases.ts";

export const SAVE10 = coupon("SAVE10", percent(10), {
  ...CODE,
  usageLimit: 1,
  usageLimitPerCustomer: 1,
});

const { id: PAYMENT_ID, amount: ASKED } = aPayment();

/** A result of {@link aPayment}: PAID in full, unless told otherwise. */
export function aResult(over: Partial<PaymentResult> = {}): PaymentResult {
  const said = { amount: ASKED, amountText: "598.20", currencyCode: "INR", reference: "pay_1" };
  return { paymentId: PAYMENT_ID, status: "PAID", ...said, ...over };
}

/** A shop where the session's one use of SAVE10 and its 300 coins are set aside. */
export function payShop(over: ShopState = {}): StepContext {
  return shopAs({ coupons: [SAVE10], rules: { coin: COINS }, coins: 300, ...over });
}

/** Facts of an order whose provider, if it has one, gives every amount back. */
export function refundFactsOf(coins: OrderCoins): RefundFacts {
  return { coins, isOutOfReach: false, isMadeThere: () => false, problem: () => null };
}

/** The same shop while the payment holds these coins. */
export const HELD = { coins: 0, held: 300 } as const;

type Over = Partial<Pick<CheckoutSession, "state" | "payment" | "lines">>;

/** Two mugs less 10 % and 300 coins, 598.20. */
function ordering(over: Over) {
  return {
    ...at("IN_PROGRESS", "PENDING"),
    ...verified(),
    payment: aPayment(),
    choices: { codes: [entered(SAVE10, NOW)], coins: 300 },
    ...over,
  };
}

/** A session whose payment is pending, and holds what it needs. */
export function paying(context = payShop(), over: Over = {}): CheckoutSession {
  return heldIn(context, ordering(over));
}

/** A session whose payment is pending, and has given back what it held. */
export function releasedIn(context = payShop(), over: Over = {}): CheckoutSession {
  return sessionIn(context, ordering({ payment: aPayment({ holds: "released" }), ...over }));
}

/** Coins that a decision moves: from, to, how many and why. */
export function moves(decision: Decision): [string, string, number, string][] {
  return only(decision, "coins.move")
    .map(({ movement: { from, to, coins, reason } }) => [from, to, coins, reason]);
}
