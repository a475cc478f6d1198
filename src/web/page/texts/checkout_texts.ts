import type { ErrorCode } from "../../../domain/errors.ts";
import type { PaymentFailureKind } from "../../../domain/session/payment.ts";

/** Error codes with a text of their own for the customer; any other is a failure. */
export const SHOWN_ERRORS = [
  "error.invalid-request",
  "error.rate-limit-exceeded",
  "error.coupon-not-found",
  "error.coupon-not-started",
  "error.coupon-expired",
  "error.coupon-minimum-not-met",
  "error.coupon-not-eligible",
  "error.coupon-limit-reached",
  "error.coupon-not-better",
  "error.coupon-already-applied",
  "error.coupon-rate-limited",
  "error.invalid-state",
  "error.gift-not-available",
  "error.out-of-stock",
  "error.hold-limit",
  "error.phone-required",
  "error.address-required",
  "error.address-not-serviceable",
  "error.customer-required",
  "error.otp-invalid",
  "error.otp-expired",
  "error.otp-too-many-attempts",
  "error.otp-rate-limited",
  "error.otp-daily-limit",
  "error.otp-country-not-allowed",
  "error.otp-number-not-allowed",
  "error.coins-not-available",
  "error.cod-not-available",
  "error.price-changed",
  "error.payment-required",
  "error.payment-not-found",
  "error.provider-refused",
  "error.conflict",
  "error.unavailable",
] as const satisfies readonly ErrorCode[];
/** One of {@link SHOWN_ERRORS}. */
export type ShownError = (typeof SHOWN_ERRORS)[number];

/** Names of the fields of the page's forms. */
export const SHOWN_FIELDS = [
  "code",
  "otp",
  "coins",
  "email",
  "name",
  "phone",
  "line1",
  "line2",
  "city",
  "state",
  "postal_code",
  "country_code",
] as const;
/** One of {@link SHOWN_FIELDS}. */
export type ShownField = (typeof SHOWN_FIELDS)[number];

/** A heading and a sentence. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}

/** A number of things, and the same as digits of the language. */
interface Count {
  readonly count: number;
  readonly shown: string;
}

/** Texts of the steps of the checkout page, in one language. */
export interface StepTexts {
  readonly title: string;
  readonly change: string;
  readonly cancel: string;
  readonly save: string;
  readonly optional: string;
  readonly order: string;
  readonly items: (items: Count) => string;
  readonly fields: Readonly<Record<ShownField, string>>;
  /** What is wrong with a field. */
  readonly invalid: Readonly<Record<ShownField, string>>;
  readonly coupon: {
    readonly add: string;
    readonly apply: string;
    readonly remove: (code: string) => string;
    readonly automatic: string;
    readonly replaces: (code: string) => string;
    readonly notApplied: string;
    /** A verified phone number would save this amount. */
    readonly onceVerified: (amount: string) => string;
    readonly giftOnceVerified: string;
  };
  readonly gifts: {
    readonly title: string;
    /** How many a customer may take. */
    readonly upTo: (units: Count) => string;
    readonly none: string;
    readonly quantity: string;
    readonly save: string;
  };
  readonly phone: {
    readonly title: string;
    readonly why: string;
    readonly forCoins: (coins: string) => string;
    readonly send: string;
    readonly sentTo: (phone: string) => string;
    readonly inLog: string;
    readonly inTest: string;
    readonly verify: string;
    readonly again: string;
    readonly other: string;
    readonly verified: string;
    readonly off: string;
  };
  readonly address: {
    readonly title: string;
    readonly contact: string;
    readonly to: string;
    readonly again: string;
    readonly hidden: string;
  };
  readonly shipping: { readonly title: string; readonly standard: string };
  readonly coins: {
    readonly title: (name: string) => string;
    readonly unnamed: string;
    readonly balance: (coins: string, usable: string, worth: string) => string;
    readonly use: string;
    readonly used: (coins: string, worth: string) => string;
    readonly remove: string;
  };
  readonly method: {
    readonly title: string;
    readonly online: string;
    readonly onlineHint: string;
    readonly manual: string;
    readonly manualHint: string;
    readonly cod: string;
    readonly codHint: string;
    readonly saves: (amount: string) => string;
    readonly fee: (amount: string) => string;
    readonly partNow: (amount: string) => string;
    readonly somePartNow: string;
  };
  readonly review: {
    readonly title: string;
    readonly now: string;
    readonly onDelivery: string;
    readonly received: (amount: string) => string;
    /** Before and between the links to the shop's terms and its privacy policy. */
    readonly agree: string;
    readonly terms: string;
    readonly privacy: string;
    readonly pay: (amount: string) => string;
    readonly place: (amount: string) => string;
    readonly free: string;
    readonly again: string;
  };
  readonly outOfStock: Notice;
  readonly changed: {
    readonly title: string;
    readonly was: string;
    readonly is: string;
    readonly confirm: string;
  };
  /** Why the last payment failed, as a sentence. */
  readonly failures: Readonly<Record<PaymentFailureKind | "UNKNOWN", string>>;
  readonly retry: string;
  readonly cannotPay: Notice;
  readonly errors: Readonly<Record<ShownError, string>>;
  readonly missing: (amount: string) => string;
  readonly missingItems: (items: Count) => string;
  readonly savesLess: (own: string, other: string) => string;
  /** `in 30 seconds` */
  readonly tryAgain: (when: string) => string;
  readonly offline: string;
  readonly back: (shop: string) => string;
}

/** Texts of the pages after the steps, in one language. */
export interface OutcomeTexts {
  readonly waiting: {
    readonly title: string;
    readonly text: string;
    readonly late: string;
    readonly amount: string;
    readonly resume: string;
    readonly other: string;
  };
  readonly manual: {
    readonly title: (amount: string) => string;
    readonly text: (shop: string) => string;
    readonly due: string;
    readonly late: string;
    readonly reference: string;
    readonly upi: string;
    readonly scan: string;
    readonly open: string;
    readonly how: string;
  };
  readonly done: {
    readonly title: string;
    readonly text: (shop: string) => string;
    readonly cancelled: string;
    readonly number: string;
    readonly placed: string;
    readonly paid: string;
    readonly refunded: string;
    readonly refundPending: string;
    readonly due: string;
    readonly address: string;
    readonly contact: string;
  };
  readonly ended: Notice;
  /** The page to which a payment leads back. */
  readonly returned: {
    readonly paid: string;
    readonly failed: string;
    readonly retry: string;
    readonly hint: string;
    readonly unpaid: string;
    readonly over: string;
  };
}
