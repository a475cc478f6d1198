import { equal } from "node:assert/strict";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { formatsFor } from "../../../src/web/page/format.ts";
import { wordingFor } from "../../../src/web/page/language.ts";

/** Amounts in minor units, as a language and a country write them. */
const AMOUNTS: readonly (readonly [string, string, string, number, string])[] = [
  ["en", "IN", "INR", 12_345_678, "₹1,23,456.78"],
  ["en", "US", "USD", -6_980, "-$69.80"],
  ["en", "JP", "JPY", 1_500, "¥1,500"],
  ["en", "KW", "KWD", 1_234_567, "KWD 1,234.567"],
  // Beyond what a double would keep.
  ["en", "US", "USD", 9_007_199_254_740_991, "$90,071,992,547,409.91"],
];

for (const [language, country, code, minor, text] of AMOUNTS) {
  Deno.test(`formatsFor() ${language}-${country} writes ${minor} of ${code} as ${text}`, () => {
    const { amount } = formatsFor(language, country, currencyOf(code));
    equal(amount(minor).replaceAll("\u00a0", " "), text);
    equal(formatsFor(language, country, currencyOf(code)).amount, amount, "it is kept");
  });
}

/** Headers, and the language that is chosen. */
const HEADERS: readonly (readonly [string | null, string])[] = [
  [null, "en"],
  ["", "en"],
  ["ar", "ar"],
  ["AR-eg", "ar"],
  ["en-GB,en;q=0.9,ar;q=0.8", "en"],
  ["de, ar;q=0.3, en;q=0.2", "ar"],
  ["ar;q=0", "en"],
  ["ar;q=x", "en"],
  ["constructor, __proto__", "en"],
];

for (const [header, language] of HEADERS) {
  Deno.test(`wordingFor(${JSON.stringify(header)}) is ${language}`, () => {
    equal(wordingFor(header).language, language);
  });
}
