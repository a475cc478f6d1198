/** Short words for worked examples of steps: a shop as it stands, and a session in it. */
import { dayAt } from "../../../src/domain/values/calendar.ts";
import { NO_RECOVERY } from "../../../src/domain/session/recovery.ts";
import { deepEqual, ok, throws } from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { type Decision, reprice, type StepContext } from "../../../src/domain/decision/decision.ts";
import { HOLD, showingCoins } from "../../../src/domain/decision/holds.ts";
import { AppError, type ErrorCode } from "../../../src/domain/errors.ts";
import type { VariantId } from "../../../src/domain/ids.ts";
import type { CoinBalance } from "../../../src/domain/pricing/model.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import { INITIAL_STATE, type State } from "../../../src/domain/session/lifecycle.ts";
import { NO_OTP } from "../../../src/domain/session/otp.ts";
import {
  type CheckoutSession,
  type Choices,
  NO_BUYER,
  NO_CHOICES,
  orderOf,
  stockOf,
} from "../../../src/domain/session/session.ts";
import type { CatalogEntry, Product } from "../../../src/domain/shop/catalog.ts";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import type { Coupon, CouponUsage } from "../../../src/domain/shop/coupon.ts";
import { NO_RULES, type ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { OtpSend } from "../../../src/domain/steps/otp.ts";
import {
  aCustomer,
  aLine,
  aMerchant,
  deepFreeze,
  NOW,
  SESSION_ID,
  uuid,
} from "../../support/builders.ts";
import { orderNumber } from "../../support/orders.ts";
import { aMug } from "../../support/shop.ts";

/** Everything that a step is decided in; the rest is the simplest there is. */
export interface ShopState {
  readonly rules?: Partial<ShopRules>;
  /** Settings of the checkout page. */
  readonly checkout?: Partial<CheckoutForm>;
  readonly coupons?: readonly Coupon[];
  readonly products?: readonly Product[];
  readonly usage?: readonly (readonly [Coupon, Partial<CouponUsage>])[];
  /** Coins at hand of the customer. */
  readonly coins?: number;
  /** Coins that payments hold. */
  readonly held?: number;
  readonly debt?: number;
  readonly now?: number;
}

/** Ids that a step makes in an example, in the order it makes them. */
export const FIRST_ID = uuid(901);
export const SECOND_ID = uuid(902);
export const THIRD_ID = uuid(903);

/** The context of a step in a shop; gives out the ids above, anew for each context. */
export function shopAs(state: ShopState = {}): StepContext {
  const { rules, checkout, coupons = [], products = [aMug()], usage = [], now = NOW } = state;
  const { coins = 0, held = 0, debt = 0 } = state;
  const catalog = catalogOf(products);
  const balance: CoinBalance = { available: coins, debt, processing: held };
  let ids = 901;
  return {
    merchant: deepFreeze(aMerchant({
      rules: { ...NO_RULES, ...rules },
      checkout: { ...NO_CHECKOUT_FORM, ...checkout },
    })),
    rules: deepFreeze({
      shop: { ...NO_RULES, ...rules },
      coupons,
      usage: new Map(usage.map(([{ id }, one]) => [id, { used: 0, usedByCustomer: 0, ...one }])),
      giftProducts: new Map(products.map((product) => [product.productId, product])),
      stock: stockOf(catalog),
      coinBalance: balance,
    }),
    catalog,
    knownProducts: new Set(),
    aliases: new Map(),
    now,
    newId: () => uuid(ids++),
    newOrderNumber: () => orderNumber(1),
  };
}

function catalogOf(products: readonly Product[]): Map<VariantId, CatalogEntry> {
  return new Map(
    products.flatMap((product) =>
      product.variants.map((variant) => [variant.variantId, deepFreeze({ product, variant })])
    ),
  );
}

/** Fields of a session in an example; choices are merged into none. */
export interface SessionState extends Omit<Partial<CheckoutSession>, "choices" | "priced"> {
  readonly choices?: Partial<Choices>;
}

/** A session on two mugs (698.00) at its price in a shop, frozen with all it holds. */
export function sessionIn(context: StepContext, over: SessionState = {}): CheckoutSession {
  const { choices, ...rest } = over;
  const unpriced = {
    id: SESSION_ID,
    merchantId: context.merchant.id,
    livemode: true,
    version: 7,
    state: INITIAL_STATE,
    countryCode: "IN",
    currencyCode: "INR",
    redirectUrl: "https://demo-store.example/thanks",
    reference: null,
    note: null,
    attributes: {},
    lines: [aLine({ quantity: 2 })],
    customer: null,
    buyer: NO_BUYER,
    otp: NO_OTP,
    wrongCodesAt: [],
    payment: null,
    order: null,
    amountPaid: 0,
    collected: null,
    recovery: NO_RECOVERY,
    onPage: false,
    client: null,
    createdAt: NOW,
    choices: { ...NO_CHOICES, ...choices },
    ...rest,
  };
  const priced = price(orderOf(unpriced), { ...context.rules, atPayment: false }, context.now);
  return deepFreeze(reprice({ ...unpriced, priced }, context));
}

/** A session of which everything is set aside, at the price of the shop before it was. */
export function heldIn(context: StepContext, state: SessionState): CheckoutSession {
  const { available, debt, processing } = context.rules.coinBalance;
  const coinBalance = { available: available + processing, debt, processing: 0 };
  const before = { ...context, rules: { ...context.rules, coinBalance } };
  return deepFreeze(showingCoins(sessionIn(before, state), HOLD, before));
}

/** A session with its customer's coins shown so; fewer than would fit its cart. */
export function showing(
  session: CheckoutSession,
  available: number,
  processing: number,
): CheckoutSession {
  const coins = { ...session.priced.coins, available, redeemable: available, processing };
  return { ...session, priced: { ...session.priced, coins } };
}

/** The customer of {@link aCustomer} as a session knows it. */
export function verified(): { readonly customer: NonNullable<CheckoutSession["customer"]> } {
  const { id, phone } = aCustomer();
  return { customer: { id, phone } };
}

/** A pair of states: `at("IN_PROGRESS", "FAILED")`. */
export function at(
  session: State["session"],
  payment: State["payment"],
): { readonly state: State } {
  return { state: { session, payment } };
}

/** A send that no limit refuses. */
export const UNHINDERED: Omit<OtpSend, "phone" | "code" | "salt" | "key"> = {
  phoneSentAt: [],
  origin: { countryCode: "IN", callingCode: "91", kind: "MOBILE" },
  shop: { limit: 5000, day: dayAt(NOW, "UTC"), sentToday: 0 },
};

/** Fails unless a step is refused with this code and message and decides nothing. */
export function refuses(step: () => unknown, code: ErrorCode, message: string): void {
  throws(step, { name: "AppError", code, message });
}

/** Fails unless a decision is kept and refused with this code and message. */
export function keepsAndRefuses(
  { refusal, effects }: Decision,
  code: ErrorCode,
  message: string,
): void {
  ok(refusal instanceof AppError);
  deepEqual([refusal.code, refusal.message], [code, message]);
  deepEqual(effects, []);
}

/** Codes of the coupons in force with what each takes off and whom it replaced. */
export function inForce({ priced }: CheckoutSession): [string, number, string | null][] {
  return priced.coupons.map(({ coupon, amount, previousCode }) => [
    coupon.code,
    amount,
    previousCode,
  ]);
}

/** Effects of a kind. */
export function only<Kind extends Change["kind"]>(
  { effects }: Decision,
  kind: Kind,
): Extract<Change, { readonly kind: Kind }>[] {
  return effects.filter((one): one is Extract<Change, { readonly kind: Kind }> =>
    one.kind === kind
  );
}

/** Types of a decision's events. */
export function told({ events }: Decision): string[] {
  return events.map(({ type }) => type);
}

/** Variant, units and amount of each line, gifts last. */
export function linesOf({ priced }: CheckoutSession): [string, number, number][] {
  return priced.lines.map(({ variantId, quantity, total }) => [variantId, quantity, total]);
}
