import type { Currency } from "../../domain/money.ts";

/**
 * A sum of amounts in the major unit, with the currency's decimals: as `formatMajor` writes one
 * amount, and exact beyond 2^53 as well.
 *
 * @param sum minor units, 0 or more
 */
export function majorText(sum: bigint, currency: Currency): string {
  const { exponent } = currency;
  const digits = String(sum).padStart(exponent + 1, "0");
  const point = digits.length - exponent;
  return exponent === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * The average of a sum, rounded half up to the minor unit.
 *
 * @param count how many it is the sum of, 1 or more
 */
export function averageOf(sum: bigint, count: number): bigint {
  const divisor = BigInt(count);
  return (sum * 2n + divisor) / (divisor * 2n);
}

/** A part of a whole in percent with one decimal, `32.3 %`; a dash where there is no whole. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? "-" : `${(part / whole * 100).toFixed(1)} %`;
}
