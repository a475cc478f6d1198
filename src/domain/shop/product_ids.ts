import { createHash } from "node:crypto";
import type { Int64, MerchantId, ProductId, VariantId } from "../ids.ts";
import type { Product, ProductDraft, Variant, VariantAlias } from "./catalog.ts";

/** Hexadecimal digits of an id: 52 bits, which a JavaScript number keeps. */
const ID_DIGITS = 13;

/** Id of a product that is made here, from the handle that it is made with. */
export function productIdOf(merchantId: MerchantId, handle: string): ProductId {
  return idOf([merchantId, handle]);
}

/** Id of a variant that is made here, from the handle of its product and its option values. */
export function variantIdOf(
  merchantId: MerchantId,
  handle: string,
  optionValues: readonly string[],
): VariantId {
  return idOf([merchantId, handle, ...optionValues, "variant"]);
}

function idOf(parts: readonly string[]): Int64 {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return String(BigInt(`0x${digest.slice(0, ID_DIGITS)}`)) as Int64;
}

/** A product of a file under the ids that the shop has stored. */
export interface SettledProduct {
  readonly draft: ProductDraft;
  /** The file's ids, unless the shop has stored them. */
  readonly aliases: readonly VariantAlias[];
}

/**
 * Gives a product of a file the ids of the stored product that it is: the first id stays. A variant
 * is the stored one with its id, the one that its id is an alias of, or else the one with its option
 * values or title.
 *
 * @param known the stored product, under another id than the file's
 * @param aliases of the file's product, as stored
 */
export function settled(
  draft: ProductDraft,
  known: Product,
  aliases: readonly VariantAlias[],
): SettledProduct {
  const { productId } = known;
  const targets = targetsOf(draft.variants, known.variants, aliases);
  const variants = draft.variants.map((variant) => ({
    ...variant,
    productId,
    variantId: targets.get(variant.variantId) ?? variant.variantId,
  }));
  return {
    draft: { ...draft, productId, variants },
    aliases: draft.variants.map(({ variantId }, i) => ({
      aliasProductId: draft.productId,
      aliasVariantId: variantId,
      productId,
      variantId: variants[i]!.variantId,
    })).filter((alias) => !aliases.some((one) => isSame(one, alias))),
  };
}

function isSame(one: VariantAlias, other: VariantAlias): boolean {
  return one.aliasVariantId === other.aliasVariantId && one.variantId === other.variantId &&
    one.aliasProductId === other.aliasProductId && one.productId === other.productId;
}

/** The stored variants that those of a file are, by the file's ids; each at most once. */
function targetsOf(
  own: readonly Variant[],
  stored: readonly Variant[],
  aliases: readonly VariantAlias[],
): Map<VariantId, VariantId> {
  const byAlias = new Map(aliases.map((one) => [one.aliasVariantId, one.variantId]));
  const free = new Map(stored.map((variant) => [variant.variantId, variant]));
  const targets = new Map<VariantId, VariantId>();
  const take = (from: VariantId, target: VariantId | undefined) => {
    if (target === undefined || !free.delete(target)) return;
    targets.set(from, target);
  };
  for (const { variantId } of own) take(variantId, byAlias.get(variantId) ?? variantId);
  for (const variant of own) {
    if (targets.has(variant.variantId)) continue;
    const same = free.values().find((one) => nameOf(one) === nameOf(variant));
    take(variant.variantId, same?.variantId);
  }
  return targets;
}

/** Variants of one name are the same to people. */
function nameOf({ optionValues, title }: Variant): string {
  return optionValues.length > 0 ? optionValues.join(" / ") : title;
}
