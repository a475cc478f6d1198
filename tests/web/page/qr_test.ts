import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import decoder from "jsqr";
import { qrMatrix } from "../../../src/web/page/qr.tsx";
import { runs } from "../../support/arbitraries.ts";
import { IS_FEW } from "../../support/few.ts";
import { anyText } from "../../support/texts.ts";

// Its types are those of a module, its default export is the function.
const jsQR = decoder as unknown as typeof decoder.default;

const SCALE = 4;
const QUIET_ZONE = 4;

/** Text of a code, read by a decoder of others from an image of it. */
function decoded(matrix: NonNullable<ReturnType<typeof qrMatrix>>): string | undefined {
  const size = (matrix.length + 2 * QUIET_ZONE) * SCALE;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [y, row] of matrix.entries()) {
    for (const [x, isDark] of row.entries()) {
      for (let i = 0; isDark && i < SCALE * SCALE; i++) {
        const px = (x + QUIET_ZONE) * SCALE + i % SCALE;
        const py = (y + QUIET_ZONE) * SCALE + Math.floor(i / SCALE);
        pixels.fill(0, (py * size + px) * 4, (py * size + px) * 4 + 3);
      }
    }
  }
  const code = jsQR(pixels, size, size);
  return code === null ? undefined : new TextDecoder().decode(Uint8Array.from(code.binaryData));
}

Deno.test("qrMatrix() of a UPI link is read by another's decoder", () => {
  const link = "upi://pay?pa=shop@bank&pn=Demo%20Store&am=1299.00&cu=INR&tn=3F9A1C2E";
  const matrix = qrMatrix(link);
  ok(matrix);
  equal(matrix.length, 37, "version 5");
  equal(decoded(matrix), link);
});

Deno.test("qrMatrix() of every version is read by another's decoder", { ignore: IS_FEW }, () => {
  for (let length = 1; length <= 412; length += 13) {
    const text = "upi://pay?pa=".repeat(40).slice(0, length);
    const matrix = qrMatrix(text);
    ok(matrix);
    equal(decoded(matrix), text);
  }
});

Deno.test("qrMatrix() of 412 bytes is the largest, of more there is none", () => {
  equal(qrMatrix("x".repeat(412))?.length, 77);
  equal(qrMatrix("x".repeat(413)), undefined);
});

Deno.test("qrMatrix() of any text of up to 300 bytes is read by another's decoder", () => {
  const texts = anyText(75).filter((text) => text !== "");
  fc.assert(
    fc.property(texts, (text) => {
      const matrix = qrMatrix(text);
      ok(matrix);
      equal(decoded(matrix), text);
    }),
    runs(100),
  );
});
