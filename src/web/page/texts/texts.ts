import type { Notice, OutcomeTexts, StepTexts } from "./checkout_texts.ts";

/** All texts of the pages for customers, in one language. */
export interface Texts {
  readonly direction: "ltr" | "rtl";
  /** Above every page of a test. */
  readonly testMode: string;
  readonly cart: {
    readonly title: string;
    readonly intro: (shop: string) => string;
    /** The session has ended. */
    readonly reopened: string;
    /** Before the titles of lines. */
    readonly leftOut: string;
    readonly repriced: string;
    /** `2 × 349.00` */
    readonly each: (quantity: string, price: string) => string;
    readonly gift: string;
    readonly outOfStock: string;
    readonly resume: string;
  };
  readonly amounts: {
    readonly subTotal: string;
    readonly discount: string;
    /** Of the payment method. */
    readonly offer: string;
    readonly coins: string;
    readonly taxIncluded: (tax: string) => string;
    readonly tax: string;
    readonly shipping: string;
    readonly codFee: string;
    readonly total: string;
    readonly free: string;
    /** Shipping is not known yet. */
    readonly plusShipping: string;
  };
  readonly steps: StepTexts;
  readonly outcomes: OutcomeTexts;
  /** A cart link whose goods are not sold. */
  readonly badCart: Notice;
  readonly tooManyCarts: Notice;
  /** A cart link with more units of a product than an order may have. */
  readonly tooManyUnits: Notice;
  readonly notFound: Notice;
  readonly tooMany: Notice;
  readonly refused: Notice;
  readonly failed: Notice;
}
