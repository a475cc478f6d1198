/** Generators of texts. */
import fc from "fast-check";

/** Characters of all planes, ASCII as often as the others. */
const character = fc.oneof(
  fc.nat(0x7f),
  fc.nat(0xd7ff),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
).map((code) => String.fromCodePoint(code), (text) => {
  const code = typeof text === "string" && text !== "" ? text.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== text) {
    throw new TypeError("not a character");
  }
  return code;
});

/**
 * Whole characters, with names that JavaScript's objects have. The `binary` unit of fast-check has
 * the same ones, and takes seconds to build a table of them all.
 */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) });
}

/**
 * Names of members of JSON objects, without backslashes. After `{"a":1,"\\":1}` JSON.parse() of V8
 * 15.0 reads `{"a":1,"\\n":1}` as that object too; Node.js 20 does not.
 */
export function memberNames(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return texts.filter((text) => !text.includes("\\"));
}

/**
 * URLs with any text as their path. `fc.webUrl()` has fewer, and takes a second to build the table
 * of escaped characters.
 */
export const anyUrl: fc.Arbitrary<string> = fc.tuple(
  fc.constantFrom("https", "http"),
  fc.webAuthority({ withPort: true }),
  fc.string(),
).map(([scheme, authority, path]) => `${scheme}://${authority}/${path}`);
