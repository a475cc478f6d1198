import { type Currency, findCurrency, formatMajor, type Minor } from "../../domain/values/money.ts";

/**
 * Razorpay's currencies by their decimals, from "Supported currencies" of
 * https://razorpay.com/docs/payments/international-payments/ (read in November 2026). They are not
 * ISO 4217's by rule: amounts are converted by this table, both ways.
 */
const CODES_BY_EXPONENT: readonly (readonly [exponent: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"],
  [
    2,
    "AED ALL AMD AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BZD CAD CHF CNY COP CRC " +
    "CUP CVE CZK DKK DOP DZD EGP ETB EUR FJD GBP GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS " +
    "INR JMD KES KGS KHR KYD KZT LAK LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR " +
    "MZN NAD NGN NIO NOK NPR NZD PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SCR SEK SGD SLL SOS SVC " +
    "SZL THB TRY TTD TWD TZS UAH USD UYU UZS XCD YER ZAR ZMW",
  ],
  [3, "BHD IQD JOD KWD OMR TND"],
];

/**
 * Least amounts in subunits, from the errors of
 * https://razorpay.com/docs/api/payments/payment-links/create-standard/ and .../docs/api/refunds/.
 * Those of other currencies are not published: Razorpay itself refuses what is too little.
 */
const LEAST: ReadonlyMap<string, number> = new Map([["INR", 100], ["MYR", 100]]);

/** "Pass the last decimal number as 0 for three decimal currency payments": the same pages. */
const STEP_OF_THREE_DECIMALS = 10;

const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  CODES_BY_EXPONENT.flatMap(([exponent, codes]) =>
    codes.split(" ").map((code) => [code, { code, exponent }] as const)
  ),
);

/** Why Razorpay cannot take an amount, as a sentence for people; null if it can. */
export function razorpayProblem(amount: Minor, currencyCode: string): string | null {
  const currency = CURRENCIES.get(currencyCode);
  if (currency === undefined) return `Razorpay takes no payments in ${currencyCode}`;
  const subunits = exactSubunits(amount, currency);
  const step = stepOf(currency);
  if (subunits === null || subunits % step !== 0) {
    return `Razorpay takes ${currencyCode} in steps of ${formatMajor(step, currency)} only`;
  }
  const least = LEAST.get(currencyCode) ?? step;
  if (subunits < least) {
    return `Razorpay takes no less than ${formatMajor(least, currency)} ${currencyCode}`;
  }
  return null;
}

/**
 * An amount as Razorpay counts it.
 *
 * @throws {RangeError} for an amount that {@link razorpayProblem} refuses, which is a defect
 */
export function toRazorpay(amount: Minor, currencyCode: string): number {
  const currency = CURRENCIES.get(currencyCode);
  const subunits = currency && exactSubunits(amount, currency);
  if (subunits == null) throw new RangeError(`Razorpay takes no ${amount} of ${currencyCode}`);
  return subunits;
}

/** An amount of Razorpay: null if minor units of ISO 4217 do not hold it, and its decimal text. */
export function fromRazorpay(
  subunits: number,
  currencyCode: string,
): { readonly amount: Minor | null; readonly amountText: string } {
  const currency = CURRENCIES.get(currencyCode);
  if (currency === undefined) {
    return { amount: null, amountText: String(subunits) };
  }
  const amountText = formatMajor(subunits, currency);
  const iso = findCurrency(currencyCode);
  return { amount: iso === undefined ? null : rescaled(subunits, currency, iso), amountText };
}

/** Money of Razorpay in the forms of the port. */
export function razorpayMoney({ amount, currency }: {
  readonly amount: number;
  readonly currency: string;
}) {
  return { ...fromRazorpay(amount, currency), currencyCode: currency };
}

function exactSubunits(amount: Minor, currency: Currency): number | null {
  const iso = findCurrency(currency.code);
  return iso === undefined ? null : rescaled(amount, iso, currency);
}

/** An amount with the decimals of another table; null if it is not exact there. */
function rescaled(amount: number, from: Currency, to: Currency): number | null {
  const factor = 10 ** Math.abs(to.exponent - from.exponent);
  const result = to.exponent >= from.exponent ? amount * factor : amount / factor;
  return Number.isSafeInteger(result) ? result : null;
}

function stepOf({ exponent }: Currency): number {
  return exponent === 3 ? STEP_OF_THREE_DECIMALS : 1;
}
