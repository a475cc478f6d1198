/** Large files, and many: what one person imports keeps nobody else waiting. */
import assert from "node:assert/strict";
import { NO_PRODUCT_FILTER } from "../../../src/domain/filters.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { PendingImports } from "../../../src/web/dashboard/products/pending_imports.ts";
import { readProducts, readProductsInTurns } from "../../../src/schema/seed/products_file.ts";
import { IS_FEW } from "../../support/few.ts";
import { location, withOwner } from "./owner.ts";

/** A product as a store exports it. */
function exported(id: number) {
  const stock = { inventory_management: "shopify", inventory_quantity: 20 };
  const variants = [{ id: id * 10, title: "Default Title", price: "349.00", ...stock }];
  return { id, title: `Mug ${id}`, variants };
}

function fileOf(...products: readonly unknown[]): { file: string } {
  return { file: JSON.stringify({ products }) };
}

Deno.test("pending imports end after half an hour; two of a person wait, and eight of all", () => {
  const pending = new PendingImports<number>();
  const minute = 60_000;
  const left = (...keys: string[]) => keys.map((key) => pending.find(key, minute));
  pending.put("a", 1, { now: 0, owner: "anna" });
  assert.equal(pending.find("a", 30 * minute - 1), 1);
  assert.equal(pending.find("a", 30 * minute), undefined);
  const put = (owner: string, ...keys: string[]) =>
    keys.forEach((key, n) => pending.put(key, n, { now: minute, owner }));
  put("ben", "x");
  put("anna", "b", "c", "b", "d");
  assert.deepEqual(left("a", "b", "c", "d", "x"), [undefined, 2, undefined, 3, 0]);
  for (let n = 0; n < 5; n++) put(`person ${n}`, `p${n}`);
  assert.deepEqual(left("x", "b", "d", "p4"), [0, 2, 3, 0]);
  put("zoe", "z");
  assert.deepEqual(left("x", "b", "z"), [undefined, 2, 0]);
});

Deno.test(
  "a file of 8 MB is read and compared in turns with other requests",
  { ignore: IS_FEW },
  () =>
    withOwner("products", async (scene) => {
      const products = Array.from({ length: 30_000 }, (_, n) => ({
        ...exported(n + 1),
        body_html: "x".repeat(80),
      }));
      const file = fileOf(...products);
      assert.ok(file.file.length > 6_000_000 && file.file.length < 8 * 1024 * 1024);
      const { services: { catalog }, merchant } = scene;
      let turns = 0;
      const drafts = await readProductsInTurns(file.file, currencyOf("INR"), () => {
        turns += 1;
        return Promise.resolve();
      });
      assert.equal(drafts.length, 30_000);
      // At most 64 KiB and a product are between two turns.
      assert.ok(turns >= 60, `${turns}`);
      const asked: number[] = [];
      const { imported } = scene.store.catalog;
      scene.store.catalog.imported = (shop, ids) => {
        asked.push(ids.length);
        return imported(shop, ids);
      };
      assert.equal((await catalog.preview(merchant.id, drafts)).changes.length, 30_000);
      assert.ok(Math.max(...asked) <= 500 && asked.length >= 60);
      const wrong = fileOf(...products.slice(0, 700), { id: 1, title: "x", variants: [] });
      await assert.rejects(
        readProductsInTurns(wrong.file, currencyOf("INR"), () => Promise.resolve()),
        /products\[700\]\.variants/,
      );
    }),
);

Deno.test(
  "no step of an upload of 8 MB takes more than a slice of the file",
  { ignore: IS_FEW },
  () =>
    withOwner("products", async (scene) => {
      const { dashboard: { answers }, owner, path, merchant, services: { catalog } } = scene;
      const file = fileOf(...Array.from({ length: 30_000 }, (_, n) => ({
        ...exported(n + 1),
        body_html: "\u00e4".repeat(40),
      })));
      assert.ok(file.file.length > 6_000_000);
      let turns = 0;
      Object.defineProperty(answers, "until", { get: () => Promise.resolve(void (turns += 1)) });
      const longest = { parsed: 0, decoded: 0, encoded: 0 };
      const { parse } = JSON;
      const { decode } = TextDecoder.prototype;
      const { toString } = URLSearchParams.prototype;
      JSON.parse = (text: string, ...rest: unknown[]) => {
        longest.parsed = Math.max(longest.parsed, text.length);
        return Reflect.apply(parse, JSON, [text, ...rest]);
      };
      TextDecoder.prototype.decode = function (this: TextDecoder, bytes, options) {
        longest.decoded = Math.max(longest.decoded, bytes?.byteLength ?? 0);
        return decode.call(this, bytes, options);
      };
      URLSearchParams.prototype.toString = function (this: URLSearchParams) {
        const text = toString.call(this);
        longest.encoded = Math.max(longest.encoded, text.length);
        return text;
      };
      try {
        const where = location(await owner.post(`${path}/import`, file));
        // Slices of 512 KiB are decoded and hashed, pieces of 64 KiB parsed.
        assert.ok(turns > 100, `${turns}`);
        assert.equal((await owner.post(where)).status, 303);
      } finally {
        JSON.parse = parse;
        TextDecoder.prototype.decode = decode;
        URLSearchParams.prototype.toString = toString;
      }
      assert.ok(Object.values(longest).every((one) => one <= 1024 * 1024), JSON.stringify(longest));
      const { rows } = await catalog.list(merchant.id, NO_PRODUCT_FILTER, { limit: 1 });
      assert.equal(rows[0]?.bodyHtml, "\u00e4".repeat(40));
    }),
);

Deno.test("a long file is refused as a short one is: by the place in the whole", () => {
  const many = Array.from({ length: 2000 }, (_, n) => exported(n + 1));
  const text = JSON.stringify({ before: [{ products: [1] }], products: many, after: "]}" });
  assert.equal(readProducts(text, currencyOf("INR")).length, 2000);
  const place = text.indexOf('"Mug 1990"');
  const around = text.indexOf('{"id":1990,"title":"Mug');
  const refused: readonly (readonly [string, RegExp])[] = [
    [text.replace('"Mug 1990"', '"Mug 1990";'), new RegExp(`error at character ${place + 11}$`)],
    [`${text.slice(0, around)},${text.slice(around)}`, /must be JSON/],
    [text.replace('],"after', ',],"after'), /must be JSON/],
    [text.replace('"products":[{"id":1,', '"products":[,{"id":1,'), /must be JSON/],
    [text.slice(0, place), /must be JSON: unexpected end/],
    [`${text}}`, new RegExp(`error at character ${text.length + 1}$|must be JSON: unexpected`)],
    [text.replace('"after"', '"products"'), /must not repeat a key: "?products/],
    [
      text.replace('"id":1990,"title":"Mug', '"id":"x","title":"Mug'),
      /^products\[1989\]\.id must be a 64-bit integer/,
    ],
    [
      text.replace('"id":1990,"title":"Mug', '"id":7,"title":"Mug'),
      /^products\[1989\]\.id repeats .*products\[6\]\.id/,
    ],
    [text.replace('"after":"]}"', '"after":"\\ud800"'), /lone surrogate/],
  ];
  for (const [wrong, message] of refused) {
    assert.throws(() => readProducts(wrong, currencyOf("INR")), { message });
  }
});
