import { deepEqual, equal } from "node:assert/strict";
import { MAX_LINES } from "../../../src/domain/cart/cart.ts";
import { replaceItems } from "../../../src/domain/steps/items.ts";
import { aMerchant, aRawLine, int64, NOW } from "../../support/builders.ts";
import { entered } from "../pricing/cases.ts";
import { aMug, CODE, coupon, percent } from "../../support/shop.ts";
import { at, linesOf, refuses, sessionIn, shopAs, told } from "./cases.ts";

Deno.test("replaceItems() prices the new cart at the catalogue's prices", () => {
  const context = shopAs();
  const before = sessionIn(context);
  const decision = replaceItems(before, [aRawLine({ price: 1 }, { quantity: 3 })], context);
  deepEqual(linesOf(decision.session), [["11", 3, 104_700]]);
  equal(decision.session.priced.totals.totalPayable, 104_700);
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  equal(decision.session.version, before.version + 1);
});

Deno.test("replaceItems() reads a variant the shop does not know in its cart format", () => {
  const context = { ...shopAs(), merchant: aMerchant({ cartFormat: "shopify" }) };
  const items = [aRawLine({ price: 1_999 }, { productId: int64(2), variantId: int64(21) })];
  deepEqual(linesOf(replaceItems(sessionIn(context), items, context).session), [["21", 1, 1_999]]);
});

Deno.test("replaceItems() keeps codes and lets them rest while the cart is too small", () => {
  const save = coupon("SAVE10", percent(10), { ...CODE, minPurchase: 50_000 });
  const context = shopAs({ coupons: [save] });
  const before = sessionIn(context, { choices: { codes: [entered(save, NOW)] } });
  const smaller = replaceItems(before, [aRawLine()], context).session;
  deepEqual([smaller.choices.codes, smaller.priced.coupons], [[entered(save, NOW)], []]);
  const larger = replaceItems(smaller, [aRawLine({}, { quantity: 2 })], context).session;
  equal(larger.priced.totals.couponDiscount, 6_980);
});

Deno.test("replaceItems() takes 1 to 500 lines", () => {
  const context = shopAs({ products: [aMug(null)] });
  const items = (count: number) => Array.from({ length: count }, () => aRawLine());
  const replace = (count: number) => replaceItems(sessionIn(context), items(count), context);
  equal(replace(MAX_LINES).session.lines.length, 500);
  for (const count of [0, 501]) {
    const message = `data.items must have 1 to 500 lines, got ${count}`;
    refuses(() => replace(count), "error.invalid-request", message);
  }
});

Deno.test("replaceItems() refuses a line that cannot be priced, and a cart that is being paid", () => {
  const context = shopAs();
  const unknown = [aRawLine({ price: null }, { productId: int64(2), variantId: int64(21) })];
  refuses(
    () => replaceItems(sessionIn(context), unknown, context),
    "error.invalid-request",
    "data.items[0].price is required: the variant is not in the shop's catalogue",
  );
  refuses(
    () => replaceItems(sessionIn(context, at("IN_PROGRESS", "PENDING")), [aRawLine()], context),
    "error.invalid-state",
    "A payment is pending: wait for its result or cancel it",
  );
});
