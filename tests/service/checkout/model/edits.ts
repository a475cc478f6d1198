/** Steps that change a cart: what each may come to, and when. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { anAddress } from "../../../support/builders.ts";
import { edit, kept, needsOf, type Scene, type Sent, step } from "./request.ts";
import { GIFT_ID, LIMITS, SHORT_ENDS_AT } from "./shop.ts";

/** Every state allows to be looked at. */
const EVERYWHERE = {
  iD: "iD",
  gD: "gD",
  gW: "gW",
  gF: "gF",
  cD: "cD",
  cP: "cP",
  aD: "aD",
  aW: "aW",
  aF: "aF",
} as const;

export async function replaceItems(scene: Scene, mugs: number, pens: number): Promise<void> {
  const items = [{ product_id: 1, variant_id: 11, quantity: mugs }];
  if (pens > 0) items.push({ product_id: 2, variant_id: 21, quantity: pens });
  const code = await edit(scene, ["PUT", "/items", { items }]);
  equal(code ?? "", "");
}

export async function applyCoupon(scene: Scene, name: string): Promise<void> {
  const { model, session: { phone } } = scene;
  const code = await edit(scene, ["POST", "/coupons", { code: name.toLowerCase() }]);
  if (code === null) return;
  // A wrong code is counted, and that is a change of the session.
  if (code === "error.coupon-not-found") kept(scene, scene.session.cell);
  const limit = LIMITS[name];
  const isCode = limit !== undefined && !model.removed.has(name) && name !== "HELLO" &&
    name !== "GIFT";
  const isUsedUp = isCode &&
    ((limit.all !== null && model.uses(name) >= limit.all) ||
      (limit.each !== null && phone !== null && model.uses(name, phone) >= limit.each));
  const isOver = name === "SHORT" && model.now >= SHORT_ENDS_AT;
  const reasons: Record<string, boolean> = {
    "": isCode && !isUsedUp && !isOver,
    "error.coupon-not-found": !isCode,
    "error.coupon-limit-reached": isUsedUp,
    "error.coupon-expired": isOver,
    "error.coupon-already-applied": isCode,
    "error.coupon-not-better": isCode,
  };
  ok(reasons[code], `${name} ${code}`);
}

export async function removeCoupon(scene: Scene, name: string): Promise<void> {
  const before = scene.session.shown.coupons;
  const code = await edit(scene, ["DELETE", `/coupons/${name}`]);
  if (code === "error.coupon-not-found") {
    const entered = before.filter((one: Record<string, unknown>) =>
      one["applied_from"] === "MANUAL"
    );
    ok(!entered.some((one: Record<string, unknown>) => one["code"] === name), "it was there");
  } else {
    equal(code ?? "", "");
  }
}

export async function claimGifts(scene: Scene, quantity: number, variant: number): Promise<void> {
  const claim = { coupon_id: GIFT_ID, variant_id: variant, quantity };
  const sent: Sent = ["PUT", "/add-ons", { add_ons: quantity === 0 ? [] : [claim] }];
  const { model } = scene;
  const left = model.left("91");
  const code = await edit(scene, sent);
  const reasons: Record<string, boolean> = {
    "": quantity === 0 || (variant === 91 && quantity <= 2 && quantity <= left),
    "error.gift-not-available": quantity > 0,
    "error.out-of-stock": quantity > left,
  };
  ok(code === null || reasons[code], `${quantity} of ${variant}: ${code}`);
}

export async function setAddress(scene: Scene, country: string): Promise<void> {
  const { name, phone, line1, city, postalCode } = anAddress();
  const address = { name, phone, line1, city, postal_code: postalCode, country_code: country };
  const code = await edit(scene, ["PUT", "/address", address]);
  if (code === "") scene.session.hasAddress = true;
  if (code === null) return;
  const isServed = !scene.model.kind.ships || country === "IN";
  equal(code, isServed ? "" : "error.address-not-serviceable");
}

/** An e-mail of nothing else than the session; an empty one is that of the address. */
export async function setBuyer(scene: Scene, email: string | null): Promise<void> {
  const before = scene.session.shown.pricing;
  const code = await edit(scene, ["PUT", "/buyer", { name: "Asha Rao", email }]);
  if (code === null) return;
  equal(code, "");
  const { shown } = scene.session;
  deepEqual(shown.buyer, { name: "Asha Rao", email: email ?? shown.address?.email ?? null });
  deepEqual(shown.pricing, before);
}

/** Express is offered where the shop ships at a price. */
export async function chooseShipping(scene: Scene, isFast: boolean): Promise<void> {
  const { model, session } = scene;
  const id = isFast && model.kind.ships ? "express" : "standard";
  const code = await edit(scene, ["PUT", "/shipping-option", { id }]);
  if (code === null) return;
  equal(code, session.hasAddress ? "" : "error.address-required");
  if (code === "") equal(session.shown.shipping_option, id);
}

export async function redeemCoins(scene: Scene, coins: number): Promise<void> {
  const { model, session } = scene;
  const code = await edit(scene, ["PUT", "/coins", { coins }]);
  const isKnown = session.phone !== null;
  const reasons: Record<string, boolean> = {
    "": coins === 0 || (isKnown && coins <= model.available(session.phone)),
    "error.customer-required": coins > 0 && !isKnown,
    "error.coins-not-available": coins > 0 && isKnown,
  };
  ok(code === null || reasons[code], `${coins} coins: ${code}`);
  if (code === "") equal(needsOf(scene).coins, coins);
}

export async function chooseMethod(scene: Scene, method: string): Promise<void> {
  const code = await edit(scene, ["PUT", "/payment-method", { method }]);
  ok(code === null || code === "" || (method === "COD" && code === "error.cod-not-available"));
}

/** A price does not move by being looked at, nor by anything that others do. */
export async function read(scene: Scene): Promise<void> {
  const { model, session } = scene;
  const outcome = await step(scene, EVERYWHERE, ["GET", ""]);
  if (outcome === null) return;
  equal(outcome.code, "");
  deepEqual(outcome.data.items, session.shown.items);
  const { amount_paid: _, ...pricing } = outcome.data.pricing;
  const { amount_paid: __, ...before } = session.shown.pricing;
  deepEqual(pricing, before);
  session.lastActiveAt = model.now;
}
