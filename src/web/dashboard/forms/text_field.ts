import { got, invalid } from "../../../domain/errors.ts";

/**
 * Reads a line of text from a form.
 *
 * @throws {AppError} `error.invalid-request` with the name of the field
 */
export function textField(
  form: URLSearchParams,
  [name, label]: readonly [name: string, label: string],
  { min = 0, max }: { readonly min?: number; readonly max: number },
): string {
  const text = (form.get(name) ?? "").trim();
  if (text.length >= min && text.length <= max) return text;
  throw invalid(`${label} must have ${min} to ${max} characters, ${got(text)}`, name);
}
