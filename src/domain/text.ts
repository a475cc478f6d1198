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
