import {
  decided,
  type Decision,
  reprice,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import { AppError, shown } from "../errors.ts";
import type { EnteredCode } from "../pricing/model.ts";
import type { CheckoutSession } from "../session/session.ts";
import { type Coupon, couponKey } from "../shop/coupon.ts";

/** Limit of unknown codes per session within {@link GUESS_WINDOW_MS}. */
const GUESS_LIMIT = 20;
/** Time for which unknown codes count. */
const GUESS_WINDOW_MS = 10 * 60_000;

/**
 * Applies a coupon code of either case.
 *
 * A combinable code is added to combinable ones. Any other code replaces the earlier one and names
 * it: the later code wins. A code that does not apply now can be entered again.
 *
 * An unknown code is counted and refused; after too many every code is refused, so that codes
 * cannot be guessed.
 *
 * @throws {AppError} a code for each reason; `error.coupon-not-better` if the customer would not
 *   pay less; `error.coupon-rate-limited`
 */
export function applyCoupon(
  session: CheckoutSession,
  code: string,
  context: StepContext,
): Decision {
  const next = transition(session, "coupons.apply");
  const allowedAt = nextCodeAt(session.wrongCodesAt);
  if (allowedAt > context.now) throw tooManyWrongCodes(allowedAt - context.now);
  const coupon = findCode(code, context);
  if (coupon === undefined) {
    const wrongCodesAt = withWrongCode(session.wrongCodesAt, context.now);
    const counted = { ...session, version: next.version, wrongCodesAt };
    return decided(counted, { events: [], refusal: notFound(code) });
  }
  const others = next.choices.codes.filter(({ couponId }) => couponId !== coupon.id);
  if (others.length < next.choices.codes.length && isApplied(coupon, reprice(next, context))) {
    throw new AppError("error.coupon-already-applied", `Coupon ${coupon.code} is already applied`);
  }
  const codes = coupon.gift === null
    ? withDiscount(others, coupon, context)
    : [...others, entered(coupon, null, context)];
  const applied = { ...next, choices: { ...next.choices, codes } };
  const named = reprice(naming(session, applied, context), context);
  // A coupon without an effect is not applied.
  const rests = named.priced.resting.find(({ couponId }) => couponId === coupon.id);
  if (rests !== undefined) throw new AppError(rests.reason, rests.message);
  return updated(named, "coupons");
}

function isApplied({ id }: Coupon, { priced }: CheckoutSession): boolean {
  return priced.coupons.some(({ coupon }) => coupon.id === id);
}

/**
 * Removes a coupon code.
 *
 * @throws {AppError} `error.coupon-not-found` if the code was not entered
 */
export function removeCoupon(
  session: CheckoutSession,
  code: string,
  context: StepContext,
): Decision {
  const next = transition(session, "coupons.remove");
  // A coupon that was disabled meanwhile may still be in the shown price.
  const known = [...context.rules.coupons, ...session.priced.coupons.map(({ coupon }) => coupon)];
  const coupon = known.find((one) => couponKey(one.code) === couponKey(code));
  const codes = next.choices.codes.filter(({ couponId }) => couponId !== coupon?.id);
  if (codes.length === next.choices.codes.length) throw notFound(code);
  return updated(reprice({ ...next, choices: { ...next.choices, codes } }, context), "coupons");
}

function findCode(code: string, { rules }: StepContext): Coupon | undefined {
  return rules.coupons.find((one) =>
    one.applicationType === "CODE" && one.enabled && couponKey(one.code) === couponKey(code)
  );
}

function tooManyWrongCodes(waitMs: number): AppError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new AppError(
    "error.coupon-rate-limited",
    `Too many unknown codes: try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  );
}

function notFound(code: string): AppError {
  return new AppError("error.coupon-not-found", `Coupon ${shown(code)} does not exist`);
}

/** Adds a code to those it combines with, or replaces them. */
function withDiscount(
  codes: readonly EnteredCode[],
  coupon: Coupon,
  context: StepContext,
): EnteredCode[] {
  // Disabled coupons do not count.
  const known = codes.flatMap((one) => {
    const other = context.rules.coupons.find(({ id }) => id === one.couponId);
    return other === undefined ? [] : [{ one, other }];
  });
  const discounts = known.filter(({ other }) => other.gift === null);
  if (coupon.combine && discounts.every(({ other }) => other.combine)) {
    return [...known.map(({ one }) => one), entered(coupon, null, context)];
  }
  const gifts = known.filter(({ other }) => other.gift !== null).map(({ one }) => one);
  return [...gifts, entered(coupon, discounts.at(-1)?.other.code ?? null, context)];
}

function entered(
  coupon: Coupon,
  previousCode: string | null,
  { now }: StepContext,
): EnteredCode {
  return { couponId: coupon.id, enteredAt: now, previousCode };
}

/** If no code but an automatic coupon was replaced, the new code names that. */
function naming(
  before: CheckoutSession,
  after: CheckoutSession,
  context: StepContext,
): CheckoutSession {
  const own = after.choices.codes.at(-1)!;
  if (own.previousCode !== null) return after;
  const stays = new Set(reprice(after, context).priced.coupons.map((one) => one.coupon.id));
  const gone = before.priced.coupons.find(({ coupon }) =>
    coupon.gift === null && coupon.applicationType === "AUTOMATIC" && !stays.has(coupon.id)
  );
  if (gone === undefined) return after;
  const codes = after.choices.codes.map((one) =>
    one === own ? { ...one, previousCode: gone.coupon.code } : one
  );
  return { ...after, choices: { ...after.choices, codes } };
}

/**
 * Adds the time of an unknown code. Only times that still count are kept, so a session has at most
 * {@link GUESS_LIMIT}.
 *
 * @param wrongCodesAt oldest first
 */
function withWrongCode(wrongCodesAt: readonly number[], now: number): number[] {
  return [...wrongCodesAt.filter((at) => at > now - GUESS_WINDOW_MS), now].slice(-GUESS_LIMIT);
}

/**
 * Time from which another code may be entered; `now` or earlier means now.
 *
 * @param wrongCodesAt oldest first
 */
function nextCodeAt(wrongCodesAt: readonly number[]): number {
  const first = wrongCodesAt.at(-GUESS_LIMIT);
  return first === undefined ? 0 : first + GUESS_WINDOW_MS;
}
