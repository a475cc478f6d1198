/** Where a phone number leads, as its country's numbering plan has it. */
export interface PhoneOrigin {
  /** ISO 3166-1 alpha-2; null of a number that belongs to no country, such as a satellite phone's. */
  readonly countryCode: string | null;
  /** Digits between the plus sign and the national number. */
  readonly callingCode: string;
  /** Null where the plan has the number in no range. */
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
