/** The states of the pages, each with the shortest way to it. */
import type { Language } from "../../../src/web/page/language.ts";
import type { Tab } from "../../support/tab.ts";
import { leave, tokenOf } from "../../service/recovery/left.ts";
import { raiseExpress, RULES, type Scene, type SceneOptions, sellMugs } from "./scene.ts";
import {
  comeBack,
  deliverable,
  payable,
  started,
  type State,
  takeGift,
  totalOf,
  verify,
} from "./state.ts";
import { Shopper } from "./shopper.ts";
import { TRANSFER } from "./ways.ts";
import { aCode, percent } from "../../support/shop.ts";
import { OPERATOR } from "../../support/operator.ts";

const MANUAL: SceneOptions = {
  form: { paymentUrl: "", manual: TRANSFER },
  rules: { paymentOffers: [] },
};

/** Every state of the checkout page, and of the pages around it. */
export const STATES: readonly State[] = [{
  name: "start",
}, {
  name: "coupon-refused",
  act: (shopper) => shopper.enterCoupon("NOPE"),
}, {
  name: "coupon-applied",
  before: async (checkout) => {
    await checkout.step("POST /coupons", { code: "WELCOME50" });
  },
}, {
  name: "coupon-unverified",
  before: async (checkout, { world: { store, merchant, clock } }) => {
    const discount = percent(10);
    const once = { applicationType: "AUTOMATIC", usageLimitPerCustomer: 1 } as const;
    const coupon = aCode(27, "FIRSTORDER", { combine: true, discount });
    await store.commit([{
      kind: "coupon.put",
      coupon: { ...coupon, ...once, merchantId: merchant.id },
    }]);
    clock.advance(1000);
    await checkout.step("POST /coupons", { code: "WELCOME50" });
  },
}, {
  name: "gift-taken",
  before: (checkout) => takeGift(checkout),
}, {
  name: "code-sent",
  act: (shopper) => shopper.askForCode("98765 43210"),
}, {
  name: "test",
  options: { isTest: true },
  act: (shopper) => shopper.askForCode("98765 43210"),
}, {
  name: "code-wrong",
  act: async (shopper) => {
    await shopper.askForCode("98765 43210");
    await shopper.enterCode("12345");
  },
}, {
  name: "codes-off",
  options: { hasNoCodes: true, rules: { verifyPhone: "always" } },
}, {
  name: "address-refused",
  act: (shopper) => shopper.enterAddress({ postal_code: "400001", phone: "123" }),
}, {
  name: "address-not-served",
  act: (shopper) => shopper.enterAddress({ postal_code: "400001" }),
}, {
  name: "delivery-options",
  before: (checkout, { address }) => checkout.step("PUT /address", address),
}, {
  name: "coins",
  before: async (checkout, scene) => {
    await deliverable(checkout, scene);
    await verify(checkout);
  },
}, {
  name: "methods",
  before: deliverable,
}, {
  name: "methods-prepaid-part",
  options: { rules: { cod: { ...RULES.cod!, prepaid: percent(10) } } },
  before: deliverable,
}, {
  name: "review",
  before: async (checkout, scene) => {
    await takeGift(checkout);
    await verify(checkout);
    await payable(checkout, scene);
    await checkout.step("PUT /coins", { coins: 100 });
  },
}, {
  name: "review-cash-on-delivery",
  before: (checkout, scene) => payable(checkout, scene, "COD"),
}, {
  name: "address-changed",
  before: payable,
  edit: "address",
}, {
  name: "price-changed",
  before: payable,
  act: async (shopper, scene) => {
    await raiseExpress(scene);
    await shopper.pay(await totalOf(shopper));
  },
}, {
  name: "sold-out",
  before: payable,
  act: async (shopper, scene) => {
    await sellMugs(scene);
    await shopper.pay(await totalOf(shopper));
  },
}, {
  name: "cannot-pay",
  options: { form: { paymentUrl: "" }, rules: { cod: null } },
  before: deliverable,
}, {
  name: "waiting",
  before: started,
}, {
  name: "payment-failed",
  before: async (checkout, scene) => {
    const { payment_id, amount } = await started(checkout, scene);
    const data = { status: "FAILED", amount, reference: "pay_1" };
    await checkout.step(`POST /payment/${payment_id}/result`, data);
  },
}, {
  name: "address-hidden",
  before: (checkout, { address }) => checkout.step("PUT /address", address),
  act: async (shopper) => {
    await shopper.askForCode("98765 00001");
    await shopper.enterCode();
  },
}, {
  name: "returned-waiting",
  before: payable,
  act: (shopper) => comeBack(shopper, "Leave"),
}, {
  name: "returned-failed",
  before: payable,
  act: (shopper) => comeBack(shopper, "Fail"),
}, {
  name: "returned-paid",
  before: payable,
  act: (shopper) => comeBack(shopper, "Pay"),
}, {
  name: "transfer",
  options: MANUAL,
  before: payable,
  act: async (shopper) => await shopper.place(await totalOf(shopper)),
}, {
  name: "thanks",
  before: async (checkout, scene) => {
    await takeGift(checkout);
    await verify(checkout);
    await payable(checkout, scene);
    await checkout.pay();
  },
}, {
  name: "thanks-cash-on-delivery",
  before: async (checkout, scene) => {
    await payable(checkout, scene, "COD");
    await checkout.step("POST /complete");
  },
}, {
  name: "thanks-later",
  before: async (checkout, scene) => {
    await payable(checkout, scene, "COD");
    await checkout.step("POST /complete");
    scene.world.clock.advance(30 * 60_000);
  },
}, {
  name: "cancelled",
  before: async (checkout, scene) => {
    await payable(checkout, scene, "COD");
    await checkout.step("POST /complete");
    await checkout.step("POST /cancel", {});
  },
}, {
  name: "refunded",
  before: async (checkout, scene) => {
    await payable(checkout, scene);
    await checkout.pay();
    const terms = { lines: [], all: false, reason: null, disputed: false, allowance: null };
    const { orderAdmin } = scene.world.services;
    for (const [amount, reference] of [[10_00, "UTR 1"], [5_00, null]] as const) {
      await orderAdmin.refund(checkout.id, () => ({ ...terms, amount, reference }), OPERATOR);
    }
  },
}, {
  name: "ended",
  before: (_, { world }) => Promise.resolve(world.clock.advance(3_600_000)),
}, {
  name: "not-found",
  url: (_, { origin }) => Promise.resolve(`${origin}/c/${"x".repeat(43)}`),
}, {
  name: "too-many-tries",
  url: async (_, { origin }) => {
    for (let i = 0; i < 21; i++) await (await fetch(`${origin}/c/${i}`)).body?.cancel();
    return `${origin}/c/x`;
  },
}, {
  name: "left-cart",
  url: async (_, { world, origin }) => {
    const cart = [{ product_id: 1, variant_id: 11, quantity: 2 }];
    return `${origin}/c/recover/${await tokenOf(world, await leave(world, cart))}`;
  },
}];

/** States that look like another one, but for a line: they have no picture. */
export const ALIKE = [
  "returned-waiting",
  "gift-taken",
  "address-not-served",
  "thanks-later",
  "refunded",
  "too-many-tries",
];

/** Brings a tab into a state. */
export async function reach(
  { before, edit, act, url }: State,
  { scene, tab, language }: {
    readonly scene: Scene;
    readonly tab: Tab;
    readonly language: Language;
  },
): Promise<void> {
  const { checkout, url: own } = await scene.open();
  await before?.(checkout, scene);
  const query = edit === undefined ? "" : `?edit=${edit}`;
  await tab.goTo(await url?.(checkout, scene) ?? `${own}${query}`);
  await act?.(new Shopper(tab, checkout, language), scene);
}
