import { deepEqual, equal } from "node:assert/strict";
import type { ProductId } from "../../../src/domain/ids.ts";
import { giftLines, keptClaims, unlockedOffers } from "../../../src/domain/pricing/gifts.ts";
import type { GiftClaim, PricedCart } from "../../../src/domain/pricing/model.ts";
import type { Product } from "../../../src/domain/shop/catalog.ts";
import type { Coupon, Gift } from "../../../src/domain/shop/coupon.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";
import { entered, line, priced } from "./cases.ts";
import { CODE, coupon, fixed, percent, scope } from "../../support/shop.ts";

const GIFT: Gift = {
  targetType: "PURCHASE_AMOUNT",
  target: 99_900,
  maxQuantity: 2,
  productIds: [int64(9)],
};
const MUG = aProduct({
  productId: int64(9),
  variants: [91, 92].map((id) => aVariant({ variantId: int64(id), productId: int64(9) })),
});
const PRODUCTS = new Map<ProductId, Product>([[MUG.productId, MUG]]);

function giftCoupon(gift: Partial<Gift> = {}, over: Partial<Coupon> = {}): Coupon {
  return coupon("FREEMUG", fixed(0), { gift: { ...GIFT, ...gift }, ...over });
}

function claim(quantity: number, over: Partial<GiftClaim> = {}): GiftClaim {
  const { id } = giftCoupon();
  return { couponId: id, productId: int64(9), variantId: int64(91), quantity, ...over };
}

interface Cart {
  readonly paid: number;
  readonly quantity?: number;
  readonly coupons?: readonly Coupon[];
  readonly claims?: readonly GiftClaim[];
}

function cart({ paid, quantity = 1, coupons = [giftCoupon()], claims = [] }: Cart): PricedCart {
  const lines = [line(1, paid, { quantity })];
  return priced(lines, { coupons, order: { claims }, rules: { giftProducts: PRODUCTS } });
}

Deno.test("price() unlocks a gift from its purchase amount on", () => {
  equal(cart({ paid: 99_899 }).offers.length, 0);
  deepEqual(cart({ paid: 99_900 }).offers, [
    { couponId: giftCoupon().id, gift: GIFT, products: [MUG] },
  ]);
});

Deno.test("price() measures the purchase amount after coupons", () => {
  const coupons = [giftCoupon(), coupon("A", percent(10))];
  equal(cart({ paid: 110_999, coupons }).offers.length, 0); // 1109.99 - 111.00 = 998.99
  equal(cart({ paid: 111_000, coupons }).offers.length, 1); // 1110.00 - 111.00 = 999.00
});

Deno.test("price() unlocks a gift from its quantity of paid units on", () => {
  const coupons = [giftCoupon({ targetType: "QUANTITY", target: 3 })];
  equal(cart({ paid: 1, quantity: 2, coupons }).offers.length, 0);
  equal(cart({ paid: 1, quantity: 3, coupons }).offers.length, 1);
  // The gift itself is no paid unit: 2 + 1 claimed stay below 3.
  equal(cart({ paid: 1, quantity: 2, coupons, claims: [claim(1)] }).offers.length, 0);
});

Deno.test("price() makes a claimed gift a line of its own at price 0", () => {
  const { lines, totals, coupons } = cart({ paid: 99_900, claims: [claim(2)] });
  const gift = lines[1]!;
  deepEqual([gift.unitPrice, gift.quantity, gift.source], [0, 2, "ADD_ON"]);
  deepEqual([gift.subTotal, gift.discount, gift.total, gift.tax], [0, 0, 0, 0]);
  deepEqual([gift.compareAtPrice, gift.giftOf], [34_900, giftCoupon().id]);
  deepEqual([gift.title, gift.handle, gift.variantTitle], ["Mug", "mug", "Default Title"]);
  deepEqual([gift.singleVariant, gift.image], [false, "https://cdn.example/mug.png"]);
  deepEqual([totals.subTotal, totals.total, totals.discount], [99_900, 99_900, 0]);
  deepEqual(coupons.map(({ amount, cartAfter }) => [amount, cartAfter]), [[0, 99_900]]);
});

Deno.test("price() never makes the paid unit of the same variant free", () => {
  const lines = [line(9, 60_000), line(9, 60_000)];
  const order = { claims: [claim(1)] };
  const result = priced(lines, {
    coupons: [giftCoupon()],
    order,
    rules: { giftProducts: PRODUCTS },
  });
  deepEqual(result.lines.map(({ total }) => total), [60_000, 60_000, 0]);
});

Deno.test("price() lets a claimed gift leave when the cart falls below its target", () => {
  const below = cart({ paid: 99_899, claims: [claim(1)] });
  deepEqual([below.claims, below.lines.length, below.coupons.length], [[], 1, 0]);
  const reached = cart({ paid: 99_900, claims: [claim(1)] });
  deepEqual([reached.claims, reached.lines.length], [[claim(1)], 2]);
});

