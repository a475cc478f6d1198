/** The import of products in the dashboard: what would change is shown, then just that is written. */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_PRODUCT_FILTER } from "../../../src/domain/filters.ts";
import { unavailable } from "../../../src/store/errors.ts";
import { aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import { roleAt, type Seen } from "./dashboard.ts";
import { audited, location, type Scene, withOwner } from "./owner.ts";

/** A product as a store exports it. */
function exported(id: number, { title = `Mug ${id}`, price = "349.00", units = 20 } = {}) {
  const stock = { inventory_management: "shopify", inventory_quantity: units };
  return { id, title, variants: [{ id: id * 10, title: "Default Title", price, ...stock }] };
}

function fileOf(...products: readonly unknown[]): { file: string } {
  return { file: JSON.stringify({ products }) };
}

/** Reads a file, and gives the path of its preview. */
async function preview({ owner, path }: Scene, file: { file: string }): Promise<string> {
  return location(await owner.post(`${path}/import`, file));
}

async function titles({ services, merchant }: Scene): Promise<string[]> {
  const { rows } = await services.catalog.list(merchant.id, NO_PRODUCT_FILTER, { limit: 1000 });
  return rows.map(({ title, variants }) => `${title} ${variants[0]?.price}`);
}

/** The rows of the preview's table as text. */
function rowsOf({ text }: Seen): string[] {
  return [...text.matchAll(/<tr role="row">(?!<th scope="col")([^]*?)<\/tr>/g)]
    .map(([, row = ""]) => row.replaceAll(/<\/(?:td|th|li)>/g, "|").replaceAll(/<[^>]*>/g, ""));
}

Deno.test("a file is previewed, which writes nothing, and then imported with one audit entry", () =>
  withOwner("products", async (scene) => {
    const { owner, store, merchant } = scene;
    const old = aProduct({
      productId: int64(2),
      title: "Bowl",
      variants: [
        aVariant({ productId: int64(2), variantId: int64(20), title: "S", imageId: null }),
        aVariant({ productId: int64(2), variantId: int64(21), title: "M", imageId: null }),
      ],
    });
    await store.commit([{ kind: "product.put", merchantId: merchant.id, product: old }]);
    const where = await preview(
      scene,
      fileOf(
        exported(1),
        {
          ...exported(2),
          title: "Big bowl",
          vendor: "Demo",
          handle: "mug",
          variants: [
            { id: 21, title: "M", price: "399.00", inventory_quantity: 12, grams: 300 },
            { id: 22, title: "L", price: "449", inventory_quantity: 1 },
          ],
        },
      ),
    );
    const seen = await owner.get(where);
    assert.deepEqual(rowsOf(seen), [
      "Mug 1|1|New|1 variant, ₹349.00|",
      "Big bowl|2|Changed|Title: Big bowl, was Bowl|Description: changed|Images: changed|" +
      "M: price ₹399.00, was ₹349.00|M: stock in the file 12, was 20|New variant: L, ₹449.00|" +
      "Variant removed: S||",
    ]);
    assert.match(seen.text, /Import 2 products/);
    assert.deepEqual(await titles(scene), ["Bowl 34900"]);
    assert.deepEqual(await audited(scene), []);

    const done = location(await owner.post(where));
    assert.match((await owner.get(done)).text, /Imported: 1 created, 1 updated/);
    assert.deepEqual(await titles(scene), ["Mug 1 34900", "Big bowl 39900"]);
    assert.deepEqual(await audited(scene), ["anna product.import null"]);
    // Sent again, as by a second click: nothing is there to import.
    assert.equal((await owner.post(where)).status, 404);
    assert.equal((await owner.get(where)).status, 404);
  }));

Deno.test("only what was seen is imported: after another change the preview is shown anew", () =>
  withOwner("products", async (scene) => {
    const { owner, services, merchant, dashboard } = scene;
    const where = await preview(scene, fileOf(exported(1), exported(2)));
    const by = { kind: "person", id: uuid(9), label: "ben" } as never;
    const other = aProduct({ productId: int64(2), variants: [] });
    const variants = [aVariant({ productId: int64(2), variantId: int64(20), price: 1 })];
    await services.catalog.import(merchant.id, [{ ...other, variants }], { by });
    const refused = await owner.post(where);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /The catalogue has changed since the preview: check it again/);
    assert.match(rowsOf(refused).join("\n"), /Mug 2\|2\|Changed\|.*price ₹349\.00, was ₹0\.01/);
    assert.deepEqual(await titles(scene), ["Mug 1"]);
    location(await owner.post(where));
    assert.deepEqual(await titles(scene), ["Mug 1 34900", "Mug 2 34900"]);
    // It belongs to the person who has seen it.
    const again = await preview(scene, fileOf(exported(3)));
    const second = await dashboard.visitor("carl", roleAt(merchant.id, "owner"));
    assert.equal((await second.post(again)).status, 404);
  }));

/** A file of so many products, each of them new. */
function manyProducts(count: number): { file: string } {
  return fileOf(...Array.from({ length: count }, (_, n) => exported(n + 1)));
}

/** Runs something before the second commit of products. */
function beforeSecondBatch({ store }: Scene, run: () => Promise<void>): void {
  const commit = store.commit.bind(store);
  let batches = 0;
  Object.assign(store, {
    commit: async (changes: readonly Change[]) => {
      const isBatch = changes.some(({ kind }) => kind === "product.put");
      if (isBatch && ++batches === 2) {
        Object.assign(store, { commit });
        await run();
      }
      await commit(changes);
    },
  });
}

