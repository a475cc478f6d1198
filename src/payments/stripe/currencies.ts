import { findCurrency, formatMajor, type Minor } from "../../domain/values/money.ts";

/**
 * Amounts as Stripe counts them, from https://docs.stripe.com/currencies (read in November 2026):
 * presentment currencies, zero-decimal currencies, special cases, minimum and maximum amounts. They
 * are not those of ISO 4217.
 */

/** Currencies with two decimals, unless another list has them too. */
const PRESENTMENT = new Set(
  ("AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BIF BMD BND BOB BRL BSD BWP BYN BZD " +
    "CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF " +
    "GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JPY KES KGS KHR KMF KRW KYD KZT LAK LBP LKR LRD " +
    "LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK " +
    "PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP " +
    "TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW").split(" "),
);

/** UGX is in this list of Stripe's too; its special case, {@link WHOLE}, is the API's rule. */
const ZERO_DECIMAL = new Set(
  "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "),
);

/** Two decimals that are always 00: 500 is 5 ISK. HUF and TWD are whole in payouts alone. */
const WHOLE = new Set(["ISK", "UGX"]);

/** Taken from accounts of some countries; the last digit must be 0: 5.124 KWD cannot be charged. */
const THREE_DECIMAL = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

/**
 * Least amounts, as Stripe counts. They hold for an account that is paid out in the currency; another
 * account's least amount is that of its own currency, converted, which Stripe alone can tell.
 */
const LEAST: Readonly<Record<string, number>> = {
  AED: 2_00,
  ARS: 50,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  COP: 50,
  CZK: 15_00,
  DKK: 2_50,
  EUR: 50,
  GBP: 30,
  HKD: 4_00,
  HUF: 175_00,
  IDR: 50,
  ILS: 50,
  INR: 50,
  JPY: 50,
  KRW: 50,
  MXN: 10_00,
  MYR: 2_00,
  NOK: 3_00,
  NZD: 50,
  PHP: 50,
  PLN: 2_00,
  RON: 2_00,
  RUB: 50,
  SEK: 3_00,
  SGD: 50,
  THB: 10_00,
  USD: 50,
  ZAR: 50,
};

/** Twelve digits for most cards. Lower limits of a card or a bank are Stripe's to tell. */
const MOST = 999_999_999_999;

/** A currency as Stripe counts it. */
interface StripeCurrency {
  readonly code: string;
  /** Stripe's number of decimals. */
  readonly exponent: number;
  /** Amounts are a multiple of it, as Stripe counts. */
  readonly step: number;
  /** Decimals of Stripe over those of ISO 4217: 2 for ISK, -2 for MGA. */
  readonly shift: number;
}

/** Why Stripe cannot charge an amount, as a sentence for people; null if it can. */
export function stripeProblem(amount: Minor, currencyCode: string): string | null {
  const currency = stripeCurrency(currencyCode);
  const units = toStripe(amount, currencyCode);
  if (currency === undefined || units === null) return stripeRefundProblem(amount, currencyCode);
  const inCurrency = (value: number) => textOfUnits(value, currency);
  const least = LEAST[currencyCode] ?? currency.step;
  if (units < least) return `Stripe takes at least ${inCurrency(least)}, got ${inCurrency(units)}`;
  if (units > MOST) return `Stripe takes at most ${inCurrency(MOST)}, got ${inCurrency(units)}`;
  return null;
}

/**
 * Why Stripe cannot give an amount back, as a sentence for people; null if it can. A refund has no
 * least amount.
 */
export function stripeRefundProblem(amount: Minor, currencyCode: string): string | null {
  const currency = stripeCurrency(currencyCode);
  if (currency === undefined) return `Stripe takes no payments in ${currencyCode}`;
  if (toStripe(amount, currencyCode) !== null) return null;
  const step = textOfUnits(Math.max(currency.step, 1), currency);
  return `Stripe takes amounts in steps of ${step}, got ${shownIso(amount, currencyCode)}`;
}

/** An amount as Stripe counts it; null if it has no exact form there. */
export function toStripe(amount: Minor, currencyCode: string): number | null {
  const currency = stripeCurrency(currencyCode);
  if (currency === undefined) return null;
  const units = scaled(amount, currency.shift);
  return units === null || units % currency.step !== 0 ? null : units;
}

/** An amount of Stripe's in minor units of ISO 4217; null if it has no exact form there. */
export function fromStripe(units: number, currencyCode: string): Minor | null {
  const currency = stripeCurrency(currencyCode);
  return currency === undefined ? null : scaled(units, -currency.shift);
}

/** An amount of Stripe's as decimal text: "5.50" of 550 ISK; of an unknown currency the number. */
export function stripeAmountText(units: number, currencyCode: string): string {
  const currency = stripeCurrency(currencyCode);
  return currency === undefined ? String(units) : formatMajor(units, currency);
}

/** Money of Stripe's in the forms of the port. */
export function stripeMoney(units: number, currency: string) {
  const currencyCode = currency.toUpperCase();
  return {
    amount: fromStripe(units, currencyCode),
    amountText: stripeAmountText(units, currencyCode),
    currencyCode,
  };
}

function stripeCurrency(code: string): StripeCurrency | undefined {
  const iso = findCurrency(code);
  if (iso === undefined || !(PRESENTMENT.has(code) || THREE_DECIMAL.has(code))) return undefined;
  const exponent = ZERO_DECIMAL.has(code) ? 0 : THREE_DECIMAL.has(code) ? 3 : 2;
  const step = WHOLE.has(code) ? 100 : exponent === 3 ? 10 : 1;
  return { code, exponent, step, shift: exponent - iso.exponent };
}

/** An amount with its point moved; null if a digit would be lost. */
function scaled(amount: number, places: number): number | null {
  const result = places < 0 ? amount / 10 ** -places : amount * 10 ** places;
  return Number.isSafeInteger(result) ? result : null;
}

function textOfUnits(units: number, { code, exponent }: StripeCurrency): string {
  return `${formatMajor(units, { code, exponent })} ${code}`;
}

function shownIso(amount: Minor, code: string): string {
  const iso = findCurrency(code);
  return iso === undefined ? String(amount) : `${formatMajor(amount, iso)} ${code}`;
}
