/** A heading and a sentence for a page without content of its own. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}

/** All texts of the pages for customers, in one language. */
export interface Texts {
  readonly direction: "ltr" | "rtl";
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
    readonly tax: string;
    readonly shipping: string;
    readonly codFee: string;
    readonly total: string;
    readonly free: string;
    /** Shipping is not known yet. */
    readonly plusShipping: string;
  };
  readonly notFound: Notice;
  readonly tooMany: Notice;
  readonly refused: Notice;
  readonly failed: Notice;
}
