// @ts-types="@types/big.js"
import Big from "big.js";
import * as iso4217 from "dinero.js/currencies";
import { got, invalid, shown } from "../errors.ts";

/**
 * An amount in integer minor units (paise, cents, yen) of a currency known from the context. The
 * program calculates in minor units only.
 */
export type Minor = number;

/** A fraction as integer parts per million: 18 % is 180000. Exact to four decimals of a percent. */
export type Ppm = number;

/** An ISO 4217 currency and its number of decimals (JPY 0, INR 2, KWD 3). */
export interface Currency {
  readonly code: string;
  readonly exponent: number;
}

/** The whole of anything, in parts per million: 100 %. */
export const PPM_ONE = 1_000_000;

/** Largest amount for which arithmetic on doubles is exact. */
export const MAX_MINOR: Minor = Number.MAX_SAFE_INTEGER;

const PPM_PER_PERCENT = PPM_ONE / 100;

/** The imported list divides these two currencies into fifths; ISO 4217 gives both two decimals. */
const DECIMALS_OF_FIFTHS: ReadonlyMap<string, number> = new Map([["MGA", 2], ["MRU", 2]]);

const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.values(iso4217).map(({ code, exponent }) => [
    code,
    { code, exponent: DECIMALS_OF_FIFTHS.get(code) ?? exponent },
  ]),
);

/** Looks up an ISO 4217 currency by its three capital letters; undefined for an unknown code. */
export function findCurrency(code: string): Currency | undefined {
  return currencies.get(code);
}

/**
 * Looks up a currency that must exist.
 *
 * @throws {RangeError} for an unknown code, which is a defect
 */
export function currencyOf(code: string): Currency {
  const currency = currencies.get(code);
  if (currency === undefined) throw new RangeError(`Unknown currency: ${shown(code)}`);
  return currency;
}

/** `a x b / c`, rounded half up, exact for any safe integers with `a, b >= 0` and `c > 0`. */
export function mulDivRound(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= MAX_MINOR / 2) {
    const quotient = Math.floor(product / c);
    const rest = product - quotient * c;
    return rest * 2 >= c ? quotient + 1 : quotient;
  }
  const [bigA, bigB, bigC] = [BigInt(a), BigInt(b), BigInt(c)];
  return Number((bigA * bigB * 2n + bigC) / (bigC * 2n));
}

/** `a x b / c`, rounded down, exact for any safe integers with `a, b >= 0` and `c > 0`. */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= MAX_MINOR) return Math.floor(product / c);
  return Number(BigInt(a) * BigInt(b) / BigInt(c));
}

/** A share of an amount, rounded half up to the minor unit. */
export function share(amount: Minor, rate: Ppm): Minor {
  return mulDivRound(amount, rate, PPM_ONE);
}

/** Treatment of an amount that is finer than the currency. */
export type Fineness = "refuse" | "round";

/**
 * Reads an amount in the major unit (spec section 1): `349`, `349.5`, `"349.00"`.
 *
 * @param path the field's path, for the message
 * @throws {AppError} `error.invalid-request` for anything but a non-negative decimal, more decimals
 *   than the currency, or an amount beyond the exact range
 */
export function parseMajor(value: unknown, currency: Currency, path: string): Minor {
  return parseScaled(value, { path, scale: currency.exponent, fineness: "refuse", currency });
}

/** {@link parseMajor} for an optional amount; null if absent. */
export function parseOptional(value: unknown, currency: Currency, path: string): Minor | null {
  return value === undefined || value === null ? null : parseMajor(value, currency, path);
}

/**
 * Reads an amount in hundredths of the major unit, whatever the currency's decimals: the unit of a
 * Shopify cart.js line, for JPY and KWD too. Amounts finer than the currency are rounded half up.
 *
 * @throws {AppError} `error.invalid-request` for a decimal point or a fraction: an amount in the
 *   major unit would sell for a hundredth of the price
 */
export function parseHundredths(value: unknown, currency: Currency, path: string): Minor {
  const text = typeof value === "string" ? value : plainText(value);
  if (text?.includes(".") && DECIMAL.test(text)) {
    throw invalid(`${path} must be a whole number of hundredths, ${got(value)}`);
  }
  return parseScaled(value, { path, scale: currency.exponent - 2, fineness: "round", currency });
}

