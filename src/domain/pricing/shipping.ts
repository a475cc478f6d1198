import { type ShippingRule, STANDARD } from "../shop/merchant.ts";
import { normalisePostalCode } from "../values/text.ts";
import type { Minor } from "../values/money.ts";
import type { Destination, ShippingOffer } from "./model.ts";

/**
 * Prices the shipping options by country, then by the longest postal prefix; each is free from its
 * `freeAbove` on. A shop without rules ships free everywhere.
 *
 * @param goods the cart after coupons
 * @returns null when the shop does not deliver there
 */
export function quoteShipping(
  rules: readonly ShippingRule[],
  { countryCode, postalCode }: Destination,
  goods: Minor,
): readonly ShippingOffer[] | null {
  if (rules.length === 0) return [{ ...STANDARD, price: 0 }];
  const code = normalisePostalCode(postalCode);
  let best: { rule: ShippingRule; length: number } | undefined;
  for (const rule of rules) {
    if (!rule.countries.includes(countryCode)) continue;
    const length = matchLength(rule.postalPrefixes, code);
    if (length >= 0 && (best === undefined || length > best.length)) best = { rule, length };
  }
  if (best === undefined) return null;
  return best.rule.options.map(({ id, name, price, freeAbove }) => ({
    id,
    name,
    price: freeAbove !== null && goods >= freeAbove ? 0 : price,
  }));
}

/** Length of the longest matching prefix; 0 for a rule without prefixes, -1 for no match. */
function matchLength(prefixes: readonly string[], code: string): number {
  if (prefixes.length === 0) return 0;
  return prefixes.reduce(
    (best, prefix) => code.startsWith(prefix) ? Math.max(best, prefix.length) : best,
    -1,
  );
}
