import { got, invalid } from "../domain/errors.ts";

/**
 * Reads a phone number: international with its plus sign, or national as people of a
 * country write it.
 *
 * @param countryCode ISO 3166-1 alpha-2
 * @returns the number in the form of ITU-T E.164
 * @throws {AppError} `error.invalid-request` when it is no valid number
 */
export type PhoneReader = (text: string, countryCode: string, path: string) => string;

let reader: PhoneReader | undefined;

/**
 * What reads phone numbers. The numbering plans of all countries are loaded when somebody first
 * wants it: most commands want none. A server does at its start, for later on its clients may hold all
 * the files that it may have open.
 */
export async function phoneReader(): Promise<PhoneReader> {
  return reader ??= readerOver(await import("libphonenumber-js"));
}

function readerOver(
  { isSupportedCountry, parsePhoneNumberFromString }: typeof import("libphonenumber-js"),
): PhoneReader {
  return (text, countryCode, path) => {
    const number = isSupportedCountry(countryCode)
      ? parsePhoneNumberFromString(text, { defaultCountry: countryCode, extract: false })
      : parsePhoneNumberFromString(text, { extract: false });
    if (number === undefined || !number.isValid()) {
      throw invalid(`${path} must be a valid phone number, ${got(text)}`);
    }
    return number.number;
  };
}
