import type { CartCatalog, CartLine } from "../cart/cart.ts";
import type { Change } from "../changes.ts";
import { AppError } from "../errors.ts";
import { type EventDraft, sessionEvent, type UpdateStep } from "../events.ts";
import type { CustomerId } from "../ids.ts";
import type { PricingRules } from "../pricing/model.ts";
import { price } from "../pricing/price.ts";
import { advance, type State, type Step } from "../session/lifecycle.ts";
import { type CheckoutSession, orderOf } from "../session/session.ts";
import { isErased } from "../shop/customer.ts";
import type { Merchant } from "../shop/merchant.ts";

/** Context of a step: the shop, the catalogue, the customer and the time. */
export interface StepContext extends CartCatalog {
  readonly merchant: Merchant;
  readonly rules: Omit<PricingRules, "atPayment">;
  /** The variants of the cart, of its gifts, and of what the step names. */
  readonly catalog: CartCatalog["catalog"];
  readonly now: number;
  /** A new UUID. */
  readonly newId: () => string;
}

/** Decision of a step: the session afterwards, and what must be committed with it. */
export interface Decision {
  readonly session: CheckoutSession;
  readonly effects: readonly Change[];
  readonly events: readonly EventDraft[];
  /** Note to the operator, for the log. */
  readonly note?: string;
  /** Error for the caller although the decision is committed. */
  readonly refusal?: AppError;
}

/**
 * The session with a step taken: its state moved on, its version one higher.
 *
 * @throws {AppError} `error.invalid-state` when the table does not allow the step
 */
export function transition(session: CheckoutSession, step: Step): CheckoutSession {
  const state = advance(session.state, step);
  if (state === null) {
    throw new AppError("error.invalid-state", stepRefusedIn(session.state));
  }
  return { ...session, state, version: session.version + 1 };
}

/** Message for a step that a state does not allow. */
export function stepRefusedIn({ session, payment }: State): string {
  if (session === "COMPLETED") return "The order is complete and cannot be changed";
  if (session === "ABANDONED") return "The session was abandoned and cannot be changed";
  if (payment === "PENDING") return "A payment is pending: wait for its result or cancel it";
  return `This step is not allowed in this state: ${session}, payment ${payment}`;
}

/** A decision with what belongs to it. */
export function decided(
  session: CheckoutSession,
  { effects = [], events, note, refusal }: {
    readonly effects?: readonly Change[];
    readonly events: readonly EventDraft[];
    readonly note?: string;
    readonly refusal?: AppError;
  },
): Decision {
  return { session, effects, events, ...(note && { note }), ...(refusal && { refusal }) };
}

/** A plain change of the session, announced with the step that made it. */
export function updated(
  session: CheckoutSession,
  step: UpdateStep,
  more: { readonly effects?: readonly Change[]; readonly refusal?: AppError } = {},
): Decision {
  return decided(session, {
    events: [sessionEvent("session.updated", session, { step })],
    ...more,
  });
}

/**
 * The session at its price of this moment. Gifts that are no longer covered have left
 * it, and so has cash on delivery where it is no longer to be had. What the shop has taken
 * out of its catalogue is out of stock.
 */
export function reprice(
  session: CheckoutSession,
  context: Pick<StepContext, "rules" | "catalog" | "now">,
): CheckoutSession {
  const { rules, now } = context;
  // A coupon that the shop has switched off is none any more, and stands in no other's way.
  const codes = session.choices.codes.filter(({ couponId }) =>
    rules.coupons.some(({ id }) => id === couponId)
  );
  const current = { ...session, choices: { ...session.choices, codes } };
  const gone = session.lines.filter((line) => isGone(line, context));
  const stock = gone.length === 0
    ? rules.stock
    : new Map([...rules.stock, ...gone.map(({ variantId }) => [variantId, 0] as const)]);
  const priced = price(orderOf(current), { ...rules, stock, atPayment: false }, now);
  const choices = { ...current.choices, claims: priced.claims };
  const settled = { ...session, choices, priced };
  if (choices.method !== "COD" || priced.totals.codAvailable) return settled;
  return reprice({ ...settled, choices: { ...choices, method: null } }, context);
}

/** True if a line is of the catalogue, and the shop has since taken it out of there. */
export function isGone(
  { listed, variantId }: CartLine,
  { catalog }: Pick<StepContext, "catalog">,
): boolean {
  return listed && !catalog.has(variantId);
}

/** The verified customer of a session, for what only a verified one may do. */
export function requireCustomer(session: CheckoutSession): CustomerId {
  const { customer } = session;
  if (customer !== null && !isErased(customer)) return customer.id;
  throw new AppError("error.customer-required", "Verify a phone number first");
}
