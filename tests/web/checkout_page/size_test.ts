import { ok } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { SCRIPT, STYLE } from "../../../src/web/page/assets/files.ts";
import { aLine, int64 } from "../../support/builders.ts";
import { aModel, BIG, CODE, pageOf, VERIFIED } from "./models.ts";

const MAX_SCRIPT = 4096;
const MAX_FIRST_VIEW = 15 * 1024;

Deno.test(`the script has at most ${MAX_SCRIPT} bytes as it is sent`, () => {
  const { length } = new TextEncoder().encode(SCRIPT.text);
  ok(length <= MAX_SCRIPT, `${length}`);
});

Deno.test(`a first view takes at most ${MAX_FIRST_VIEW} bytes: a long cart, all countries, in Arabic`, () => {
  const lines = Array.from({ length: 25 }, (_, i) =>
    aLine({
      productId: int64(i + 100),
      variantId: int64(i * 7919 + 1000),
      title: `Product ${(i * 7919).toString(36)} of a long name`,
      variantTitle: `Size ${i}`,
      singleVariant: false,
      quantity: i + 1,
      unitPrice: 10_000 + i * 7_919,
    }));
  const codes = [CODE, BIG].map(({ id }, i) => ({
    couponId: id,
    enteredAt: i,
    previousCode: null,
  }));
  // A shop that ships everywhere.
  const model = aModel({ ...VERIFIED, lines, choices: { codes } }, {}, { rules: { shipping: [] } });
  const parts = [pageOf(model, "ar"), STYLE.text, SCRIPT.text];
  const sizes = parts.map((text) => gzipSync(text).length);
  ok(sizes.reduce((sum, size) => sum + size, 0) <= MAX_FIRST_VIEW, sizes.join(" + "));
});
