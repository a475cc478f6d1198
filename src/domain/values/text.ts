/**
 * Converts a to z to upper case and nothing else: `toUpperCase()` would make INR of `\u0131nr`,
 * which has a dotless i.
 */
export function asciiUpperCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** A visible character: no filler and no blank Braille pattern. */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** True for a text with a visible character. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** An http or https address with a host. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#]/i;

/**
 * The URL of an image for a page: http or https. Anything else, for example `javascript:...`,
 * becomes "", because an image must not stop a sale.
 */
export function webImage(address: string): string {
  // Some stores leave the scheme out.
  const url = address.startsWith("//") ? `https:${address}` : address;
  return WEB_ADDRESS.test(url) ? url : "";
}

/**
 * Formats times like `Date.toISOString()`, for use in every request: the part that is the same for
 * a second is cached.
 */
export class IsoClock {
  #second = NaN;
  #text = "";

  /** @param at milliseconds since the epoch */
  text(at: number): string {
    const second = Math.floor(at / 1000);
    if (second !== this.#second) {
      this.#text = new Date(second * 1000).toISOString().slice(0, -4);
      this.#second = second;
    }
    return `${this.#text}${String(at - second * 1000).padStart(3, "0")}Z`;
  }
}

/** Normalises a postal code for comparison: upper case, without spaces and hyphens. */
export function normalisePostalCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "");
}
