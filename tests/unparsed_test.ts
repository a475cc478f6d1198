import assert from "node:assert/strict";
import { sourceTexts } from "./support/sources.ts";

/** Files that make the input of a reader from options and a file, and read it then. */
const MAKERS = ["src/cli/commands/coupon.ts", "src/cli/commands/merchant.ts"];

/** Names of values that nothing has read yet: declared as unknown, or just parsed from JSON. */
const UNPARSED = [
  /\b(\w+)\??: (?:unknown|Record<string, unknown>)(?=[,;)\s=])/g,
  /\b(?:const|let) (\w+)(?:: \w+)? = (?:await )?(?:JSON\.parse|parseJson)\(/g,
];

/** Spreads of values that nothing has read, with their names. */
function unparsedSpreads(text: string): string[] {
  const names = UNPARSED.flatMap((one) => [...text.matchAll(one)].map(([, name]) => name));
  const spread = [...text.matchAll(/\.\.\.(?:\(await )?([\w.]+)/g)].map(([, name = ""]) => name);
  return spread.filter((name) =>
    names.includes(name) || /^(?:JSON\.parse|parseJson|call\.(?:body|form|text))$/.test(name)
  );
}

Deno.test("unparsed input is never spread", async () => {
  const found = (await sourceTexts()).filter(({ path }) => !MAKERS.includes(path))
    .flatMap(({ path, text }) => unparsedSpreads(text).map((name) => `${path}: ...${name}`));
  assert.deepEqual(found, []);
});

Deno.test("unparsedSpreads() finds what is unknown, just parsed, or a body", () => {
  assert.deepEqual(unparsedSpreads("function f(row: unknown) { return { ...row } }"), ["row"]);
  assert.deepEqual(unparsedSpreads("const a = parseJson(text, W); return { ...a };"), ["a"]);
  assert.deepEqual(unparsedSpreads("return { ...JSON.parse(text) };"), ["JSON.parse"]);
  assert.deepEqual(unparsedSpreads("return { ...(await call.body()).value };"), ["call.body"]);
  assert.deepEqual(unparsedSpreads("const a = parseWith(s, b); return { ...a };"), []);
});
