/** Models of the checkout page in its states, of one shop and one cart. */
import type { CustomerId } from "../../../src/domain/ids.ts";
import type { PlacedOrder } from "../../../src/domain/session/order.ts";
import type { Payment } from "../../../src/domain/session/payment.ts";
import type { Address, Choices } from "../../../src/domain/session/session.ts";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import type { Merchant, ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { CheckoutModel } from "../../../src/web/checkout_page/checkout/model.ts";
import { checkoutPage } from "../../../src/web/checkout_page/checkout/page.tsx";
import { type Language, wordingFor } from "../../../src/web/page/language.ts";
import {
  aCoupon,
  aLine,
  aMerchant,
  aProduct,
  aVariant,
  int64,
  NOW,
  uuid,
} from "../../support/builders.ts";
import { orderNumber } from "../../support/orders.ts";
import { percent } from "../../support/shop.ts";
import { sessionIn, type SessionState, shopAs } from "../../domain/steps/cases.ts";

export const PHONE = "+919876543210";
export const CODE = aCoupon({ id: uuid(22), code: "TEN", applicationType: "CODE", combine: true });
/** Needs 3,501.00 more than the cart has. */
export const BIG = { ...CODE, id: uuid<Coupon["id"]>(24), code: "BIG", minPurchase: 500_000 };
const AUTOMATIC = aCoupon({ id: uuid(23), code: "Coffee week", combine: true });
export const GIFT = aCoupon({
  id: uuid(21),
  code: "TOWEL",
  combine: true,
  gift: { targetType: "QUANTITY", target: 1, maxQuantity: 1, productIds: [int64(4)] },
});
const TOWEL = aProduct({
  productId: int64(4),
  title: "Tea Towel",
  variants: ["Check", "Stripe"].map((title, i) =>
    aVariant({ variantId: int64(41 + i), productId: int64(4), title })
  ),
});
/** Two bags of coffee and a mug: 1,499.00. */
const LINES = [
  aLine({
    quantity: 2,
    productId: int64(2),
    variantId: int64(21),
    title: "Monsoon Malabar Coffee",
    variantTitle: "250 g",
    singleVariant: false,
    unitPrice: 52_500,
  }),
  aLine({ title: "Stoneware Mug", unitPrice: 44_900, properties: { Engraving: "Asha", _id: "7" } }),
];

/** A shop with everything that the page can show. */
const RULES: ShopRules = {
  tax: { rate: 180_000, included: true },
  shipping: [{
    countries: ["IN", "LK"],
    postalPrefixes: [],
    options: [
      { id: "standard", name: "Standard", price: 6_000, freeAbove: 99_900 },
      { id: "express", name: "Next day", price: 15_000, freeAbove: null },
    ],
  }],
  cod: { fee: 4_000, min: 0, max: null, countries: [], prepaid: percent(10) },
  paymentOffers: [{ method: "PREPAID", discount: percent(5) }],
  coin: {
    provider: "CUSTOM",
    name: "Demo Coins",
    logo: "",
    coinValue: 10,
    baseCurrencyValue: 100,
    earnRate: 50_000,
  },
  verifyPhone: "always",
};
const FORM: CheckoutForm = {
  ...NO_CHECKOUT_FORM,
  paymentUrl: "https://pay.example/go",
  termsUrl: "https://shop.example/terms",
  privacyUrl: "https://shop.example/privacy",
};
export const MANUAL: Partial<CheckoutForm> = {
  paymentUrl: "",
  manual: { instructions: "Account 1234\nBank X", days: 3, upi: { id: "kiln@bank", name: "Kiln" } },
};
export const ADDRESS: Address = {
  name: "Asha Rao",
  phone: PHONE,
  line1: "221 MG Road",
  line2: null,
  city: "Bengaluru",
  state: "Karnataka",
  postalCode: "560038",
  countryCode: "IN",
  email: "asha@example.com",
};
/** Every choice made: pays ahead. */
export const CHOSEN: Partial<Choices> = {
  codes: [{ couponId: CODE.id, enteredAt: NOW, previousCode: null }],
  address: ADDRESS,
  claims: [{ couponId: GIFT.id, productId: int64(4), variantId: int64(41), quantity: 1 }],
  shippingOption: "standard",
  method: "PREPAID",
  coins: 500,
};
export const VERIFIED = { customer: { id: uuid<CustomerId>(50), phone: PHONE } };
export const READY: SessionState = { ...VERIFIED, choices: CHOSEN };

/** Differences of a shop from the usual one. */
interface ShopOver {
  readonly rules?: Partial<ShopRules>;
  readonly form?: Partial<CheckoutForm>;
  readonly merchant?: Partial<Merchant>;
  readonly coupons?: readonly Coupon[];
}

/** A model of the page: of a session that has just begun, but for what is given. */
export function aModel(
  session: SessionState = {},
  over: Partial<CheckoutModel> = {},
  shop: ShopOver = {},
): CheckoutModel {
  const rules = { ...RULES, ...shop.rules };
  const coupons = shop.coupons ?? [GIFT, CODE, AUTOMATIC, BIG];
  const context = shopAs({ rules, coupons, products: [TOWEL], coins: 500 });
  const state = { session: "IN_PROGRESS", payment: "DRAFT" } as const;
  return {
    path: "TOKEN",
    merchant: aMerchant({
      name: "Kiln & Clay",
      timeZone: "Asia/Kolkata",
      ...shop.merchant,
      rules,
      checkout: { ...FORM, ...shop.form },
    }),
    session: sessionIn(context, { state, lines: LINES, ...session }),
    now: NOW,
    edit: null,
    problem: null,
    entered: {},
    changed: null,
    codes: "sent-to-phone",
    hasProvider: false,
    payUrl: null,
    isHidden: false,
    next: "N".repeat(43),
    returnUrl: "https://shop.example/thanks",
    ...over,
  };
}

/** A payment under way, at a provider. */
export const PAYMENT: Payment = {
  id: uuid(70),
  method: "PREPAID",
  amount: 110_348,
  currencyCode: "INR",
  status: "PENDING",
  reference: null,
  startedAt: NOW,
  dueAt: null,
  atProvider: null,
  holds: "held",
  late: null,
  failure: null,
  fee: null,
};
export const PENDING: SessionState = {
  ...READY,
  state: { session: "IN_PROGRESS", payment: "PENDING" },
  payment: PAYMENT,
};
export const ORDER: PlacedOrder = {
  number: orderNumber(1),
  placedAt: NOW,
  late: false,
  shortfall: null,
  salesRecorded: true,
  cancellation: null,
  refunds: [],
  disputes: [],
};
export const DONE: SessionState = {
  ...READY,
  state: { session: "COMPLETED", payment: "PAID" },
  order: ORDER,
  amountPaid: 110_348,
};

/** The page of a model as text. */
export function pageOf(model: CheckoutModel, language: Language = "en"): string {
  return checkoutPage({ wording: wordingFor(language), toRoot: "../" }, model);
}

/** The states of the page, by name. */
export const MODELS: Readonly<Record<string, CheckoutModel>> = {
  start: aModel(),
  address: aModel(VERIFIED),
  shipping: aModel({ ...VERIFIED, choices: { address: ADDRESS } }),
  method: aModel({ ...VERIFIED, choices: { address: ADDRESS, shippingOption: "express" } }),
  review: aModel(READY),
  cod: aModel({ ...READY, choices: { ...CHOSEN, method: "COD" } }),
  changed: aModel(READY, { changed: { from: 110_348, to: 120_000 } }),
  failed: aModel({ ...READY, state: { session: "IN_PROGRESS", payment: "FAILED" } }),
  waiting: aModel(PENDING, { payUrl: "https://pay.example/go?payment_id=1" }),
  manual: aModel({ ...PENDING, payment: { ...PAYMENT, dueAt: NOW + 86_400_000 } }, {}, {
    form: MANUAL,
  }),
  done: aModel(DONE),
  ended: aModel({ state: { session: "ABANDONED", payment: "DRAFT" } }),
};
