// Longest texts, in characters: each is the limit of its field wherever it is entered.

/** A URL, or a host name in place of one. */
export const MAX_URL = 2048;
/** A coupon's code. */
export const MAX_CODE = 64;
/** A code as a customer enters it; one that is longer than {@link MAX_CODE} is not found. */
export const MAX_ENTERED_CODE = 255;
/** A phone number, in any notation. */
export const MAX_PHONE = 40;
/** An e-mail address. */
export const MAX_EMAIL = 254;
/** Fields of an address; the name is a buyer's too. */
export const ADDRESS_LENGTHS = {
  name: 200,
  line: 300,
  city: 200,
  state: 200,
  postalCode: 20,
} as const;
/** Title, handle and vendor of a product. */
export const MAX_PRODUCT_TEXT = 255;
/** The id of a shipping option. */
export const MAX_OPTION_ID = 64;
/** A number in another system: of the shop's order, of the provider's payment. */
export const MAX_REFERENCE = 255;
/** The id of a payment as it is reported; our own are UUIDs. */
export const MAX_PAYMENT_ID = 255;
/** The reason of a correction of coins. */
export const MAX_CORRECTION_REASON = 200;
