import { equal } from "node:assert/strict";
import {
  isOnOffer,
  isSingleVariant,
  PRODUCT_STATUSES,
  sellable,
  variantImage,
} from "../../../src/domain/shop/catalog.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";

Deno.test("isSingleVariant() holds for a product with one variant", () => {
  equal(isSingleVariant(aProduct()), true);
  equal(isSingleVariant(aProduct({ variants: [aVariant(), aVariant()] })), false);
});

Deno.test("variantImage() is the variant's own, else the product's first, else none", () => {
  const images = [{ id: int64(1), src: "https://x/1" }, { id: int64(2), src: "https://x/2" }];
  equal(variantImage(aProduct({ images }), aVariant({ imageId: int64(2) })), "https://x/2");
  equal(variantImage(aProduct({ images }), aVariant({ imageId: null })), "https://x/1");
  equal(variantImage(aProduct({ images }), aVariant({ imageId: int64(3) })), "https://x/1");
  equal(variantImage(aProduct({ images: [] }), aVariant()), "");
});

Deno.test("sellable() is the stock left, never below zero", () => {
  equal(sellable(aVariant({ inventoryQuantity: 3 })), 3);
  equal(sellable(aVariant({ inventoryQuantity: 0 })), 0);
  equal(sellable(aVariant({ inventoryQuantity: -2 })), 0);
});

Deno.test("sellable() has no bound without tracking or where overselling is allowed", () => {
  equal(sellable(aVariant({ inventoryQuantity: null })), Infinity);
  equal(sellable(aVariant({ inventoryQuantity: -2, inventoryPolicy: "continue" })), Infinity);
});

Deno.test("isOnOffer() holds for active and unlisted products", () => {
  const offered = PRODUCT_STATUSES.filter((status) => isOnOffer(aProduct({ status })));
  equal(offered.join(" "), "active unlisted");
});
