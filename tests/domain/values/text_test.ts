import assert, { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import {
  compareInt64,
  parseCouponId,
  parseInt64,
  parseKeyId,
  parseMerchantId,
  parseSessionId,
  parseUuid,
} from "../../../src/domain/ids.ts";
import { jsonInteger, parseExactly } from "../../../src/domain/values/json.ts";
import { asciiUpperCase, IsoClock, isVisible } from "../../../src/domain/values/text.ts";
import { isCountryCode } from "../../../src/domain/values/country.ts";
import { runs } from "../../support/arbitraries.ts";

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

Deno.test("jsonInteger() writes the digits it was given", () => {
  for (
    const digits of ["0", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808"]
  ) {
    equal(JSON.stringify(jsonInteger(digits)), digits);
  }
});

Deno.test("parseExactly() gives back the digits of every integer when it is written again", () => {
  for (
    const text of [
      '{"id":9223372036854775807,"n":[1,-9007199254740993,2.5,1e3],"t":"9223372036854775807"}',
      '{"id":11,"at":1767323045000}',
    ]
  ) {
    equal(JSON.stringify(parseExactly(text)), text.replace("1e3", "1000"));
  }
  deepEqual(parseExactly('{"id":11,"n":9007199254740991}'), { id: 11, n: 9007199254740991 });
});

Deno.test("IsoClock.text() is what Date makes of a moment, whatever it was asked before", () => {
  const clock = new IsoClock();
  const moment = fc.oneof(
    fc.integer({ min: 1_767_225_599_990, max: 1_767_225_600_010 }),
    fc.integer({ min: -1e12, max: 4e15 }),
  );
  fc.assert(fc.property(moment, (at) => {
    assert.equal(clock.text(at), new Date(at).toISOString());
  }));
});

Deno.test("asciiUpperCase() changes a to z and nothing else", () => {
  equal(asciiUpperCase("inr"), "INR");
  equal(asciiUpperCase("iNr9-é\u0131\u017fß"), "INR9-é\u0131\u017fß");
  equal(asciiUpperCase(""), "");
});

Deno.test("isVisible() finds a character that shows in any script", () => {
  for (const text of ["a", " a ", "7", "-", "☕", "प्याला", "店", "مقهى", "\u200b.", "👩‍🍳"]) {
    equal(isVisible(text), true, text);
  }
});

Deno.test("isVisible() is not taken in by blanks, fillers and marks without a letter", () => {
  const blank = [
    ...["", " ", "\t\n", "\u00a0", "\u2003", "\u3000", "\u200b", "\u200d", "\u2060", "\ufeff"],
    ...["\u00ad", "\u115f", "\u3164", "\uffa0", "\u2800", "\u202e", "\u0301", "\ufe0f", "\u0000"],
    " \u200b\u3164\u2800 ",
  ];
  for (const text of blank) equal(isVisible(text), false, JSON.stringify(text));
});

Deno.test("isCountryCode() knows the 249 assigned codes of ISO 3166-1 and no others", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  assert.equal(pairs.filter(isCountryCode).length, 249);
  for (const code of ["IN", "US", "GB", "JP", "KW", "SS", "AX", "ZW"]) {
    assert.equal(isCountryCode(code), true, code);
  }
  for (const code of ["XX", "ZZ", "EU", "UK", "in", "IND", "I", "", "1N"]) {
    assert.equal(isCountryCode(code), false, code);
  }
});
