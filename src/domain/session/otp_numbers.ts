import { AppError } from "../errors.ts";
import type { Merchant } from "../shop/merchant.ts";

/** Kinds of numbers that cost the sender extra or receive no messages. */
const NOT_ALLOWED: ReadonlySet<PhoneKind | null> = new Set<PhoneKind>([
  "PREMIUM_RATE",
  "SHARED_COST",
  "TOLL_FREE",
  "PERSONAL_NUMBER",
  "PAGER",
  "UAN",
  "VOICEMAIL",
]);

/** Calling codes of satellite and other international networks (ITU-T E.164, E.164.1). */
const INTERNATIONAL: ReadonlySet<string> = new Set([
  "800",
  "808",
  "870",
  "878",
  "881",
  "882",
  "883",
  "888",
  "979",
]);

/**
 * Countries that a shop sends one-time codes to: its setting, else its own and those it ships to.
 *
 * @returns null for every country
 */
export function otpCountriesOf(
  { otpCountries, countryCode, rules: { shipping } }:
    & Pick<Merchant, "otpCountries" | "countryCode">
    & {
      readonly rules: Pick<Merchant["rules"], "shipping">;
    },
): ReadonlySet<string> | null {
  const named = otpCountries ??
    (shipping.length === 0 ? [] : [countryCode, ...shipping.flatMap(({ countries }) => countries)]);
  return named.length === 0 ? null : new Set(named);
}

/** What is wrong with a number that a shop sends an SMS to: its kind or its country. */
export function numberProblem(
  { countryCode, callingCode, kind }: PhoneOrigin,
  merchant: Parameters<typeof otpCountriesOf>[0],
): "kind" | "country" | null {
  if (countryCode === null || INTERNATIONAL.has(callingCode) || NOT_ALLOWED.has(kind)) {
    return "kind";
  }
  const countries = otpCountriesOf(merchant);
  return countries === null || countries.has(countryCode) ? null : "country";
}

/**
 * Refuses numbers that must not get codes: fraud sends codes to numbers that earn on them.
 *
 * @param phone E.164
 * @throws {AppError} `error.otp-number-not-allowed`, `error.otp-country-not-allowed`
 */
export function requireOtpNumber(
  phone: string,
  origin: PhoneOrigin,
  merchant: Parameters<typeof otpCountriesOf>[0],
): void {
  const { countryCode, kind } = origin;
  const problem = numberProblem(origin, merchant);
  if (problem === "kind") {
    throw new AppError(
      "error.otp-number-not-allowed",
      `data.phone must be a mobile or landline number, got ${phone}` +
        (kind === null ? "" : ` (${kind.toLowerCase().replaceAll("_", " ")})`),
    );
  }
  if (problem === null) return;
  throw new AppError(
    "error.otp-country-not-allowed",
    `data.phone must belong to a country that this shop sends codes to, got ${phone} (${countryCode})`,
  );
}

/** Origin of a phone number, by its country's numbering plan. */
export interface PhoneOrigin {
  /** ISO 3166-1 alpha-2; null for a number without a country, like a satellite phone's. */
  readonly countryCode: string | null;
  /** Digits between the plus sign and the national number. */
  readonly callingCode: string;
  /** Null if the plan does not have the number. */
  readonly kind: PhoneKind | null;
}

/** Kinds of numbers, as libphonenumber names them. */
export type PhoneKind =
  | "MOBILE"
  | "FIXED_LINE"
  | "FIXED_LINE_OR_MOBILE"
  | "VOIP"
  | "PREMIUM_RATE"
  | "SHARED_COST"
  | "TOLL_FREE"
  | "PERSONAL_NUMBER"
  | "PAGER"
  | "UAN"
  | "VOICEMAIL";
