/** A line of a storefront's cart.js with every field such a line has, already discounted. */
import type { RawLine } from "../../src/domain/cart/cart.ts";
import { int64 } from "./builders.ts";

/**
 * Three bottles at 1,299.00, each 129.90 off: 3 x 1,169.10 = 3,507.30.
 * Amounts are hundredths, but `presentment_price` is in the major unit.
 */
export const SHOPIFY_LINE: Readonly<Record<string, unknown>> = {
  id: 44_001_122_334_455,
  properties: { Engraving: "For Asha", _bundle: "b-17" },
  quantity: 3,
  variant_id: 44_001_122_334_455,
  key: "44001122334455:5f3c1a9e0b7d2c4468aa01b2c3d4e5f6",
  title: "Steel Bottle - Blue / 750 ml",
  price: 129_900,
  original_price: 129_900,
  presentment_price: 1_299,
  discounted_price: 116_910,
  line_price: 350_730,
  original_line_price: 389_700,
  total_discount: 38_970,
  discounts: [{ amount: 38_970, title: "Monsoon 10" }],
  sku: null,
  grams: 420,
  vendor: "Hill & Co",
  taxable: true,
  product_id: 8_100_200_300_400,
  product_has_only_default_variant: false,
  gift_card: false,
  final_price: 116_910,
  final_line_price: 350_730,
  url: "/products/steel-bottle?variant=44001122334455",
  featured_image: {
    aspect_ratio: 1,
    alt: "A blue bottle",
    height: 1_200,
    url: "https://cdn.shop.example/files/bottle-blue.jpg?v=17",
    width: 1_200,
  },
  image: "https://cdn.shop.example/files/bottle.jpg?v=17",
  handle: "steel-bottle",
  requires_shipping: true,
  product_type: "Bottles",
  product_title: "Steel Bottle",
  untranslated_product_title: "Steel Bottle",
  product_description: "Keeps tea hot & water cold",
  variant_title: "Blue / 750 ml",
  untranslated_variant_title: "Blue / 750 ml",
  variant_options: ["Blue", "750 ml"],
  options_with_values: [{ name: "Colour", value: "Blue" }, { name: "Size", value: "750 ml" }],
  line_level_discount_allocations: [{
    amount: 38_970,
    discount_application: {
      type: "automatic",
      key: "a-1",
      title: "Monsoon 10",
      description: null,
      value: "10.0",
      created_at: "2026-01-01T00:00:00.000Z",
      value_type: "percentage",
      allocation_method: "each",
      target_selection: "entitled",
      target_type: "line_item",
      total_allocated_amount: 38_970,
    },
  }],
  line_level_total_discount: 38_970,
  quantity_rule: { min: 1, max: null, increment: 1 },
  has_components: false,
  selling_plan_allocation: null,
};

/** {@link SHOPIFY_LINE} as it reaches the domain, with some fields replaced. */
export function aShopifyLine(fields: Readonly<Record<string, unknown>> = {}): RawLine {
  return {
    productId: int64(8_100_200_300_400),
    variantId: int64(44_001_122_334_455),
    quantity: 3,
    fields: { ...SHOPIFY_LINE, ...fields },
    path: "data.items[0]",
  };
}
