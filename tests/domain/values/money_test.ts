import { deepEqual, equal, throws } from "node:assert/strict";
import * as iso4217 from "dinero.js/currencies";
import fc from "fast-check";
import {
  averageOf,
  currencyOf,
  findCurrency,
  fitsJsonNumber,
  formatMajor,
  majorNumber,
  MAX_MINOR,
  mulDivFloor,
  mulDivRound,
  parseHundredths,
  parseMajor,
  parsePercent,
  percentOf,
  share,
} from "../../../src/domain/values/money.ts";
import { runs } from "../../support/arbitraries.ts";

const INR = currencyOf("INR");
const JPY = currencyOf("JPY");
const KWD = currencyOf("KWD");
const safe = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }),
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.maxSafeNat(),
);
const codes = Object.keys(iso4217);

function message(text: string) {
  return { name: "AppError", code: "error.invalid-request", message: text };
}

Deno.test("currencyOf() has the decimals of ISO 4217 where they are not two", () => {
  const decimals = (n: number) => codes.filter((code) => currencyOf(code).exponent === n).sort();
  deepEqual(
    decimals(0).join(" "),
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  );
  deepEqual(decimals(1), []);
  deepEqual(decimals(3).join(" "), "BHD IQD JOD KWD LYD OMR TND");
  deepEqual(decimals(4), ["CLF", "UYW"]);
  deepEqual([currencyOf("MGA").exponent, currencyOf("MRU").exponent], [2, 2]);
});

Deno.test("currencyOf() calls an unknown code a defect, findCurrency() an absence", () => {
  throws(() => currencyOf("XXX"), { name: "RangeError", message: "Unknown currency: XXX" });
  equal(findCurrency("inr"), undefined);
  deepEqual(findCurrency("INR"), { code: "INR", exponent: 2 });
});

Deno.test("mulDivRound() rounds exact halves up and anything less down", () => {
  equal(mulDivRound(1, 1, 2), 1); // 0.5
  equal(mulDivRound(3, 1, 2), 2); // 1.5
  equal(mulDivRound(5, 1, 10), 1); // 0.5
  equal(mulDivRound(4, 1, 10), 0); // 0.4
  equal(mulDivRound(49, 1, 100), 0); // 0.49
  equal(mulDivRound(0, 7, 3), 0);
});

Deno.test("mulDivRound() and mulDivFloor() equal exact arithmetic over all safe integers", () => {
  const positive = safe.map((n) => Math.max(1, n));
  fc.assert(
    fc.property(safe, safe, positive, (a, b, c) => {
      const [x, y, z] = [BigInt(a), BigInt(b), BigInt(c)];
      const floor = x * y / z;
      fc.pre(floor < BigInt(MAX_MINOR));
      equal(BigInt(mulDivFloor(a, b, c)), floor);
      equal(BigInt(mulDivRound(a, b, c)), (x * y * 2n + z) / (z * 2n));
    }),
    runs(3_000),
  );
});

Deno.test("mulDivRound() and mulDivFloor() stay exact beside every change of method", () => {
  for (const product of [MAX_MINOR, MAX_MINOR - 1, (MAX_MINOR - 1) / 2, (MAX_MINOR + 1) / 2]) {
    for (const divisor of [1, 2, 3, 7, 100, 999_983, product - 1, product]) {
      const [x, z] = [BigInt(product), BigInt(divisor)];
      equal(BigInt(mulDivFloor(product, 1, divisor)), x / z);
      equal(BigInt(mulDivRound(product, 1, divisor)), (x * 2n + z) / (z * 2n));
    }
  }
});

Deno.test("share() takes parts per million, rounded half up", () => {
  equal(share(34_900, 180_000), 6_282); // 349.00 x 18 % = 62.82
  equal(share(5, 100_000), 1); // 0.5
  equal(share(14, 100_000), 1); // 1.4
  equal(share(MAX_MINOR, 1_000_000), MAX_MINOR);
});

Deno.test("parseMajor() reads numbers, digits and big integers in the major unit", () => {
  equal(parseMajor(349, INR, "price"), 34_900);
  equal(parseMajor(349.5, INR, "price"), 34_950);
  equal(parseMajor("349.00", INR, "price"), 34_900);
  equal(parseMajor("349.000", INR, "price"), 34_900);
  equal(parseMajor(12n, INR, "price"), 1_200);
  equal(parseMajor(1999, JPY, "price"), 1_999);
  equal(parseMajor("1.234", KWD, "price"), 1_234);
  equal(parseMajor(-0, INR, "price"), 0);
  // 1.005 x 100 is 100.49999999999999 in doubles.
  equal(parseMajor(1.005, KWD, "price"), 1_005);
  equal(parseMajor(8.2, INR, "price"), 820);
});

Deno.test("parseMajor() refuses decimals that the currency does not have", () => {
  throws(
    () => parseMajor(0.5, JPY, "price"),
    message("price must have at most 0 decimals for JPY, got 0.5"),
  );
  throws(
    () => parseMajor("1.001", INR, "price"),
    message('price must have at most 2 decimals for INR, got "1.001"'),
  );
  throws(() => parseMajor("1.0001", KWD, "price"), /at most 3 decimals for KWD, got "1.0001"$/);
  throws(() => parseMajor(1e-7, INR, "price"), /at most 2 decimals/);
});

