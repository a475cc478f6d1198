import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { readKeyName } from "../commands/key_name.ts";
import { DEFAULT_KEY_LIFETIME, lifetime } from "../options/values.ts";
import { requireEndpointUrl } from "../options/endpoint.ts";
import { UsageError } from "../errors.ts";
import { INIT_FLAGS } from "../options/merchant_flags.ts";
import currencies from "country-to-currency";
import type { MerchantDraft } from "../../domain/shop/merchant.ts";
import { readMerchant, withDelivery } from "../../schema/seed/merchant.ts";

/** The input of a set-up so far, from options or answers; undefined is not known yet. */
export interface Plan {
  /** The shop in the form of a seed file. */
  readonly shop: Readonly<Record<string, unknown>>;
  readonly keyName: string | undefined;
  /** Infinity for never. */
  readonly keyLifetimeMs: number | undefined;
  /** Null for no webhook. */
  readonly webhook: string | null | undefined;
  /** True to allow a webhook without TLS or on a private address. */
  readonly allowInsecure: boolean;
}

/** Default name of the first key. */
export const DEFAULT_KEY_NAME = "backend";

/** Values of unknown fields while the known ones are checked. */
const PLACEHOLDERS = { name: "-", domains: ["unknown.example"], country_code: "IN" };
const PLACEHOLDER_CURRENCY = "INR";

/** The required options that were not given; the others have defaults. */
export function missingFlags({ shop }: Plan): string[] {
  const fields = [
    ["--name", shop["name"]],
    ["--domain", shop["domains"]],
    ["--country", shop["country_code"]],
    ["--cod or --no-cod", shop["cod"]],
  ] as const;
  return fields.flatMap(([flag, value]) => value === undefined ? [flag] : []);
}

/** The shop's currency, as given or as proposed by its country; undefined if unknown. */
export function currencyOfShop(shop: Plan["shop"]): unknown {
  const { currency_code: currency, country_code: country } = shop;
  return currency ?? (typeof country === "string" ? proposedCurrency(country) : undefined);
}

/** The shop with its currency, as given or proposed. */
export function withCurrency(shop: Plan["shop"]): Plan["shop"] {
  const currency = currencyOfShop(shop);
  return currency === undefined ? shop : { ...shop, currency_code: currency };
}

/**
 * Reads a shop with fields that are not known yet; the others follow the rules of a seed file.
 * Amounts are read once the currency is known.
 *
 * @throws {AppError} `error.invalid-request` naming the first bad field
 */
export function readPartialShop(shop: Plan["shop"]): MerchantDraft {
  const currency = currencyOfShop(shop);
  const known = { ...PLACEHOLDERS, ...shop, currency_code: currency ?? PLACEHOLDER_CURRENCY };
  return readMerchant(currency === undefined ? { ...known, cod: null } : known);
}

/** The normalised domains of a plan. */
export function knownDomains({ shop }: Plan): readonly string[] {
  return shop["domains"] === undefined ? [] : readPartialShop(shop).domains;
}

/** The plan with its domains unknown, which are then asked for. */
export function withoutDomains(plan: Plan): Plan {
  const { domains: _, ...shop } = plan.shop;
  return { ...plan, shop };
}

/** A plan without unknown values. */
export interface CompletePlan extends Plan {
  readonly keyName: string;
  readonly keyLifetimeMs: number;
  readonly webhook: string | null;
}

const byCountry: Readonly<Record<string, string>> = currencies;

/**
 * The currency of a country, as a proposal.
 *
 * @param country ISO 3166-1 code of two letters, in either case
 * @returns ISO 4217 code; undefined for an unknown country
 */
export function proposedCurrency(country: string): string | undefined {
  const code = country.toUpperCase();
  return Object.hasOwn(byCountry, code) ? byCountry[code] : undefined;
}

/** The options of `init` for the key and the webhook. */
export interface InitOptions {
  readonly keyName?: string | undefined;
  readonly keyExpires?: number | undefined;
  /** False with `--no-webhook`. */
  readonly webhook?: string | boolean | undefined;
  readonly allowInsecureWebhooks?: true | undefined;
}

/** Options of cash on delivery by commander's names. */
const COD_DETAILS = { codFee: "--cod-fee", codMin: "--cod-min", codMax: "--cod-max" };

/**
 * Reads the options of `init`.
 *
 * @throws {UsageError} naming the option with a bad value
 */
export function readInitFlags(command: CommandUnknownOpts, options: InitOptions): Plan {
  const shop = INIT_FLAGS.overlay({}, command);
  INIT_FLAGS.read(() => readPartialShop(shop), command, undefined);
  for (const [name, flag] of Object.entries(COD_DETAILS)) {
    if (command.getOptionValue("cod") === false && command.getOptionValue(name) !== undefined) {
      throw new UsageError(`${flag} and --no-cod exclude each other`);
    }
  }
  const { keyName, keyExpires, webhook } = options;
  const allowInsecure = options.allowInsecureWebhooks === true;
  if (typeof webhook === "string") requireEndpointUrl(webhook, allowInsecure);
  return {
    shop,
    keyName: keyName === undefined ? undefined : readKeyName(keyName, "--key-name"),
    keyLifetimeMs: keyExpires,
    webhook: webhook === false ? null : typeof webhook === "string" ? webhook : undefined,
    allowInsecure,
  };
}

/** Completes a plan with the defaults. */
export function byDefaults(plan: Plan): CompletePlan {
  const { shop, keyName = DEFAULT_KEY_NAME, webhook = null } = plan;
  const keyLifetimeMs = plan.keyLifetimeMs ?? lifetime(DEFAULT_KEY_LIFETIME);
  return { ...plan, shop: withDelivery(withCurrency(shop)), keyName, keyLifetimeMs, webhook };
}
