import { deepEqual, equal, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import type { CartContext, CartLine, RawLine } from "../../../src/domain/cart/cart.ts";
import { MAX_DISPLAY_BYTES, readLines } from "../../../src/domain/cart/cart_lines.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { runs } from "../../support/arbitraries.ts";
import { aProduct, aRawLine, aVariant, int64, NO_CATALOG } from "../../support/builders.ts";
import { anyText } from "../../support/texts.ts";

const CONTEXT: CartContext = {
  ...NO_CATALOG,
  format: "plain",
  currency: currencyOf("INR"),
  rule: "open",
};

function raw(texts: Readonly<Record<string, unknown>>): RawLine {
  return aRawLine({ price: 1, ...texts });
}

function displayBytes(lines: readonly CartLine[]): number {
  const texts = lines.flatMap((line) => [line.title, line.variantTitle, line.handle, line.image]);
  return texts.reduce((sum, text) => {
    return sum + new TextEncoder().encode(JSON.stringify(text)).length - 2;
  }, 0);
}

Deno.test("readLines() refuses no lines and more than 500", () => {
  for (const count of [0, 501]) {
    const items = Array.from({ length: count }, () => raw({}));
    throws(() => readLines(items, CONTEXT), {
      code: "error.invalid-request",
      message: `data.items must have 1 to 500 lines, got ${count}`,
    });
  }
});

Deno.test("readLines() keeps every text of a cart that takes 64 KiB", () => {
  const title = "é".repeat(MAX_DISPLAY_BYTES / 2);
  equal(readLines([raw({ title })], CONTEXT)[0]?.title, title);
  const over = readLines([raw({ title: `${title}x` })], CONTEXT);
  equal(over[0]?.title, title, "one byte more is cut off");
});

Deno.test("readLines() gives each line an equal share: the title first, then what fits whole", () => {
  const image = `https://a.example/${"i".repeat(60)}`;
  const item = raw({ title: "t".repeat(60), variant_title: "v".repeat(40), handle: "h", image });
  const [line] = readLines([item, ...Array.from({ length: 499 }, () => item)], CONTEXT);
  // 65,536 bytes for 500 lines are 131 a line: 60 + 40 + 1, and the picture no longer fits.
  deepEqual([line?.title.length, line?.variantTitle.length, line?.handle, line?.image], [
    60,
    40,
    "h",
    "",
  ]);
});

Deno.test("readLines() counts a text as JSON and never cuts a character in two", () => {
  const items = [
    raw({ title: "\u0001".repeat(20_000) }),
    raw({ title: "\u{1f514}".repeat(9_000) }),
  ];
  const [control, bell] = readLines(items, CONTEXT);
  equal(control?.title.length, Math.floor(MAX_DISPLAY_BYTES / 2 / 6));
  equal(bell?.title, "\u{1f514}".repeat(MAX_DISPLAY_BYTES / 2 / 4));
});

Deno.test("readLines() leaves the texts of the shop's catalogue alone", () => {
  const variant = aVariant();
  const product = aProduct({ title: "p".repeat(MAX_DISPLAY_BYTES), variants: [variant] });
  const context = { ...CONTEXT, catalog: new Map([[variant.variantId, { product, variant }]]) };
  const unknown = { ...raw({ title: "t".repeat(2 * MAX_DISPLAY_BYTES) }) };
  const other = { ...unknown, productId: int64(77), variantId: int64(771) };
  const [listed, own] = readLines([raw({}), other], context);
  deepEqual([listed?.title.length, own?.title.length], [MAX_DISPLAY_BYTES, MAX_DISPLAY_BYTES]);
});

Deno.test("readLines() of any texts stays within 64 KiB and changes nothing but texts", () => {
  const texts = anyText(3_000);
  const items = fc.array(
    fc.record({ title: texts, variant_title: texts, handle: texts, image: texts }).map(raw),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(items, (cart) => {
      const lines = readLines(cart, CONTEXT);
      ok(displayBytes(lines) <= MAX_DISPLAY_BYTES);
      for (const [i, line] of lines.entries()) {
        ok(String(cart[i]!.fields["title"]).startsWith(line.title));
        equal(line.unitPrice, 100);
      }
    }),
    runs(100),
  );
});
