/** A valid request to every operation: what is mutated, and what tenants are told apart with. */
import type { Operation } from "../../src/web/operation.ts";
import { aCart } from "../support/app.ts";
import { ADDRESS, GIFT, KNOWN_PHONE, mugs, POSTER } from "../web/api/shop.ts";

/** Values of a session from the answers so far. */
export interface Live {
  readonly id: string;
  /** The payment that was started last. */
  payment: { readonly payment_id: string; readonly amount: number } | null;
  /** The one-time code that was told last. */
  otp: string;
}

/** A request that fits an operation, if the session's state does. */
export interface Example {
  /** By name; `id` is the session's. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Stands for the one-time code until one was told. */
export const NO_CODE = "000000";
const CODE = "FLAT50";
const NO_PAYMENT = "00000000-0000-7000-8000-000000000999";

const EXAMPLES: Readonly<Record<string, (live: Live) => Example>> = {
  createSession: () => ({ body: aCart() }),
  getSession: () => ({}),
  replaceItems: () => ({ body: { data: { items: mugs(3) } } }),
  applyCoupon: () => ({ body: { data: { code: CODE } } }),
  removeCoupon: () => ({ params: { code: CODE } }),
  claimGifts: () => ({
    body: { data: { add_ons: [{ coupon_id: GIFT, variant_id: Number(POSTER), quantity: 1 }] } },
  }),
  setAddress: () => ({ body: { data: ADDRESS } }),
  setBuyer: () => ({ body: { data: { name: "Asha Rao", email: "asha@example.com" } } }),
  chooseShippingOption: () => ({ body: { data: { id: "express" } } }),
  sendOneTimeCode: () => ({ body: { data: { phone: KNOWN_PHONE } } }),
  verifyOneTimeCode: ({ otp }) => ({ body: { data: { phone: KNOWN_PHONE, otp } } }),
  // Without a code the phone is not verified, and there are no coins.
  redeemCoins: ({ otp }) => ({ body: { data: { coins: otp === NO_CODE ? 0 : 100 } } }),
  choosePaymentMethod: () => ({ body: { data: { method: "COD" } } }),
  startPayment: () => ({}),
  reportPaymentResult: ({ payment }) => ({
    params: { payment_id: payment?.payment_id ?? NO_PAYMENT },
    body: {
      data: {
        status: "PAID",
        amount: payment?.amount ?? 1,
        reference: `pay_${payment?.payment_id}`,
      },
    },
  }),
  cancelPayment: ({ payment }) => ({ params: { payment_id: payment?.payment_id ?? NO_PAYMENT } }),
  listOrders: () => ({}),
  getOrder: ({ id }) => ({ params: { number: id } }),
  listSessions: () => ({}),
  listRefunds: () => ({}),
  listUnexpectedPayments: () => ({}),
  completeSession: () => ({}),
  abandonSession: () => ({}),
  makeCheckoutLink: () => ({}),
  "guides.page": () => ({ params: { page: "commands" } }),
  refundOrder: () => ({ body: { data: { amount: 1, reason: "Late" } } }),
  reportRefundResult: () => ({
    params: { refund_id: NO_PAYMENT },
    body: { data: { state: "DONE", reference: "UTR 1" } },
  }),
  cancelOrder: () => ({ body: { data: { reason: "Refused at the door" } } }),
};

/**
 * The example of an operation; those that anybody may call take nothing.
 *
 * @throws when an operation has none: a new one has to get it here
 */
export function exampleOf({ id, access }: Operation, live: Live): Example {
  const make = EXAMPLES[id];
  if (make !== undefined) return make(live);
  if (access === "open") return {};
  throw new Error(`An operation has no example in tests/fuzz/examples.ts: ${id}`);
}

/** The path of an operation with its parameters. */
export function pathOf({ path }: Operation, live: Live, { params = {} }: Example): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === "id" ? live.id : params[name];
    if (value === undefined) throw new Error(`An example lacks a parameter: ${path}, ${name}`);
    return value;
  });
}