/**
 * Exact decimal digits of an amount in the major unit of a currency that may be unknown, with at
 * least the currency's decimals; undefined for anything but a non-negative decimal.
 */
export function decimalText(value: unknown, currencyCode: string): string | undefined {
  const text = typeof value === "string" ? value : plainText(value);
  if (text === undefined || !DECIMAL.test(text)) return undefined;
  const exact = new Big(text);
  const decimals = exact.toFixed().split(".")[1]?.length ?? 0;
  return exact.toFixed(Math.max(decimals, findCurrency(currencyCode)?.exponent ?? 0));
}

interface Scale {
  readonly path: string;
  readonly scale: number;
  readonly fineness: Fineness;
  readonly currency: Currency;
}

const DECIMAL = /^[0-9]{1,20}(?:\.[0-9]{1,20})?$/;

function parseScaled(value: unknown, { path, scale, fineness, currency }: Scale): Minor {
  const text = typeof value === "string" ? value : plainText(value);
  if (text === undefined || !DECIMAL.test(text)) {
    throw invalid(`${path} must be an amount of 0 or more, ${got(value)}`);
  }
  const short = shortMinor(text, scale);
  if (short !== undefined) return short;
  const exact = new Big(text).times(new Big(10).pow(scale));
  const rounded = exact.round(0, Big.roundHalfUp);
  if (fineness === "refuse" && !rounded.eq(exact)) {
    throw invalid(
      `${path} must have at most ${currency.exponent} decimals for ${currency.code}, ${got(value)}`,
    );
  }
  if (rounded.gt(MAX_MINOR)) throw invalid(`${path} is too large, ${got(value)}`);
  return rounded.toNumber();
}

/** An amount with few enough digits for a double; undefined for any other. */
function shortMinor(text: string, scale: number): Minor | undefined {
  const point = text.indexOf(".");
  const decimals = point < 0 ? 0 : text.length - point - 1;
  if (decimals > scale || text.length + scale > 15) return undefined;
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
  return Number(digits) * 10 ** (scale - decimals);
}

/** Shortest decimal text of a finite number, without an exponent; undefined for anything else. */
function plainText(value: unknown): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  const text = String(value);
  return DECIMAL.test(text) && value !== 0 ? text : new Big(value).toFixed();
}

/**
 * Reads a percentage (`10`, `12.5`, `"18"`) of 0 to 100 with at most four decimals.
 *
 * @throws {AppError} `error.invalid-request` outside that
 */
export function parsePercent(value: unknown, path: string): Ppm {
  const text = typeof value === "string" ? value : plainText(value);
  const ppm = text !== undefined && DECIMAL.test(text)
    ? new Big(text).times(PPM_PER_PERCENT)
    : undefined;
  if (ppm === undefined || ppm.gt(PPM_ONE) || !ppm.round(0).eq(ppm)) {
    throw invalid(`${path} must be a percentage of 0 to 100 with up to 4 decimals, ${got(value)}`);
  }
  return ppm.toNumber();
}

/** Converts parts per million to a percentage: 125000 is 12.5. */
export function percentOf(rate: Ppm): number {
  return rate / PPM_PER_PERCENT;
}

/**
 * Exact decimal digits of an amount in the major unit, with the currency's decimals: 34900 of INR
 * is "349.00", 349 of JPY is "349".
 */
export function formatMajor(amount: Minor | bigint, currency: Currency): string {
  const sign = amount < 0 ? "-" : "";
  const digits = String(amount).slice(sign.length).padStart(currency.exponent + 1, "0");
  if (currency.exponent === 0) return sign + digits;
  const point = digits.length - currency.exponent;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * The average of a sum, rounded half up to the minor unit.
 *
 * @param count number of amounts in the sum, 1 or more
 */
export function averageOf(sum: bigint, count: number): bigint {
  const divisor = BigInt(count);
  return (sum * 2n + divisor) / (divisor * 2n);
}

/**
 * An amount in the major unit as a number. Dividing a safe integer by a power of ten is correctly
 * rounded, and up to 15 digits the shortest text of the result is exact; use {@link formatMajor}
 * for larger amounts.
 */
export function majorNumber(amount: Minor, currency: Currency): number {
  return amount / 10 ** currency.exponent;
}

/** True if {@link majorNumber} is exact for this amount. */
export function fitsJsonNumber(amount: Minor): boolean {
  return Math.abs(amount) < 1e15;
}
