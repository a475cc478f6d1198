import { AppError, shown } from "../errors.ts";
import { refusalOf } from "../pricing/price.ts";
import { needsAddress } from "../pricing/requirements.ts";
import { type CheckoutSession, orderOf } from "../session/session.ts";
import { isOnOffer } from "../shop/catalog.ts";
import { type Coupon, type CouponRefusal, refusalError } from "../shop/coupon.ts";
import { formatMajor } from "../values/money.ts";
import { decided, type Decision, isGone, reprice, type StepContext, updated } from "./decision.ts";

/** Steps that check everything again, by their word in the URL. */
type RevalidatedStep = "payment" | "complete";

/**
 * Checks a session again before payment: coupons and limits, gifts, stock, coins, address. The
 * customer pays the price that was shown. If it has changed, the session keeps the new price and
 * the caller gets an error. Even if not, the new pricing is used, so that holds follow the shop's
 * current rules.
 *
 * @throws {AppError} for what the customer must do first; then nothing is stored
 */
export function revalidated(
  session: CheckoutSession,
  step: RevalidatedStep,
  context: StepContext,
): Decision {
  const order = orderOf(session);
  if (needsAddress(order, context.merchant.rules)) {
    throw new AppError("error.address-required", "Set an address before payment");
  }
  const rules = { ...context.rules, atPayment: true };
  for (const { coupon } of session.priced.coupons) {
    const now = context.rules.coupons.find(({ id }) => id === coupon.id) ??
      { ...coupon, enabled: false };
    const refusal = refusalOf(now, order, { rules, now: context.now });
    if (refusal === null) continue;
    if (awaitsPhone(now, refusal)) throw refusalError(refusal);
    const codes = session.choices.codes.filter(({ couponId }) => couponId !== coupon.id);
    const without = { ...session, choices: { ...session.choices, codes } };
    return refusedAtNewPrice(session, reprice(without, context), {
      error: refusalError(refusal),
      step,
    });
  }
  const fresh = reprice(session, context);
  if (!fresh.priced.serviceable) {
    throw new AppError(
      "error.address-not-serviceable",
      "The shop no longer delivers to this address",
    );
  }
  const out = fresh.priced.lines.find(({ outOfStock }) => outOfStock);
  if (out !== undefined) {
    const product = context.catalog.get(out.variantId)?.product;
    const withdrawn = isGone(out, context) || (product !== undefined && !isOnOffer(product));
    const why = withdrawn ? "No longer sold:" : "Not enough left of";
    const error = new AppError("error.out-of-stock", `${why} ${shown(out.title)}`);
    return refusedAtNewPrice(session, fresh, { error, step });
  }
  if (essenceOf(session) !== essenceOf(fresh)) {
    const error = new AppError("error.price-changed", "The order has changed since it was shown");
    return refusedAtNewPrice(session, fresh, { error, step });
  }
  // Last, so that no code is sent for an order that is refused anyway.
  if (fresh.priced.requires.includes("phone")) {
    throw new AppError("error.phone-required", "Verify a phone number before payment");
  }
  return decided(fresh, { events: [] });
}

/** True if verifying a phone number may make an entered code valid: then it stays. */
function awaitsPhone({ applicationType }: Coupon, { code }: CouponRefusal): boolean {
  return code === "error.phone-required" && applicationType === "CODE";
}

/** Price and goods of a session as text: the same for the same order. */
export function essenceOf({ priced, choices }: CheckoutSession): string {
  return JSON.stringify([
    priced.totals,
    priced.coins.used,
    choices.method,
    priced.shippingOption,
    priced.coupons.map(({ coupon, amount }) => [coupon.id, amount]),
    priced.lines.map(({ variantId, quantity, giftOf, total }) => [
      variantId,
      quantity,
      giftOf,
      total,
    ]),
  ]);
}

function refusedAtNewPrice(
  before: CheckoutSession,
  after: CheckoutSession,
  { error, step }: { readonly error: AppError; readonly step: RevalidatedStep },
): Decision {
  const { currency } = orderOf(before);
  const [from, to] = [before, after].map(({ priced }) =>
    formatMajor(priced.totals.totalPayable, currency)
  );
  const price = from === to
    ? `The price is still ${to}`
    : `The price is now ${to} instead of ${from}`;
  return updated({ ...after, version: before.version + 1 }, step, {
    refusal: new AppError(error.code, `${error.message}. ${price}`),
  });
}