Deno.test("price() gives at most max_quantity units, over variants and repeated claims", () => {
  const quantities = (...claims: GiftClaim[]) =>
    cart({ paid: 99_900, claims }).claims.map((one) => [one.variantId, one.quantity]);
  deepEqual(quantities(claim(5)), [["91", 2]]);
  deepEqual(quantities(claim(1), claim(1, { variantId: int64(92) })), [["91", 1], ["92", 1]]);
  deepEqual(quantities(claim(2), claim(1, { variantId: int64(92) })), [["91", 2]]);
  deepEqual(quantities(claim(2), claim(2)), [["91", 2]]);
});

Deno.test("price() drops a claim of another coupon or of a variant that is no gift", () => {
  const other = claim(1, { couponId: coupon("OTHER", fixed(0)).id });
  const claims = [other, claim(1, { variantId: int64(11) })];
  deepEqual(cart({ paid: 99_900, claims }).claims, []);
});

Deno.test("price() counts gifts and paid units of a variant against one stock", () => {
  const out = (units: number) => {
    const result = priced([line(9, 99_900)], {
      coupons: [giftCoupon()],
      order: { claims: [claim(2)] },
      rules: { giftProducts: PRODUCTS, stock: new Map([[int64(91), units]]) },
    });
    return result.lines.map(({ outOfStock }) => outOfStock);
  };
  deepEqual(out(3), [false, false]); // 1 paid + 2 free
  deepEqual(out(2), [true, true]);
});

Deno.test("price() offers no gift of products that are gone or not on offer", () => {
  const { id, gift } = giftCoupon({ productIds: [int64(8), int64(9)] });
  const progress = { purchaseAmount: 99_900, quantity: 1, claims: [] };
  const unlocked = (products: Map<ProductId, Product>) =>
    unlockedOffers([giftCoupon({ productIds: [int64(8), int64(9)] })], products, progress);
  deepEqual(unlocked(PRODUCTS), [{ couponId: id, gift, products: [MUG] }]);
  deepEqual(unlocked(new Map([[int64(9), { ...MUG, status: "draft" }]])), []);
  deepEqual(unlocked(new Map([[int64(9), { ...MUG, variants: [] }]])), []);
  deepEqual(unlocked(new Map()), []);
});

Deno.test("unlockedOffers() passes over coupons that hold no gift", () => {
  const progress = { purchaseAmount: 99_900, quantity: 1, claims: [] };
  deepEqual(unlockedOffers([coupon("A", percent(10))], PRODUCTS, progress), []);
});

Deno.test("price() offers a gift with a code only once the code is entered", () => {
  const code = giftCoupon({}, CODE);
  const lines = [line(1, 99_900)];
  const result = (codes: ReturnType<typeof entered>[]) =>
    priced(lines, { coupons: [code], order: { codes }, rules: { giftProducts: PRODUCTS } });
  equal(result([]).offers.length, 0);
  const { offers, coupons, totals } = result([entered(code, 1, "OLD")]);
  equal(offers.length, 1);
  deepEqual(coupons.map(({ coupon, previousCode }) => [coupon.code, previousCode]), [
    ["FREEMUG", "OLD"],
  ]);
  equal(totals.couponDiscount, 0);
});

Deno.test("price() shows an automatic gift coupon among coupons once its gift is claimed", () => {
  equal(cart({ paid: 99_900 }).coupons.length, 0);
  const [applied] = cart({ paid: 99_900, claims: [claim(1)] }).coupons;
  deepEqual([applied?.coupon.code, applied?.previousCode], ["FREEMUG", null]);
});

Deno.test("price() offers no gift whose coupon is not eligible", () => {
  for (const over of [{ enabled: false }, { minQuantity: 2 }, scope(7), { usageLimit: 0 }]) {
    const coupons = [giftCoupon({}, over)];
    equal(cart({ paid: 99_900, coupons, claims: [claim(1)] }).lines.length, 1);
  }
});

Deno.test("price() takes no money off for a gift coupon's discount fields", () => {
  const coupons = [giftCoupon({}, { discount: percent(50) })];
  equal(cart({ paid: 99_900, coupons, claims: [claim(1)] }).totals.discount, 0);
});

Deno.test("keptClaims() and giftLines() pass over claims that no offer covers", () => {
  deepEqual(keptClaims([claim(1)], []), []);
  deepEqual(giftLines([claim(1)], []), []);
  const offer = { couponId: giftCoupon().id, gift: GIFT, products: [MUG] };
  deepEqual(giftLines([claim(1, { variantId: int64(99) })], [offer]), []);
  deepEqual(giftLines([claim(1, { productId: int64(8) })], [offer]), []);
});
