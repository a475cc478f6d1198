/** Products in the dashboard: the list, one product, and changes of stock. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { Product } from "../../../src/domain/shop/catalog.ts";
import type { World } from "../../support/app.ts";
import { aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import { parseCsv } from "../../support/csv.ts";
import { OPERATOR } from "../../support/operator.ts";
import { clicked, roleAt } from "./dashboard.ts";
import { audited, location, withOwner } from "./owner.ts";

const LONG = int64(9_223_372_036_854_775_807n);

/** A product with variants whose ids follow from its own. */
function product(
  id: number | bigint,
  over: Partial<Product> = {},
  stocks = [20] as (number | null)[],
) {
  const productId = int64(id);
  return aProduct({
    productId,
    id: uuid(Number(BigInt(id) % 1000n) + 700),
    variants: stocks.map((inventoryQuantity, n) =>
      aVariant({
        productId,
        variantId: int64(BigInt(id) - BigInt(n)),
        title: `Size ${n}`,
        price: 10_000 + n * 5_050,
        inventoryQuantity,
      })
    ),
    ...over,
  });
}

async function put({ store, merchant }: World, products: readonly Product[]): Promise<void> {
  await store.commit(products.map((one) => ({
    kind: "product.put",
    merchantId: merchant.id,
    product: one,
  })));
}

async function stockOf({ store, merchant }: World, id: number): Promise<number | null | undefined> {
  const found = await store.catalog.variants(merchant.id, [int64(id)]);
  return found.get(int64(id))?.variant.inventoryQuantity;
}

Deno.test("products are listed in pages, found by title, vendor or id, and given as CSV", () =>
  withOwner("products", async (scene) => {
    const { owner, path } = scene;
    const mugs = Array.from({ length: 60 }, (_, n) => product(100 + n, { title: `Mug ${n}` }));
    const bowl = product(BigInt(LONG), { title: "Bowl %_", vendor: "=Kaveri" }, [5, 0, null]);
    await put(scene, [...mugs, bowl]);
    const walk = async (query: string) => {
      const found: string[] = [];
      for (let next: string | undefined = `${path}${query}`; next !== undefined;) {
        const { text } = await owner.get(next);
        found.push(
          ...[...text.matchAll(/class="main"><a[^>]*><bdi>([^<]*)</g)].map(([, one = ""]) => one),
        );
        next = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
      }
      return found;
    };
    const titles = mugs.map(({ title }) => title);
    assert.deepEqual(await walk(""), [...titles, "Bowl %_"]);
    assert.deepEqual(await walk("?q=mUG"), titles);
    assert.deepEqual(await walk("?q=%25_"), ["Bowl %_"]);
    assert.deepEqual(await walk("?q=kaver"), ["Bowl %_"]);
    assert.deepEqual(await walk("?q=117"), ["Mug 17"]);
    // The id of its third variant.
    assert.deepEqual(await walk("?q=9223372036854775805"), ["Bowl %_"]);
    assert.deepEqual(await walk("?q=vase"), []);
    const { text } = await owner.get(`${path}?q=bowl`);
    assert.match(text, /₹100\.00 to ₹201\.00/);
    const [head = [], ...rows] = parseCsv((await owner.get(`${path}.csv?q=bowl`)).text);
    const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
    assert.deepEqual(column("product_id"), [LONG, LONG, LONG]);
    assert.deepEqual(column("vendor"), ["'=Kaveri", "'=Kaveri", "'=Kaveri"]);
    assert.deepEqual(column("price"), ["100", "150.5", "201"]);
    assert.deepEqual(column("inventory_quantity"), ["5", "0", ""]);
  }));

