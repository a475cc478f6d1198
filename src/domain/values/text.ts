/**
 * Text with its letters a to z as capitals and all others as they are: `toUpperCase()` would
 * also make INR of `\u0131nr`, written with a dotless i.
 */
export function asciiUpperCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** A letter, digit, sign or symbol that shows: not a filler, and not the blank Braille pattern. */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;

/** True if any character of a text can be seen. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** An http or https address with a host. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#]/i;

/**
 * The address of a picture that a page can show: http or https. Any other text, such as
 * `javascript:...`, counts as no picture and becomes "": a picture must never stop a sale.
 */
export function webImage(address: string): string {
  // Stores that once served both schemes leave the scheme out.
  const url = address.startsWith("//") ? `https:${address}` : address;
  return WEB_ADDRESS.test(url) ? url : "";
}

/**
 * Makes moments into text as `Date.toISOString()` does (ISO 8601, UTC, with milliseconds), for
 * whoever does it with every request: the part that stays the same for a second is made once.
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
