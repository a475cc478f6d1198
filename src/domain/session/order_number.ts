import type { OrderNumber } from "../ids.ts";
import { asciiUpperCase } from "../values/text.ts";

/** Crockford's Base32: without I, L, O and U, which look or sound like others. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUP = 4;
const PLAIN = new RegExp(`^[${SYMBOLS}]{${2 * GROUP}}$`);

/** Random bytes for {@link composeOrderNumber}. */
export const ORDER_NUMBER_BYTES = 5;

/**
 * Makes an order number from 40 random bits: eight symbols in two groups.
 *
 * A shop with a million orders has used one number in 1.1 million. So an order of such a shop gets
 * a number that is taken about once in a million orders; it is then decided again with another.
 *
 * @param random {@link ORDER_NUMBER_BYTES} bytes from a cryptographic source
 */
export function composeOrderNumber(random: Uint8Array): OrderNumber {
  let rest = random.reduce((sum, byte) => sum * 256 + byte, 0);
  let plain = "";
  for (let i = 0; i < 2 * GROUP; i++) {
    plain = SYMBOLS.charAt(rest % SYMBOLS.length) + plain;
    rest = Math.floor(rest / SYMBOLS.length);
  }
  return grouped(plain);
}

/**
 * Reads an order number as a person types it: in either case, with any separators or none, and with
 * the letters O, I and L for the digits 0 and 1.
 *
 * @returns undefined for other text
 */
export function parseOrderNumber(text: string): OrderNumber | undefined {
  const plain = asciiUpperCase(text).replace(/[\s\p{P}]/gu, "")
    .replaceAll("O", "0").replace(/[IL]/g, "1");
  return PLAIN.test(plain) ? grouped(plain) : undefined;
}

function grouped(plain: string): OrderNumber {
  return `${plain.slice(0, GROUP)}-${plain.slice(GROUP)}` as OrderNumber;
}
