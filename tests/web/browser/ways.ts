/** The ways to pay that a checkout page has. */
import assert from "node:assert/strict";
import { percent, shippingAt } from "../../support/shop.ts";
import { RULES, type Scene, type SceneOptions } from "./scene.ts";
import type { Shopper } from "./shopper.ts";
import { OPERATOR } from "../../support/operator.ts";

/** A way to pay: its shop, and what a customer does from choosing it to the order. */
export interface Way {
  readonly name: string;
  readonly options?: SceneOptions;
  /** A code that applies. */
  readonly coupon: string;
  /** True if the coupon leaves nothing to pay: then there are no gifts, options and coins. */
  readonly isFree?: boolean;
  readonly pay: (shopper: Shopper, scene: Scene) => Promise<void>;
  /** Total of the order, and what is received by then. */
  readonly total: number;
  readonly received: number;
}

const USUAL = { coupon: "WELCOME50" };

/** Bank details and an UPI account. */
export const TRANSFER = {
  instructions: "Transfer to Marlow & Finch, account 1234 5678.\nWe confirm within a day.",
  days: 3,
  upi: { id: "marlow@okbank", name: "Marlow & Finch" },
};

/** Goods 947.50, less 24.95 (a tenth of the towel), 50.00 and 10.00 in coins; express 150.00. */
export const WAYS: readonly Way[] = [{
  ...USUAL,
  name: "prepaid",
  async pay(shopper) {
    const { tab, texts: { steps } } = shopper;
    await shopper.take(steps.method.online);
    await shopper.pay(96_892);
    await tab.sees("Payment of 968.92");
    await tab.press("Pay");
  },
  // 43.63 (5 %) less for paying online.
  total: 96_892,
  received: 96_892,
}, {
  ...USUAL,
  name: "manual",
  options: { form: { paymentUrl: "", manual: TRANSFER }, rules: { paymentOffers: [] } },
  async pay(shopper, { world }) {
    const { tab, texts, checkout } = shopper;
    const { steps, outcomes: { manual } } = texts;
    await shopper.take(steps.method.manual);
    await shopper.place(101_255);
    await tab.sees(manual.title(shopper.amount(101_255)));
    await tab.sees("account 1234 5678");
    const link = await tab.find("link", manual.open);
    const { searchParams } = new URL(await link.evaluate((one) => one.href));
    assert.deepEqual([searchParams.get("pa"), searchParams.get("am")], [
      "marlow@okbank",
      "1012.55",
    ]);
    await world.services.sessionAdmin.paid(checkout.id, null, OPERATOR);
    await tab.page.reload();
  },
  total: 101_255,
  received: 101_255,
}, {
  ...USUAL,
  name: "cash on delivery",
  async pay(shopper) {
    const { texts: { steps } } = shopper;
    await shopper.take(steps.method.cod);
    await shopper.place(105_255);
  },
  // A fee of 40.00.
  total: 105_255,
  received: 0,
}, {
  ...USUAL,
  name: "cash on delivery with a prepaid part",
  options: { rules: { cod: { ...RULES.cod!, prepaid: percent(10) } } },
  async pay(shopper) {
    const { tab, texts: { steps } } = shopper;
    await shopper.take(steps.method.cod);
    await shopper.pay(10_526);
    await tab.sees("Payment of 105.26");
    await tab.press("Pay");
  },
  total: 105_255,
  received: 10_526,
}, {
  name: "free",
  options: {
    rules: { shipping: [shippingAt(0, { postalPrefixes: ["56"] })] },
  },
  coupon: "ONTHEHOUSE",
  isFree: true,
  async pay({ tab, texts: { steps } }) {
    await tab.press(steps.review.free);
  },
  total: 0,
  received: 0,
}];