Deno.test("a change between two batches stops the import: written and left over are told", () =>
  withOwner("products", async (scene) => {
    const { owner, store, merchant } = scene;
    const where = await preview(scene, manyProducts(250));
    const variants = [aVariant({ productId: int64(230), variantId: int64(2300), price: 1 })];
    const faster = aProduct({ productId: int64(230), title: "Faster", variants });
    beforeSecondBatch(
      scene,
      () => store.commit([{ kind: "product.put", merchantId: merchant.id, product: faster }]),
    );
    const refused = await owner.post(where);
    assert.equal(refused.status, 422);
    assert.match(
      refused.text,
      /changed since the preview: check it again\. 200 of 250 changes are written: import again/,
    );
    assert.doesNotMatch(refused.text, /Nothing is written/);
    // The rest, with the change as it would be now; the other one is not overwritten unseen.
    assert.equal(rowsOf(refused).length, 50);
    assert.match(rowsOf(refused).join("\n"), /Mug 230\|230\|Changed\|.*price ₹349\.00, was ₹0\.01/);
    assert.equal((await titles(scene)).length, 201);
    assert.ok((await titles(scene)).includes("Faster 1"));
    location(await owner.post(where));
    const all = await titles(scene);
    assert.deepEqual([all.length, all.filter((one) => one.startsWith("Mug")).length], [250, 250]);
    assert.deepEqual(await audited(scene), Array(2).fill("anna product.import null"));
  }));

Deno.test("a failure between two batches is told, and importing again writes the rest", () =>
  withOwner("products", async (scene) => {
    const { owner } = scene;
    const where = await preview(scene, manyProducts(250));
    beforeSecondBatch(
      scene,
      () => Promise.reject(unavailable("the disk is full", undefined, 10)),
    );
    const failed = await owner.post(where);
    assert.equal(failed.status, 503);
    assert.equal(failed.headers.get("retry-after"), "10");
    assert.match(failed.text, /the disk is full\. 200 of 250 changes are written: import again/);
    assert.equal(rowsOf(failed).length, 50);
    assert.equal((await titles(scene)).length, 200);
    location(await owner.post(where));
    assert.equal((await titles(scene)).length, 250);
  }));

Deno.test("a file that is not one of products is refused beside its field", () =>
  withOwner("products", async ({ owner, path }) => {
    const refused: readonly (readonly [string, RegExp])[] = [
      ["", /Choose a file/],
      ["{", /The file /],
      ["[]", /The file must be an object with products/],
      [fileOf({ id: 1 }).file, /products\[0\]\.title is required/],
      [
        fileOf(exported(1, { price: "1.234" })).file,
        /products\[0\]\.variants\[0\]\.price must have/,
      ],
    ];
    for (const [file, message] of refused) {
      const { status, text } = await owner.post(`${path}/import`, { file });
      assert.equal(status, 422);
      assert.match(/id="form-file-error">[^<]*/.exec(text)?.[0] ?? "", message);
    }
  }));

Deno.test("a file that is too long or not UTF-8 is refused beside its field, with the limit", () =>
  withOwner("products", async ({ dashboard, owner, path, dashboard: { origin } }) => {
    const send = async (content: BlobPart) => {
      const body = new FormData();
      body.append("file", new File([content], "products.json"));
      const request = new Request(`${origin}${path}/import`, { method: "POST", body });
      request.headers.set("host", new URL(origin).host);
      request.headers.set("cookie", `ck=${owner.cookie}`);
      request.headers.set("sec-fetch-site", "same-origin");
      const response = await dashboard.fetch(request, () => "192.0.2.1");
      return { status: response.status, text: await response.text() };
    };
    const refused: readonly (readonly [number, BlobPart, RegExp])[] = [
      [413, new Uint8Array(8 * 1024 * 1024 + 32 * 1024), /The file must have at most 8 MiB</],
      [422, Uint8Array.of(0xff, 0xfe), /The file must be UTF-8</],
    ];
    for (const [expected, content, message] of refused) {
      const { status, text } = await send(content);
      assert.equal(status, expected);
      assert.match(/id="form-file-error">[^<]*</.exec(text)?.[0] ?? "", message);
    }
  }));

Deno.test("a file of what is there already changes nothing; a long preview has pages", () =>
  withOwner("products", async (scene) => {
    const { owner } = scene;
    const all = fileOf(...Array.from({ length: 250 }, (_, n) => exported(n + 1)));
    const where = await preview(scene, all);
    const found: string[] = [];
    for (let next: string | undefined = where; next !== undefined;) {
      const seen: Seen = await owner.get(next);
      found.push(...rowsOf(seen).map((row) => row.split("|")[0] ?? ""));
      next = /href="([^"]*)" rel="next"/.exec(seen.text)?.[1];
    }
    assert.deepEqual(found, Array.from({ length: 250 }, (_, n) => `Mug ${n + 1}`));
    location(await owner.post(where));
    const { text } = await owner.get(await preview(scene, all));
    assert.match(text, /The file changes nothing/);
    assert.doesNotMatch(text, /method="post" action="\/shops/);
  }));
