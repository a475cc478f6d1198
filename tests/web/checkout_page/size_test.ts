import { ok } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { FORM_SCRIPT, PASSKEY_SCRIPT } from "../../../src/web/dashboard/assets/script.ts";
import { DASHBOARD_STYLE } from "../../../src/web/dashboard/assets/style.ts";
import { SCRIPT, STYLE } from "../../../src/web/page/assets/files.ts";
import { aLine, int64 } from "../../support/builders.ts";
import { SAMPLES } from "../dashboard/samples.tsx";
import { aModel, BIG, CODE, pageOf, VERIFIED } from "./models.ts";

const MAX_SCRIPT = 4096;
/** Pages are not compressed, their files are. */
const MAX_AS_SENT = 60 * 1024;
const MAX_COMPRESSED = 15 * 1024;

Deno.test(`the script has at most ${MAX_SCRIPT} bytes`, () => {
  ok(bytes(SCRIPT.text) <= MAX_SCRIPT, `${bytes(SCRIPT.text)}`);
});

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** A long cart that can be delivered to all countries, in Arabic. */
function longPage(): string {
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
  return pageOf(model, "ar");
}

Deno.test(`a first view takes at most ${MAX_AS_SENT} bytes as sent, ${MAX_COMPRESSED} compressed`, () => {
  const page = longPage();
  const [compressed, ...files] = [page, STYLE.text, SCRIPT.text]
    .map((text) => gzipSync(text).length);
  const ofFiles = files.reduce((sum, size) => sum + size, 0);
  ok(bytes(page) + ofFiles <= MAX_AS_SENT, `${bytes(page)} + ${ofFiles}`);
  ok(compressed! + ofFiles <= MAX_COMPRESSED, `${compressed} + ${ofFiles}`);
});

Deno.test(`a page of the dashboard takes at most ${MAX_AS_SENT} bytes as sent, with its files`, () => {
  const files = [DASHBOARD_STYLE, FORM_SCRIPT, PASSKEY_SCRIPT]
    .map(({ text }) => gzipSync(text).length).reduce((sum, size) => sum + size, 0);
  for (const [name, render] of Object.entries(SAMPLES)) {
    const size = name.startsWith("overview") ? gzipSync(render()).length : bytes(render());
    ok(size + files <= MAX_AS_SENT, `${name}: ${size} + ${files}`);
  }
});
