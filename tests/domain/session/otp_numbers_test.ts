import { deepEqual, equal } from "node:assert/strict";
import {
  otpCountriesOf,
  type PhoneOrigin,
  requireOtpNumber,
} from "../../../src/domain/session/otp_numbers.ts";
import { NO_RULES, type ShippingRule } from "../../../src/domain/shop/merchant.ts";
import { aMerchant } from "../../support/builders.ts";
import { refuses } from "../steps/cases.ts";

const INDIAN: PhoneOrigin = { countryCode: "IN", callingCode: "91", kind: "MOBILE" };

function shippingTo(...countries: string[]): ShippingRule {
  return { countries, postalPrefixes: [], price: 0, freeAbove: null };
}

/** A shop's rules, its own list, and the countries that its codes go to. */
const COUNTRIES: readonly (readonly [
  what: string,
  shipping: readonly ShippingRule[],
  named: readonly string[] | null,
  string[] | null,
])[] = [
  ["ships everywhere and names none", [], null, null],
  ["ships somewhere and names none", [shippingTo("NP", "IN"), shippingTo("AE")], null, [
    "AE",
    "IN",
    "NP",
  ]],
  ["ships somewhere and names others", [shippingTo("NP")], ["DE"], ["DE"]],
  ["ships everywhere and names some", [], ["DE"], ["DE"]],
  ["ships somewhere and names all", [shippingTo("NP")], [], null],
];

for (const [what, shipping, otpCountries, countries] of COUNTRIES) {
  Deno.test(`otpCountriesOf() a shop that ${what}`, () => {
    const found = otpCountriesOf(aMerchant({ rules: { ...NO_RULES, shipping }, otpCountries }));
    deepEqual(found === null ? null : [...found].sort(), countries);
  });
}

Deno.test("requireOtpNumber() takes mobile, landline and unassigned numbers of any country", () => {
  const kinds = ["MOBILE", "FIXED_LINE", "FIXED_LINE_OR_MOBILE", "VOIP", null] as const;
  for (const kind of kinds) {
    equal(requireOtpNumber("+919876543210", { ...INDIAN, kind }, aMerchant()), undefined);
  }
});

Deno.test("requireOtpNumber() refuses kinds that cost the sender or take no messages", () => {
  const kinds = [
    "PREMIUM_RATE",
    "SHARED_COST",
    "TOLL_FREE",
    "PERSONAL_NUMBER",
    "PAGER",
    "UAN",
    "VOICEMAIL",
  ] as const;
  for (const kind of kinds) {
    refuses(
      () => requireOtpNumber("+911234", { ...INDIAN, kind }, aMerchant()),
      "error.otp-number-not-allowed",
      "data.phone must be a mobile or landline number, got +911234 " +
        `(${kind.toLowerCase().replaceAll("_", " ")})`,
    );
  }
});

Deno.test("requireOtpNumber() refuses numbers of no country, whatever their kind", () => {
  for (const callingCode of ["870", "881", "882", "883", "888", "979", "800"]) {
    for (const countryCode of [null, "IN"]) {
      refuses(
        () =>
          requireOtpNumber("+881612345678", { callingCode, countryCode, kind: null }, aMerchant()),
        "error.otp-number-not-allowed",
        "data.phone must be a mobile or landline number, got +881612345678",
      );
    }
  }
});

Deno.test("requireOtpNumber() refuses a country that the shop sends no codes to", () => {
  const shop = aMerchant({ otpCountries: ["IN"] });
  equal(requireOtpNumber("+919876543210", INDIAN, shop), undefined);
  refuses(
    () =>
      requireOtpNumber("+14155552671", { ...INDIAN, countryCode: "US", callingCode: "1" }, shop),
    "error.otp-country-not-allowed",
    "data.phone must belong to a country that this shop sends codes to, got +14155552671 (US)",
  );
});
