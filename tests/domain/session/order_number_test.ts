import { equal, match } from "node:assert/strict";
import fc from "fast-check";
import {
  composeOrderNumber,
  ORDER_NUMBER_BYTES,
  parseOrderNumber,
  parseOrderNumberPart,
} from "../../../src/domain/session/order_number.ts";

const bytes = fc.uint8Array({ minLength: ORDER_NUMBER_BYTES, maxLength: ORDER_NUMBER_BYTES });

Deno.test("composeOrderNumber() writes 40 bits as eight symbols, the first ones first", () => {
  const cases: [number[], string][] = [
    [[0, 0, 0, 0, 0], "0000-0000"],
    [[0, 0, 0, 0, 31], "0000-000Z"],
    [[0, 0, 0, 0, 32], "0000-0010"],
    [[255, 255, 255, 255, 255], "ZZZZ-ZZZZ"],
    [[0b10011_001, 0b11_10111_0, 0b0010_0100, 0b1_10100_11, 0b101_01101], "K7Q2-9MXD"],
  ];
  for (const [random, number] of cases) equal(composeOrderNumber(Uint8Array.from(random)), number);
});

Deno.test("composeOrderNumber() writes different bits as different numbers", () => {
  fc.assert(fc.property(bytes, bytes, (one, other) => {
    const isSame = one.toHex() === other.toHex();
    equal(composeOrderNumber(one) === composeOrderNumber(other), isSame);
    match(composeOrderNumber(one), /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  }));
});

Deno.test("parseOrderNumber() reads a number as people type it", () => {
  for (
    const text of ["K7Q2-9MXD", "k7q29mxd", " K7Q2 9MXD ", "#k7q2.9mxd", "K7-Q2-9M-XD", "K7Q2–9MXD"]
  ) {
    equal(parseOrderNumber(text), "K7Q2-9MXD", text);
  }
  equal(parseOrderNumber("oOiL-1l0I"), "0011-1101");
  for (
    const text of [
      "",
      "K7Q2-9MX",
      "K7Q2-9MXDD",
      "K7Q2-9MXU",
      "K7Q2+9MXD",
      "ſ7Q2-9MXD",
      "Ｋ7Q2-9MXD",
    ]
  ) {
    equal(parseOrderNumber(text), undefined, text);
  }
  equal(parseOrderNumber("01998f5e-0000-7000-8000-000000000001"), undefined, "no id is a number");
});

Deno.test("parseOrderNumber() reads each number back, with letters for its digits too", () => {
  fc.assert(fc.property(bytes, fc.infiniteStream(fc.nat(5)), (random, choices) => {
    const number = composeOrderNumber(random);
    const typed = number.replace(/[01-]/g, (sign) => {
      const spellings = {
        "0": ["0", "o", "O"],
        "1": ["1", "i", "I", "l", "L"],
        "-": ["-", " ", ""],
      };
      const all = spellings[sign as keyof typeof spellings];
      return all[choices.next().value % all.length]!;
    });
    equal(parseOrderNumber(typed), number);
    equal(parseOrderNumber(typed.toLowerCase()), number);
  }));
});

Deno.test("parseOrderNumberPart() reads a beginning and an end, each with its hyphens", () => {
  const cases: [string, string, string][] = [
    ["k7q2", "K7Q2", "K7Q2"],
    ["k7q2-9", "K7Q2-9", "K-7Q29"],
    ["2 9mxd", "29MX-D", "2-9MXD"],
    ["O1L1-9MXD", "0111-9MXD", "0111-9MXD"],
    ["TEST-K7Q2", "TEST-K7Q2", "TEST-K7Q2"],
  ];
  for (const [text, begin, end] of cases) {
    const part = parseOrderNumberPart(text);
    equal(part?.begin, begin);
    equal(part?.end, end);
  }
  equal(parseOrderNumberPart("k7u2"), undefined);
});

Deno.test("parseOrderNumberPart() gives what numbers begin and end with", () => {
  fc.assert(fc.property(bytes, fc.boolean(), fc.integer({ min: 1, max: 12 }), (random, live, n) => {
    const number = composeOrderNumber(random, live);
    const plain = number.replaceAll("-", "");
    const [first, last] = [plain.slice(0, n), plain.slice(-n)];
    equal(number.startsWith(parseOrderNumberPart(first)?.begin ?? "?"), true);
    equal(number.endsWith(parseOrderNumberPart(last)?.end ?? "?"), true);
  }));
});
