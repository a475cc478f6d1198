import type { Texts } from "./texts.ts";

/** English. */
export const EN: Texts = {
  direction: "ltr",
  cart: {
    title: "Your cart is waiting",
    intro: (shop) => `Continue where you left off at ${shop}.`,
    reopened: "Your checkout has ended in the meantime. We open it again, at today’s prices.",
    leftOut: "No longer available:",
    repriced: "Some prices have changed since your last visit.",
    each: (quantity, price) => `${quantity} × ${price}`,
    gift: "Free gift",
    outOfStock: "Not in stock at the moment",
    resume: "Continue to checkout",
  },
  amounts: {
    subTotal: "Subtotal",
    discount: "Discount",
    tax: "Tax",
    shipping: "Delivery",
    codFee: "Cash on delivery",
    total: "Total",
    free: "Free",
    plusShipping: "Delivery is added at checkout.",
  },
  notFound: {
    title: "This link no longer works",
    text: "The order may be complete, or the link is too old. Please go back to the shop.",
  },
  tooMany: { title: "Too many attempts", text: "Please wait a minute, then try again." },
  refused: {
    title: "This page cannot be opened",
    text: "Please open the link from your message again.",
  },
  failed: { title: "Something went wrong", text: "Please try again in a moment." },
};