Deno.test("parseMajor() refuses what is no non-negative decimal", () => {
  const bad = [-1, "-1", NaN, Infinity, 1e21, "", " 1", "1.", ".5", "1e3", "0x1", "1,5", true, {}];
  for (const value of [...bad, [1], null, undefined]) {
    throws(
      () => parseMajor(value, INR, "price"),
      /^AppError: price must be an amount of 0 or more/,
    );
  }
});

Deno.test("parseMajor() takes 2^53 - 1 minor units and not one more", () => {
  equal(parseMajor("90071992547409.91", INR, "price"), MAX_MINOR);
  throws(
    () => parseMajor("90071992547409.92", INR, "price"),
    message('price is too large, got "90071992547409.92"'),
  );
});

Deno.test("parseHundredths() reads cart.js amounts, which are hundredths for JPY too", () => {
  equal(parseHundredths(34_900, INR, "price"), 34_900);
  equal(parseHundredths(199_900, JPY, "price"), 1_999); // 1999 yen
  equal(parseHundredths(1_234, KWD, "price"), 12_340); // 12.340 dinar
  equal(parseHundredths(0, KWD, "price"), 0);
});

Deno.test("parseHundredths() rounds half up what is finer than the currency", () => {
  equal(parseHundredths(150, JPY, "price"), 2); // 1.5 yen
  equal(parseHundredths(149, JPY, "price"), 1); // 1.49 yen
  throws(
    () => parseHundredths(-5, JPY, "price"),
    message("price must be an amount of 0 or more, got -5"),
  );
});

Deno.test("parseHundredths() refuses fractions of a hundredth and text with a decimal point", () => {
  // 1,169.10 in the major unit would be sold for 11.69.
  for (const value of ["1169.10", 1169.1, "1169.00", "0.5", 0.5, 1e-7]) {
    for (const currency of [INR, JPY, KWD]) {
      throws(
        () => parseHundredths(value, currency, "price"),
        /^AppError: price must be a whole number of hundredths, got /,
      );
    }
  }
  throws(
    () => parseHundredths("1169.10", INR, "price"),
    message('price must be a whole number of hundredths, got "1169.10"'),
  );
  equal(parseHundredths("116910", INR, "price"), 116_910);
  equal(parseHundredths(116_910n, INR, "price"), 116_910);
});

Deno.test("parsePercent() reads up to four decimals and percentOf() writes them back", () => {
  equal(parsePercent(18, "rate"), 180_000);
  equal(parsePercent("12.5", "rate"), 125_000);
  equal(parsePercent(0.0001, "rate"), 1);
  equal(parsePercent(100, "rate"), 1_000_000);
  for (const value of [100.0001, -1, "", 0.00001, null, Infinity]) {
    throws(() => parsePercent(value, "rate"), /^AppError: rate must be a percentage of 0 to 100/);
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (rate) => {
      equal(parsePercent(percentOf(rate), "rate"), rate);
    }),
    runs(500),
  );
});

Deno.test("formatMajor() writes exactly the currency's decimals", () => {
  equal(formatMajor(34_900, INR), "349.00");
  equal(formatMajor(5, INR), "0.05");
  equal(formatMajor(0, KWD), "0.000");
  equal(formatMajor(349, JPY), "349");
  equal(formatMajor(-5, INR), "-0.05");
  equal(formatMajor(-5, JPY), "-5");
  equal(formatMajor(MAX_MINOR, INR), "90071992547409.91");
  equal(formatMajor(27_021_597_764_222_973n, INR), "270215977642229.73");
  equal(formatMajor(-1n, KWD), "-0.001");
});

Deno.test("averageOf() rounds half up to the minor unit", () => {
  equal(averageOf(207_440n, 3), 69_147n);
  equal(averageOf(5n, 2), 3n);
  equal(averageOf(4n, 3), 1n);
});

Deno.test("parseMajor() reads back what formatMajor() wrote, in every currency", () => {
  fc.assert(
    fc.property(fc.constantFrom(...codes).map(currencyOf), safe, (currency, amount) => {
      equal(parseMajor(formatMajor(amount, currency), currency, "price"), amount);
    }),
    runs(2_000),
  );
});

Deno.test("majorNumber() prints the exact decimal wherever fitsJsonNumber() says so", () => {
  equal(majorNumber(359_500, INR), 3_595);
  equal(String(majorNumber(30, INR)), "0.3");
  equal(String(majorNumber(1_005, KWD)), "1.005");
  equal(fitsJsonNumber(999_999_999_999_999), true);
  equal(fitsJsonNumber(1_000_000_000_000_000), false);
  equal(fitsJsonNumber(-1_000_000_000_000_000), false);
  fc.assert(
    fc.property(
      fc.constantFrom(...codes).map(currencyOf),
      fc.integer({ min: 0, max: 999_999_999_999_999 }),
      (currency, amount) => {
        const printed = JSON.stringify(majorNumber(amount, currency));
        equal(Number(printed), Number(formatMajor(amount, currency)));
        equal(parseMajor(majorNumber(amount, currency), currency, "price"), amount);
      },
    ),
    runs(1_000),
  );
});
