import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import {
  compareInt64,
  parseCouponId,
  parseInt64,
  parseKeyId,
  parseMerchantId,
  parseSessionId,
  parseUuid,
} from "../../src/domain/ids.ts";
import { runs } from "../support/arbitraries.ts";

const UUID = "01890a5d-ac96-774b-bcce-b302099a8057";

Deno.test("parseUuid() takes any version and answers in lower case", () => {
  equal(parseUuid(UUID), UUID);
  equal(parseUuid(UUID.toUpperCase()), UUID);
});

Deno.test("parseUuid() refuses everything but the one written form", () => {
  const bad = ["", UUID.replaceAll("-", ""), `{${UUID}}`, `${UUID} `, `${UUID}\n`, UUID.slice(1)];
  for (const text of [...bad, UUID.replace("a", "g")]) equal(parseUuid(text), undefined, text);
});

Deno.test("each id parser takes a UUID in either case and nothing else", () => {
  for (
    const parse of [
      parseSessionId,
      parseMerchantId,
      parseKeyId,
      parseCouponId,
    ]
  ) {
    equal(parse(UUID.toUpperCase()), UUID);
    equal(parse("1"), undefined);
  }
});

Deno.test("parseInt64() keeps every digit of the full range", () => {
  equal(parseInt64("9223372036854775807"), "9223372036854775807");
  equal(parseInt64(9_223_372_036_854_775_807n), "9223372036854775807");
  equal(parseInt64("-9223372036854775808"), "-9223372036854775808");
  equal(parseInt64(-(2n ** 63n)), "-9223372036854775808");
  equal(parseInt64(9_007_199_254_740_991), "9007199254740991");
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (id) => {
      equal(parseInt64(id), String(id));
      equal(parseInt64(String(id)), String(id));
    }),
    runs(300),
  );
});

Deno.test("parseInt64() refuses what lies outside the range", () => {
  for (
    const value of ["9223372036854775808", "-9223372036854775809", 2n ** 63n, -(2n ** 63n) - 1n]
  ) {
    equal(parseInt64(value), undefined, String(value));
  }
});

Deno.test("parseInt64() refuses a number that has already lost digits", () => {
  equal(parseInt64(2 ** 53), undefined);
  equal(parseInt64(-(2 ** 53)), undefined);
});

Deno.test("parseInt64() has one spelling for each id", () => {
  for (const text of ["01", "-0", "+1", "1.0", "1e3", " 1", "1 ", "1\n", "", "0x1", "١"]) {
    equal(parseInt64(text), undefined, JSON.stringify(text));
  }
  for (const value of [-0, 1.5, NaN, Infinity, true, null, undefined, {}, [1]]) {
    equal(parseInt64(value), undefined);
  }
});

Deno.test("compareInt64() orders by value, not by digits", () => {
  const sorted = ["-9223372036854775808", "-10", "-9", "0", "9", "10", "9223372036854775807"]
    .map((text) => parseInt64(text)!);
  deepEqual(sorted.toReversed().sort(compareInt64), sorted);
  equal(compareInt64(sorted[1]!, sorted[1]!), 0);
});
