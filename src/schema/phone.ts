import { got, invalid } from "../domain/errors.ts";
import type { PhoneOrigin } from "../domain/session/otp_numbers.ts";

/**
 * Reads a phone number: international with its plus sign, or national as people of a
 * country write it.
 *
 * @param countryCode ISO 3166-1 alpha-2
 * @returns the number in the form of ITU-T E.164
 * @throws {AppError} `error.invalid-request` when it is no valid number
 */
export type PhoneReader = (text: string, countryCode: string, path: string) => string;

/**
 * Tells where a phone number leads.
 *
 * @param phone E.164
 */
export type PhoneOrigins = (phone: string) => PhoneOrigin;

let reader: PhoneReader | undefined;
let origins: PhoneOrigins | undefined;

/**
 * Loads the reader of phone numbers. The numbering plans of all countries are loaded on first use,
 * because most commands need none. A server loads them at its start: later its clients may hold
 * all the files that it may have open.
 */
export async function phoneReader(): Promise<PhoneReader> {
  return reader ??= readerOver(await import("libphonenumber-js"));
}

/**
 * Loads the origins of phone numbers. They need larger tables than the reader, with
 * the ranges of every kind of number, and are loaded as {@link phoneReader} is.
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
      throw invalid(`${path} must be a valid phone number, ${got(text)}`);
    }
    return number.number;
  };
}
