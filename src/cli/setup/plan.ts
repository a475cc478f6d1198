import type { MerchantDraft } from "../../domain/shop/merchant.ts";
import { readMerchant } from "../../schema/seed/merchant.ts";
import { proposedCurrency } from "./currency.ts";

/** What a set-up was told so far, by options or answers; undefined is still to be said. */
export interface Plan {
  /** The shop, in the form of a merchant of a seed file. */
  readonly shop: Readonly<Record<string, unknown>>;
  readonly keyName: string | undefined;
  /** Infinity for a key that never expires. */
  readonly keyLifetimeMs: number | undefined;
  /** Null for none. */
  readonly webhook: string | null | undefined;
  /** Whether the webhook may be one that is not public. */
  readonly allowInsecure: boolean;
}

/** What a first key is called unless somebody says otherwise. */
export const DEFAULT_KEY_NAME = "backend";

/** Stands for what is not known yet; the readers look at each field by itself. */
const PLACEHOLDERS = { name: "-", domains: ["unknown.example"], country_code: "IN" };
const PLACEHOLDER_CURRENCY = "INR";

/**
 * The options that have to be said, one way or the other, and were not. What else there is
 * has a default that suits most.
 */
export function missingFlags({ shop, webhook }: Plan): string[] {
  const fields = [
    ["--name", shop["name"]],
    ["--domain", shop["domains"]],
    ["--country", shop["country_code"]],
    ["--cart-format", shop["cart_format"]],
    ["--cod or --no-cod", shop["cod"]],
    ["--webhook or --no-webhook", webhook],
  ] as const;
  return fields.flatMap(([flag, value]) => value === undefined ? [flag] : []);
}

/** The shop's currency: what was said, else what its country proposes; undefined for neither. */
export function currencyOfShop(shop: Plan["shop"]): unknown {
  const { currency_code: currency, country_code: country } = shop;
  return currency ?? (typeof country === "string" ? proposedCurrency(country) : undefined);
}

/** The shop with a currency, where one was said or can be proposed. */
export function withCurrency(shop: Plan["shop"]): Plan["shop"] {
  const currency = currencyOfShop(shop);
  return currency === undefined ? shop : { ...shop, currency_code: currency };
}

/**
 * Reads a shop of which something may not be known yet: every rule of a seed file holds
 * for the rest. Amounts have to wait for their currency.
 *
 * @throws {AppError} `error.invalid-request` naming the first field that does not fit
 */
export function readPartialShop(shop: Plan["shop"]): MerchantDraft {
  const currency = currencyOfShop(shop);
  const known = { ...PLACEHOLDERS, ...shop, currency_code: currency ?? PLACEHOLDER_CURRENCY };
  return readMerchant(currency === undefined ? { ...known, cod: null } : known);
}

/** The domains that were said, as they are compared. */
export function knownDomains({ shop }: Plan): readonly string[] {
  return shop["domains"] === undefined ? [] : readPartialShop(shop).domains;
}

/** A plan with everything that a set-up needs besides the shop. */
export interface CompletePlan extends Plan {
  readonly keyName: string;
  readonly keyLifetimeMs: number;
  readonly webhook: string | null;
}
