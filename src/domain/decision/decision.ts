import type { CartCatalog, CartLine } from "../cart/cart.ts";
import type { Change } from "../changes.ts";
import { AppError } from "../errors.ts";
import type { UpdateStep } from "../event_fields.ts";
import { type EventDraft, sessionEvent } from "../events.ts";
import type { HoldLimits } from "../hold_limits.ts";
import type { CustomerId, OrderNumber } from "../ids.ts";
import type { PricingRules } from "../pricing/model.ts";
import { price } from "../pricing/price.ts";
import { advance, type State, type Step } from "../session/lifecycle.ts";
import { type PlacedOrder, wasCancelled } from "../session/order.ts";
import { type CheckoutSession, orderOf } from "../session/session.ts";
import { isErased } from "../shop/customer.ts";
import type { Merchant } from "../shop/merchant.ts";

/** Context of a step: the shop, the catalogue, the customer and the time. */
export interface StepContext extends CartCatalog {
  readonly merchant: Merchant;
  readonly rules: Omit<PricingRules, "atPayment">;
  /** Variants of the cart, its gifts and the step's input. */
  readonly catalog: CartCatalog["catalog"];
  readonly now: number;
  /** A new UUID. */
  readonly newId: () => string;
  /** What limits the holds of this step; absent for none. */
  readonly holdLimits?: HoldLimits;
  /** A random order number; the commit refuses one that the shop has. */
  readonly newOrderNumber: () => OrderNumber;
}

/** Decision of a step: the session afterwards, and what must be committed with it. */
export interface Decision {
  readonly session: CheckoutSession;
  readonly effects: readonly Change[];
  readonly events: readonly EventDraft[];
  /** Note for the operator's log. */
  readonly note?: string;
  /** Error for the caller of a decision that is committed. */
  readonly refusal?: AppError;
}

/**
 * Takes a step: the next state, and a version higher by one.
 *
 * @throws {AppError} `error.invalid-state` if the table does not allow the step
 */
export function transition(session: CheckoutSession, step: Step): CheckoutSession {
  const state = advance(session.state, step);
  if (state === null) {
    throw new AppError("error.invalid-state", stepRefusedIn(session.state, session.order));
  }
  return { ...session, state, version: session.version + 1 };
}

/** Message for a step that is not allowed in a state. */
export function stepRefusedIn(
  { session, payment }: State,
  order: PlacedOrder | null = null,
): string {
  if (wasCancelled(order)) return "The order was cancelled and cannot be changed";
  if (session === "COMPLETED") return "The order is complete and cannot be changed";
  if (session === "ABANDONED") return "The session was abandoned and cannot be changed";
  if (payment === "PENDING") return "A payment is pending: wait for its result or cancel it";
  return `This step is not allowed in this state: ${session}, payment ${payment}`;
}

/** Makes a decision. */
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

/** A change of the session, with the event that names its step. */
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
 * Prices the session now. Gifts that the cart no longer earns are removed, and so are a shipping
 * option and cash on delivery if they are no longer available. Products removed from the catalogue
 * are out of stock.
 */
export function reprice(
  session: CheckoutSession,
  context: Pick<StepContext, "rules" | "catalog" | "now">,
): CheckoutSession {
  const { rules, now } = context;
  // A disabled coupon no longer counts and blocks no other.
  const codes = session.choices.codes.filter(({ couponId }) =>
    rules.coupons.some(({ id }) => id === couponId)
  );
  const current = { ...session, choices: { ...session.choices, codes } };
  const gone = session.lines.filter((line) => isGone(line, context));
  const stock = gone.length === 0
    ? rules.stock
    : new Map([...rules.stock, ...gone.map(({ variantId }) => [variantId, 0] as const)]);
  const priced = price(orderOf(current), { ...rules, stock, atPayment: false }, now);
  const { shippingOption } = current.choices;
  const choices = {
    ...current.choices,
    claims: priced.claims,
    shippingOption: shippingOption === priced.shippingOption ? shippingOption : null,
  };
  const settled = { ...session, choices, priced };
  if (choices.method !== "COD" || priced.totals.codAvailable) return settled;
  return reprice({ ...settled, choices: { ...choices, method: null } }, context);
}

/** True for a catalogue line whose variant the shop has removed. */
export function isGone(
  { listed, variantId }: CartLine,
  { catalog }: Pick<StepContext, "catalog">,
): boolean {
  return listed && !catalog.has(variantId);
}

/** The verified customer of a session. */
export function requireCustomer(session: CheckoutSession): CustomerId {
  const { customer } = session;
  if (customer !== null && !isErased(customer)) return customer.id;
  throw new AppError("error.customer-required", "Verify a phone number first");
}
