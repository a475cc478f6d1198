/** Large files, and many: what one person imports keeps nobody else waiting. */
import assert from "node:assert/strict";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { PendingImports } from "../../../src/http/dashboard/pending_imports.ts";
import { readProductsInTurns } from "../../../src/schema/seed/products_file.ts";
import { withOwner } from "./owner.ts";

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

Deno.test("a file of 8 MB is read and compared in turns with other requests", () =>
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
    // At most 500 products are between two turns.
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
  }));
