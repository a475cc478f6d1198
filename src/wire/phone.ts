import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import { invalid, shown } from "../domain/errors.ts";

/**
 * Reads a phone number: international with its plus sign, or national as people of a
 * country write it.
 *
 * @param countryCode ISO 3166-1 alpha-2
 * @returns the number in the form of ITU-T E.164
 * @throws {AppError} `error.invalid-request` when it is no valid number
 */
export function requirePhone(text: string, countryCode: string, path: string): string {
  const number = isSupportedCountry(countryCode)
    ? parsePhoneNumberFromString(text, { defaultCountry: countryCode, extract: false })
    : parsePhoneNumberFromString(text, { extract: false });
  if (number === undefined || !number.isValid()) {
    throw invalid(`${path} must be a valid phone number: ${shown(text)}`);
  }
  return number.number;
}