Deno.test("stock is set, changed by units and no longer tracked: one audit entry for each", () =>
  withOwner("products", async (scene) => {
    const { owner, path } = scene;
    await put(scene, [product(7, { title: "Mug" }, [20]), product(1, {}, [3])]);
    const send = async (form: Record<string, string>) => {
      const { text } = await owner.get(`${path}/7`);
      const seen = /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? "";
      return await owner.post(`${path}/7/variants/7`, { seen, ...form });
    };
    const change = async (form: Record<string, string>) => {
      assert.equal(location(await send(form)), `${path}/7?saved=1`);
      return await stockOf(scene, 7);
    };
    assert.equal(await change({ change: "set", units: "42" }), 42);
    assert.equal(await change({ change: "add", units: "-2" }), 40);
    assert.equal(await change({ change: "add", units: "+10" }), 50);
    assert.equal(await change({ change: "none", units: "" }), null);
    assert.match((await owner.get(`${path}/7`)).text, /not tracked/);
    const refused: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ change: "add", units: "5" }, /stock is not tracked/],
      [{ change: "set", units: "" }, /Units must be a number of units, such as 42/],
      [{ change: "set", units: "-1" }, /Units must be/],
      [{ change: "add", units: "0" }, /Units must be a number of units, such as 10 or -3/],
      [{ change: "set", units: "1000000001" }, /Units must be/],
      [{ change: "", units: "5" }, /Choose a change of the stock/],
    ];
    for (const [form, message] of refused) {
      const { status, text } = await send(form);
      assert.equal(status, 422);
      assert.match(text, message);
    }
    // The variant of another product.
    assert.equal((await owner.post(`${path}/7/variants/1`, { change: "none" })).status, 422);
    assert.equal(await stockOf(scene, 1), 3);
    assert.deepEqual(await audited(scene), Array(4).fill("anna product.update Mug"));
  }));

Deno.test("a stock that a sale or another owner has changed is not replaced unseen", () =>
  withOwner("products", async (scene) => {
    const { owner, path, store, merchant, services } = scene;
    await put(scene, [product(7, { title: "Mug" }, [20])]);
    const at = { merchantId: merchant.id, variantId: int64(7) };
    const hold = { kind: "stock.hold", ...at, sessionId: uuid<SessionId>(5), units: 2 } as const;
    await store.commit([{ kind: "stock.add", ...at, units: -1 }, hold]);
    const form = { change: "set", units: "50", seen: "20" };
    const refused = await owner.post(`${path}/7/variants/7`, form);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="refused-units-error">The stock is 19 now, and was 20 in this/);
    assert.match(refused.text, /name="units" value="50"|value="50"[^>]*name="units"|value="50"/);
    assert.equal(await stockOf(scene, 7), 17);
    assert.deepEqual(await audited(scene), []);
    // Adding units loses nothing of what others do.
    location(await owner.post(`${path}/7/variants/7`, { change: "add", units: "5", seen: "20" }));
    location(await owner.post(`${path}/7/variants/7`, { ...form, seen: "24" }));
    // Of all at once, each entry of the audit log has replaced what the one before it left.
    await Promise.all(
      [1, 2, 3, 4].map((units) =>
        services.catalog.changeStock(merchant.id, int64(7), () => ({ add: units }), OPERATOR)
      ),
    );
    const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, merchantId: merchant.id }, {
      limit: 6,
    });
    const steps = rows.toReversed().map((
      { before, after },
    ) => [before?.["inventory"], after?.["inventory"]]);
    assert.deepEqual(steps.slice(0, 2), [[19, 24], [24, 50]]);
    assert.deepEqual(
      steps.slice(1).map(([before]) => before),
      steps.slice(0, -1).map(([, after]) => after),
    );
    assert.equal(steps.at(-1)?.[1], 60);
  }));

Deno.test("a double click adds units once", () =>
  withOwner("products", async (scene) => {
    const { owner, path, dashboard } = scene;
    await put(scene, [product(7, { title: "Mug" }, [20])]);
    const add = { change: "add", units: "5", seen: "20" };
    const both = await clicked(dashboard, 2, () => owner.post(`${path}/7/variants/7`, add));
    assert.deepEqual(both.map(location), Array(2).fill(`${path}/7?saved=1`));
    assert.equal(await stockOf(scene, 7), 25);
    assert.deepEqual(await audited(scene), ["anna product.update Mug"]);
  }));

Deno.test("others than owners see stock without a form, and an unknown product is 404", () =>
  withOwner("products", async (scene) => {
    const { dashboard, merchant, path } = scene;
    await put(scene, [product(7)]);
    for (const role of ["viewer", "staff"] as const) {
      const visitor = await dashboard.visitor(role, roleAt(merchant.id, role));
      for (const page of [path, `${path}/7`]) {
        const { status, text } = await visitor.get(page);
        assert.equal(status, 200);
        assert.doesNotMatch(text, /method="post" action="\/shops|\/import/);
      }
      for (const id of ["8", "07", "x", LONG]) {
        assert.equal((await visitor.get(`${path}/${id}`)).status, 404, id);
      }
    }
  }));
