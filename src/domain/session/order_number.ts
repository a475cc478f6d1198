import type { OrderNumber } from "../ids.ts";
import { asciiUpperCase } from "../values/text.ts";

/** Crockford's Base32: without I, L, O and U, which look or sound like others. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUP = 4;
/** Lead of the numbers of tests, so that none is a live order's. */
const TEST = "TEST";
const PLAIN = new RegExp(`^(${TEST})?([${SYMBOLS}]{${GROUP}})([${SYMBOLS}]{${GROUP}})$`);

/** Random bytes for {@link composeOrderNumber}. */
export const ORDER_NUMBER_BYTES = 5;

/**
 * Makes an order number from 40 random bits: eight symbols in two groups, behind `TEST-` for a test.
 *
 * A shop with a million orders has used one number in 1.1 million. So an order of such a shop gets
 * a number that is taken about once in a million orders; it is then decided again with another.
 *
 * @param random {@link ORDER_NUMBER_BYTES} bytes from a cryptographic source
 */
export function composeOrderNumber(random: Uint8Array, livemode = true): OrderNumber {
  let rest = random.reduce((sum, byte) => sum * 256 + byte, 0);
  let plain = "";
  for (let i = 0; i < 2 * GROUP; i++) {
    plain = SYMBOLS.charAt(rest % SYMBOLS.length) + plain;
    rest = Math.floor(rest / SYMBOLS.length);
  }
  return grouped([livemode ? undefined : TEST, plain.slice(0, GROUP), plain.slice(GROUP)]);
}

/**
 * Reads an order number as a person types it: in either case, with any separators or none, and with
 * the letters O, I and L for the digits 0 and 1.
 *
 * @returns undefined for other text
 */
export function parseOrderNumber(text: string): OrderNumber | undefined {
  const groups = PLAIN.exec(plainSymbols(text))?.slice(1);
  return groups && grouped(groups);
}

/**
 * Reads a beginning or an end of an order number, as {@link parseOrderNumber} reads a whole one.
 *
 * @returns it as a beginning and as an end; undefined for other text
 */
export function parseOrderNumberPart(
  text: string,
): { readonly begin: string; readonly end: string } | undefined {
  const plain = plainSymbols(text);
  if (![...plain].every((symbol) => SYMBOLS.includes(symbol))) return undefined;
  return {
    begin: plain.replace(/(.{4})(?=.)/g, "$1-"),
    end: plain.replace(/(?<=.)(?=(?:.{4})+$)/g, "-"),
  };
}

function plainSymbols(text: string): string {
  return asciiUpperCase(text).replace(/[\s\p{P}]/gu, "")
    .replaceAll("O", "0").replace(/[IL]/g, "1");
}

function grouped(groups: readonly (string | undefined)[]): OrderNumber {
  return groups.filter((group) => group !== undefined).join("-") as OrderNumber;
}
