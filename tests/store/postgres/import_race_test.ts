import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { aProduct, aVariant, int64 } from "../../support/builders.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { addSession, aSession, holdStock, M1, putMerchant, sid } from "../support.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

const ROUNDS = 100;

/** An import of the product with so many of its two variants. */
const imported = (variants: number): Change => ({
  kind: "product.put",
  merchantId: M1,
  product: aProduct({
    variants: [11, 12].slice(0, variants).map((id) =>
      aVariant({ variantId: int64(id), inventoryQuantity: 1000 })
    ),
  }),
});

Deno.test({
  name: "postgres: held units are counted while imports remove a variant and bring it back",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const { store, sql } = database;
    await store.commit([putMerchant, imported(2)]);
    const sessions = Array.from({ length: 8 }, (_, n) => n);
    await store.commit(sessions.map((n) => addSession(aSession(n))));
    const others = await Promise.all([1, 2].map(() => database.open()));
    const hold = (n: number) => holdStock({ sessionId: sid(n), variantId: int64(12) });
    const release = (n: number): Change => ({ kind: "stock.release", sessionId: sid(n) });
    await Promise.all([
      (async () => {
        for (let round = 0; round < ROUNDS; round++) await store.commit([imported(1 + round % 2)]);
      })(),
      ...others.map(async (other, i) => {
        for (let round = 0; round < ROUNDS; round++) {
          const n = 4 * i + round % 4;
          // Refused while the variant is missing.
          await other.commit([hold(n)]).catch(() => {});
          if (round % 3 > 0) await other.commit([release(n)]);
        }
      }),
    ]);
    await store.commit([imported(2)]);
    const wrong = `SELECT variant_id, held FROM variants AS v WHERE held <> (
      SELECT coalesce(sum(units), 0) FROM stock_holds WHERE variant_id = v.variant_id)`;
    assert.equal(await sql(wrong), "");
    assert.notEqual(await sql("SELECT count(*) FROM stock_holds"), "0");
    for (const n of sessions) await store.commit([release(n)]);
    assert.equal(await sql("SELECT max(held) FROM variants"), "0");
    assert.deepEqual((await database.check()).findings, []);
    await Promise.all(others.map((other) => other.close()));
  },
});
