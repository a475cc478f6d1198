import { got, invalid } from "../domain/errors.ts";
import type { PhoneOrigin } from "../domain/session/otp_numbers.ts";

/**
 * Reads a phone number: international with a plus sign, or national in a country.
 *
 * @param countryCode ISO 3166-1 alpha-2
 * @returns the number in E.164 form
 * @throws {AppError} `error.invalid-request` for an invalid number
 */
export type PhoneReader = (text: string, countryCode: string, path: string) => string;

/**
 * Finds the origin of a phone number.
 *
 * @param phone E.164
 */
export type PhoneOrigins = (phone: string) => PhoneOrigin;

let reader: PhoneReader | undefined;
let origins: PhoneOrigins | undefined;

/**
 * Loads the reader of phone numbers. The numbering plans are loaded on first use, because most
 * commands do not need them. A server loads them at startup, because later its clients may hold all
 * file descriptors.
 */
export async function phoneReader(): Promise<PhoneReader> {
  return reader ??= readerOver(await import("libphonenumber-js"));
}

/**
 * Loads the finder of origins, which needs larger tables with the ranges of every kind of number;
 * loaded like {@link phoneReader}.
 */
export async function phoneOrigins(): Promise<PhoneOrigins> {
  return origins ??= originsOver(await import("libphonenumber-js/max"));
}

/** Loads both tables now. */
export async function loadPhoneTables(): Promise<void> {
  await Promise.all([phoneReader(), phoneOrigins()]);
}

function originsOver(
  { parsePhoneNumberFromString }: typeof import("libphonenumber-js/max"),
): PhoneOrigins {
  return (phone) => {
    const number = parsePhoneNumberFromString(phone, { extract: false });
    return {
      countryCode: number?.country ?? null,
      callingCode: number?.countryCallingCode ?? "",
      kind: number?.getType() ?? null,
    };
  };
}

function readerOver(
  { isSupportedCountry, parsePhoneNumberFromString }: typeof import("libphonenumber-js"),
): PhoneReader {
  return (text, countryCode, path) => {
    const number = isSupportedCountry(countryCode)
      ? parsePhoneNumberFromString(text, { defaultCountry: countryCode, extract: false })
      : parsePhoneNumberFromString(text, { extract: false });
    if (number === undefined || !number.isValid()) {
      throw invalid(`${path} must be a valid phone number, ${got(text)}`, path);
    }
    return number.number;
  };
}
