import { got, invalid } from "../errors.ts";
import type { MerchantId } from "../ids.ts";
import { isCountryCode } from "../values/country.ts";
import { findCurrency, type Minor, type Ppm } from "../values/money.ts";
import { asciiUpperCase } from "../values/text.ts";
import type { CheckoutForm } from "./checkout_form.ts";

/** Price format of the store's cart lines. */
export const CART_FORMATS = ["plain", "shopify"] as const;
/** `plain`: amounts in the major unit. `shopify`: cart.js lines, integer hundredths. */
export type CartFormat = (typeof CART_FORMATS)[number];

/** Rule for products that are not in the catalogue. */
export const CATALOGUE_RULES = ["open", "strict"] as const;
/** `open`: accepted at the cart's price. `strict`: refused. */
export type CatalogueRule = (typeof CATALOGUE_RULES)[number];

/** Kind of a discount (spec 2.5). */
export const DISCOUNT_TYPES = ["PERCENTAGE", "FIXED"] as const;

/** Provider of the loyalty programme (spec 2.7). */
export const COIN_PROVIDERS = ["NONE", "LOYALTY_PARTNER", "CUSTOM"] as const;
export type CoinProvider = (typeof COIN_PROVIDERS)[number];

/** Payment method. */
export const PAYMENT_METHODS = ["PREPAID", "COD"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Orders that need a verified phone number: none, those with cash on delivery, all. */
export const VERIFY_PHONE = ["never", "cod", "always"] as const;
export type VerifyPhone = (typeof VERIFY_PHONE)[number];

/** A discount: a rate for `PERCENTAGE`, minor units for `FIXED`, at most `cap`. */
export type Discount =
  | { readonly type: "PERCENTAGE"; readonly rate: Ppm; readonly cap: Minor | null }
  | { readonly type: "FIXED"; readonly amount: Minor; readonly cap: Minor | null };

/** Tax on goods: its rate, and if prices include it. */
export interface TaxRule {
  readonly rate: Ppm;
  readonly included: boolean;
}

/** A way of shipping. */
export interface ShippingOption {
  readonly id: string;
  readonly name: string;
  readonly price: Minor;
  /** Cart amount after coupons from which it is free; null for never. */
  readonly freeAbove: Minor | null;
}

/** The option of a rule that lists none, and of a shop without rules. */
export const STANDARD = { id: "standard", name: "Standard" } as const;

/** True for the options of a rule that lists none. */
export function isOnlyStandard(options: readonly Pick<ShippingOption, "id" | "name">[]): boolean {
  const [first, second] = options;
  return second === undefined && first?.id === STANDARD.id && first.name === STANDARD.name;
}

/** Shipping to countries, optionally by postal prefix. */
export interface ShippingRule {
  readonly countries: readonly string[];
  /** Upper case, without spaces; empty means the whole country. */
  readonly postalPrefixes: readonly string[];
  /** At least one, with different ids; the first applies until one is chosen. */
  readonly options: readonly ShippingOption[];
}

/** True if a shop delivers to a country; one without rules delivers everywhere. */
export function servesCountry(
  rules: readonly Pick<ShippingRule, "countries">[],
  countryCode: string,
): boolean {
  return rules.length === 0 || rules.some(({ countries }) => countries.includes(countryCode));
}

/** Cash on delivery: fee, range of cart amounts, countries. */
export interface CodRule {
  readonly fee: Minor;
  readonly min: Minor;
  readonly max: Minor | null;
  /** Empty means everywhere. */
  readonly countries: readonly string[];
  /** Part to pay in advance; null for none. */
  readonly prepaid: Discount | null;
}

/** A discount for a payment method. */
export interface PaymentOffer {
  readonly method: PaymentMethod;
  readonly discount: Discount;
}

/** A loyalty programme: `coinValue` coins are worth `baseCurrencyValue`. */
export interface CoinProgram {
  readonly provider: CoinProvider;
  readonly name: string;
  readonly logo: string;
  readonly coinValue: number;
  readonly baseCurrencyValue: Minor;
  /** Share of an order's goods that is earned as coins. */
  readonly earnRate: Ppm;
}

/** Rules of a shop about prices and orders. */
export interface ShopRules {
  readonly tax: TaxRule;
  /** Empty: the shop ships free everywhere. */
  readonly shipping: readonly ShippingRule[];
  /** Null: the shop takes no cash on delivery. */
  readonly cod: CodRule | null;
  readonly paymentOffers: readonly PaymentOffer[];
  /** Null: the shop has no coins. */
  readonly coin: CoinProgram | null;
  /** Coupons with a limit per customer need a verified phone number in any case. */
  readonly verifyPhone: VerifyPhone;
}

/** A shop in a list, without its rules. */
export type MerchantHead = Pick<Merchant, "id" | "name" | "domains">;

/** A shop and its rules. */
export interface Merchant {
  readonly id: MerchantId;
  readonly name: string;
  /** At least one, as {@link parseDomain} writes them; unique among all merchants. */
  readonly domains: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  /** ISO 4217. */
  readonly currencyCode: string;
  readonly cartFormat: CartFormat;
  readonly catalogue: CatalogueRule;
  /** Default URL for the customer after checkout; may be empty. */
  readonly redirectUrl: string;
  readonly rules: ShopRules;
  /**
   * Countries that one-time codes are sent to; empty for all. Null: the shop's own and those it
   * ships to, or all if it ships everywhere.
   */
  readonly otpCountries: readonly string[] | null;
  /** IANA time zone of its days: in statistics, and for the daily limit of one-time codes. */
  readonly timeZone: string;
  /** Time without activity until `session.idle`; 0 for never. */
  readonly idleAfterMinutes: number;
  /** https URL that recovery links lead back to; empty for {@link Merchant.redirectUrl}. */
  readonly recoveryUrl: string;
  /** Limit of the refunds of one person in a day, but for owners; 0 if owners alone refund. */
  readonly staffRefundsDaily: Minor;
  /** Limit of the money that the shop gives back in a day, by anyone; 0 for none. */
  readonly refundsDaily: Minor;
  /** Limit of the coins that people give customers in a day; 0 for none. */
  readonly coinsDaily: number;
  /** Megabytes that the pictures of its products may take. */
  readonly picturesMb: number;
  /** Orders in an hour above which the shop is told; 0 for never. Nothing is refused. */
  readonly ordersHourly: number;
  /** The same of sign-ins of its people, right and wrong. */
  readonly signInsHourly: number;
  /** The same of messages to customers. */
  readonly messagesHourly: number;
  /** A refund above it asks for the second factor or the password again; 0 for each refund. */
  readonly refundsFactorOver: Minor;
  /** True if the dashboard shows the shop only to people with a second factor. */
  readonly requiresFactor: boolean;
  readonly checkout: CheckoutForm;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Default rules: no tax, free shipping, no COD, no offers, no coins, unverified phones. */
export const NO_RULES: ShopRules = {
  tax: { rate: 0, included: true },
  shipping: [],
  cod: null,
  paymentOffers: [],
  coin: null,
  verifyPhone: "never",
};

/** A host that needs no IDNA mapping: lower-case letters and digits, no punycode, no address. */
const PLAIN_HOST = /^(?!.*xn--)[a-z0-9.-]+\.[a-z]+$/;
const HOST_LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * Normalises a shop's domain for comparison: lower case, punycode, without scheme, port, path and
 * trailing dot.
 *
 * @returns undefined for text that is not a host
 */
export function parseDomain(text: string): string | undefined {
  const host = PLAIN_HOST.test(text) ? text : hostIn(text);
  if (host === "" || /[\s@:%\\]/.test(host)) return undefined;
  // The platform's URL parser has the IDNA mapping (UTS 46); most names need none.
  const ascii = PLAIN_HOST.test(host) ? host : URL.parse(`http://${host}`)?.hostname ?? "";
  if (ascii === "" || ascii.length > 253) return undefined;
  return ascii.split(".").every((label) => HOST_LABEL.test(label)) ? ascii : undefined;
}

/** The host of a text, without scheme, port, path and trailing dot. */
function hostIn(text: string): string {
  return text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/[/?#].*$/s, "")
    .replace(/:\d{1,5}$/, "").replace(/\.$/, "");
}

/** {@link parseDomain}, with `error.invalid-request` for other text. */
export function requireDomain(text: string, path: string): string {
  const domain = parseDomain(text);
  if (domain === undefined) throw invalid(`${path} must be a domain, ${got(text)}`);
  return domain;
}

/** Reads an ISO 3166-1 alpha-2 country code of either case. */
export function requireCountry(text: string, path: string): string {
  const code = asciiUpperCase(text);
  if (!isCountryCode(code)) {
    throw invalid(`${path} must be a two-letter ISO 3166-1 country code, ${got(text)}`, path);
  }
  return code;
}

/** Reads a current ISO 4217 currency code of either case. */
export function requireCurrency(text: string, path: string): string {
  const code = asciiUpperCase(text);
  if (findCurrency(code) === undefined) {
    throw invalid(`${path} must be an ISO 4217 currency code, ${got(text)}`);
  }
  return code;
}

/** Default of {@link Merchant.idleAfterMinutes}. */
export const DEFAULT_IDLE_MINUTES = 30;
/** A merchant without its id. */
export type MerchantSettings = Omit<Merchant, "id" | "createdAt" | "updatedAt">;

/** Rules as entered; `verifyPhone` is null if not chosen (`settleVerification()`). */
export type RulesDraft =
  & Omit<ShopRules, "verifyPhone">
  & { readonly verifyPhone: VerifyPhone | null };

/** Settings as entered. */
export type MerchantDraft = Omit<MerchantSettings, "rules"> & { readonly rules: RulesDraft };
