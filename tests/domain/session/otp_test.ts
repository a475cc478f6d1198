import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from "node:assert/strict";
import { createHmac, hash } from "node:crypto";
import fc from "fast-check";
import {
  composeOtp,
  hashOtp,
  isRightOtp,
  nextOtpAt,
  type OtpChallenge,
} from "../../../src/domain/session/otp.ts";
import {
  otpCountriesOf,
  type PhoneOrigin,
  requireOtpNumber,
} from "../../../src/domain/session/otp_numbers.ts";
import { NO_RULES, type ShippingRule } from "../../../src/domain/shop/merchant.ts";
import { runs } from "../../support/arbitraries.ts";
import { aMerchant, NOW } from "../../support/builders.ts";
import { shippingAt } from "../../support/shop.ts";
import { refuses } from "../steps/cases.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

Deno.test("composeOtp() is the remainder of 32 random bits, in six digits", () => {
  const compose = (...bytes: number[]) => composeOtp(Uint8Array.from(bytes));
  equal(compose(0, 0, 0, 0), "000000");
  equal(compose(0, 0, 0, 7), "000007");
  equal(compose(0, 1, 0, 0), "065536");
  equal(compose(0x00, 0x0f, 0x42, 0x3f), "999999");
  equal(compose(0x00, 0x0f, 0x42, 0x40), "000000"); // 1,000,000
  equal(compose(255, 255, 255, 255), "967295"); // 2^32 - 1 = 4,294,967,295
});

Deno.test("composeOtp() reads the bytes of a view, wherever in its buffer it starts", () => {
  const buffer = Uint8Array.from([9, 9, 9, 9, 0, 0, 0, 42]);
  equal(composeOtp(buffer.subarray(4)), "000042");
});

Deno.test("composeOtp() is six digits whatever the bytes", () => {
  const bytes = fc.uint8Array({ minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(bytes, (random) => void match(composeOtp(random), /^[0-9]{6}$/)),
    runs(500),
  );
});

const KEY = new Uint8Array(32).fill(7);

Deno.test("hashOtp() is an HMAC of salt and code, and SHA-256 without a key", () => {
  equal(hashOtp("pepper", "012345", null), hash("sha256", "pepper:012345", "hex"));
  const made = createHmac("sha256", KEY).update("pepper:012345").digest("hex");
  equal(hashOtp("pepper", "012345", KEY), `hmac:${made}`);
  notEqual(hashOtp("pepper", "012345", KEY), hashOtp("salt", "012345", KEY));
  notEqual(hashOtp("pepper", "012345", KEY), hashOtp("pepper", "012345", new Uint8Array(32)));
});

Deno.test("isRightOtp() holds for the code that was sent and no other", () => {
  for (const key of [KEY, null]) {
    const challenge: OtpChallenge = {
      phone: "+919876543210",
      salt: "pepper",
      hash: hashOtp("pepper", "012345", key),
      expiresAt: NOW,
      triesLeft: 5,
    };
    ok(isRightOtp(challenge, "012345", key));
    // One that was sent without a key stays right when there is one.
    equal(isRightOtp(challenge, "012345", key ?? KEY), true);
    for (const wrong of ["112345", "012346", "12345", "0123456", "", " 012345", "०१२३४५"]) {
      equal(isRightOtp(challenge, wrong, key), false, wrong);
    }
  }
  const keyed = { phone: "", salt: "a", hash: hashOtp("a", "1", KEY), expiresAt: 0, triesLeft: 5 };
  equal(isRightOtp(keyed, "1", null), false);
  equal(isRightOtp(keyed, "1", new Uint8Array(32)), false);
});

Deno.test("isRightOtp() compares in a time that does not depend on where codes differ", () => {
  const source = isRightOtp.toString();
  match(source, /return timingSafeEqual\(/);
  doesNotMatch(source, /==|startsWith|localeCompare/);
});

Deno.test("nextOtpAt() is now when nothing was sent", () => {
  equal(nextOtpAt([], NOW), NOW);
});

Deno.test("nextOtpAt() is 30 s after the last code", () => {
  equal(nextOtpAt([NOW], NOW), NOW + 30 * SECOND);
  equal(nextOtpAt([NOW - 29_999], NOW), NOW + 1);
  equal(nextOtpAt([NOW - 30 * SECOND], NOW), NOW);
  equal(nextOtpAt([NOW - 31 * SECOND], NOW), NOW);
});

Deno.test("nextOtpAt() is an hour after the fifth last code", () => {
  const sent = (count: number) =>
    Array.from({ length: count }, (_, i) => NOW - 50 * 60 * SECOND + i * 60 * SECOND);
  equal(nextOtpAt(sent(4), NOW), NOW);
  equal(nextOtpAt(sent(5), NOW), NOW + 10 * 60 * SECOND);
  // Of six, which only a race could send, the second still has to grow an hour old.
  equal(nextOtpAt(sent(6), NOW), NOW + 11 * 60 * SECOND);
});

Deno.test("nextOtpAt() forgets what is an hour old", () => {
  const old = [NOW - HOUR - 1, NOW - HOUR, NOW - HOUR, NOW - HOUR];
  equal(nextOtpAt([...old, NOW - 60 * SECOND], NOW), NOW);
  equal(nextOtpAt([NOW - HOUR + 1, ...Array(4).fill(NOW - 60 * SECOND)], NOW), NOW + 1);
});

const INDIAN: PhoneOrigin = { countryCode: "IN", callingCode: "91", kind: "MOBILE" };

function shippingTo(...countries: string[]): ShippingRule {
  return shippingAt(0, { countries });
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
