import { integerBetween, nonEmptyText, parseWith } from "../../../../schema/parse.ts";
import type { Fields } from "../form_step.ts";

/** Arabic and Persian digits, as keyboards of these languages write them. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * A required text of a form.
 *
 * @throws {AppError} `error.invalid-request`, here and below with the name of the field
 */
export function textOf(fields: Fields, name: string, max: number): string {
  return parseWith(nonEmptyText(max), fields[name], name);
}

/** An integer of a form, in digits of any of the pages' languages. */
export function integerOf(
  fields: Fields,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const text = fields[name];
  const digits = asciiDigits(text ?? "");
  const value = /^[0-9]{1,16}$/.test(digits) ? Number(digits) : text;
  return parseWith(integerBetween(min, max), value, name);
}

/** A text with ASCII digits. */
export function asciiDigits(text: string): string {
  // The last four bits of these characters are the digit.
  return text.replaceAll(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}
