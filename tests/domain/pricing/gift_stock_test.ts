import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { offeredVariants } from "../../../src/domain/pricing/gifts.ts";
import type { GiftClaim, PricedCart } from "../../../src/domain/pricing/model.ts";
import { stockOf } from "../../../src/domain/session/session.ts";
import {
  INVENTORY_POLICIES,
  type Product,
  type Variant,
} from "../../../src/domain/shop/catalog.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import { runs } from "../../support/arbitraries.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";
import { line, priced } from "./cases.ts";
import { coupon, fixed } from "../../support/shop.ts";

/** Product 9 with variants 91, 92 and so on, which have so much left. */
function product(...stocks: readonly Pick<Variant, "inventoryQuantity" | "inventoryPolicy">[]) {
  return aProduct({
    productId: int64(9),
    variants: stocks.map((stock, i) =>
      aVariant({ productId: int64(9), variantId: int64(91 + i), ...stock })
    ),
  });
}

function deny(inventoryQuantity: number | null) {
  return { inventoryQuantity, inventoryPolicy: "deny" } as const;
}

function giftOf(name: string): Coupon {
  const gift = {
    targetType: "QUANTITY",
    target: 1,
    maxQuantity: 2,
    productIds: [int64(9)],
  } as const;
  return coupon(name, fixed(0), { gift });
}

const FREE = giftOf("FREE");

function claim(variantId: number, { id }: Coupon = FREE): GiftClaim {
  return { couponId: id, productId: int64(9), variantId: int64(variantId), quantity: 1 };
}

/** One paid unit, and gifts of a product. */
function cart(own: Product, claims: readonly GiftClaim[] = [], coupons = [FREE]): PricedCart {
  const catalog = new Map(
    own.variants.map((variant) => [variant.variantId, { product: own, variant }]),
  );
  return priced([line(1, 100)], {
    coupons,
    order: { claims },
    rules: { giftProducts: new Map([[own.productId, own]]), stock: stockOf(catalog) },
  });
}

/** The variants that each offer can give. */
function offered({ offers, claims }: PricedCart): string[][] {
  return offers.map(({ couponId, products }) =>
    products.flatMap((one) =>
      offeredVariants(one, couponId, claims).map(({ variantId }) => variantId)
    )
  );
}

Deno.test("price() offers the variants of a gift that are left, oversold or not counted", () => {
  const more = { inventoryQuantity: -3, inventoryPolicy: "continue" } as const;
  const stocks = [deny(0), deny(1), deny(null), deny(-1), more];
  deepEqual(offered(cart(product(...stocks))), [["92", "93", "95"]]);
});

Deno.test("price() offers no product without a variant to give, and no offer without a product", () => {
  deepEqual(cart(product()).offers, []);
  deepEqual(cart(product(deny(0), deny(-2))).offers, []);
  equal(cart(product(deny(0), deny(1))).offers.length, 1);
});

Deno.test("price() keeps a claimed gift that is sold out, and shows that it is", () => {
  const { claims, lines, offers } = cart(product(deny(0)), [claim(91)]);
  deepEqual(claims, [claim(91)]);
  deepEqual(lines.map(({ giftOf, outOfStock }) => [giftOf, outOfStock]), [
    [null, false],
    [FREE.id, true],
  ]);
  equal(offers.length, 1);
  deepEqual(offered(cart(product(deny(0), deny(0), deny(4)), [claim(92)])), [["92", "93"]]);
});

Deno.test("price() offers what another offer has claimed only where some is left", () => {
  const other = giftOf("OTHER");
  const { offers } = cart(product(deny(0)), [claim(91)], [FREE, other]);
  deepEqual(offers.map(({ couponId }) => couponId), [FREE.id]);
});

Deno.test("price() offers something to take in every product, and keeps every claim", () => {
  const stock = fc.record({
    inventoryQuantity: fc.option(fc.integer({ min: -2, max: 2 })),
    inventoryPolicy: fc.constantFrom(...INVENTORY_POLICIES),
  });
  const stocks = fc.array(stock, { maxLength: 4 });
  fc.assert(
    fc.property(stocks, fc.nat({ max: 4 }), (all, claimed) => {
      const own = product(...all);
      const claims = claimed < all.length ? [claim(91 + claimed)] : [];
      const result = cart(own, claims);
      deepEqual(result.claims, claims);
      for (const { couponId, products } of result.offers) {
        ok(products.length > 0);
        for (const one of products) ok(offeredVariants(one, couponId, claims).length > 0);
      }
      const left = all.flatMap(({ inventoryQuantity, inventoryPolicy }, i) => {
        const isLeft = inventoryQuantity === null || inventoryQuantity > 0;
        return isLeft || inventoryPolicy === "continue" || i === claimed ? [`${91 + i}`] : [];
      });
      deepEqual(offered(result), left.length === 0 ? [] : [left]);
    }),
    runs(300),
  );
});
