import type { ProductId, VariantId } from "../ids.ts";
import type { CartFormat, MerchantDraft } from "../shop/merchant.ts";
import { currencyOf, majorNumber } from "../values/money.ts";
import type { RawLine } from "./cart.ts";

/** Price in a currency with decimals, and in one without. */
const PRICE = { withDecimals: 20, withoutDecimals: 2000 };

/**
 * A cart for a shop without a catalogue: one line with a price in the shop's cart format, high enough
 * for cash on delivery.
 *
 * @returns a body of Create Session
 */
export function sampleCart(
  { domains, currencyCode, cartFormat, rules }: Pick<
    MerchantDraft,
    "domains" | "currencyCode" | "cartFormat" | "rules"
  >,
) {
  const currency = currencyOf(currencyCode);
  const usual = currency.exponent === 0 ? PRICE.withoutDecimals : PRICE.withDecimals;
  const price = Math.max(usual, Math.ceil(majorNumber(rules.cod?.min ?? 0, currency)));
  return { data: { shop_domain: domains[0], items: [sampleLine(cartFormat, price)] } };
}

/** @param price in whole units of the currency */
function sampleLine(format: CartFormat, price: number) {
  const ids = { product_id: 1001, variant_id: 11001, quantity: 1 };
  if (format === "plain") return { ...ids, title: "Sample mug", price };
  return {
    ...ids,
    product_title: "Sample mug",
    product_has_only_default_variant: true,
    price: price * 100,
    final_price: price * 100,
  };
}

/** {@link sampleCart} as the lines of a cart link. */
export function sampleLines(merchant: Parameters<typeof sampleCart>[0]): RawLine[] {
  return sampleCart(merchant).data.items.map((fields, i) => ({
    productId: String(fields.product_id) as ProductId,
    variantId: String(fields.variant_id) as VariantId,
    quantity: fields.quantity,
    fields,
    path: `sample[${i}]`,
  }));
}
