/**
 * Money of a payment without an order goes back once, by `payment resolve --refund`: after an end of
 * the process at every point of a refund, and by 30 at once. With `-- --whole` in full.
 */
import assert from "node:assert/strict";
import { IS_WHOLE } from "../../support/few.ts";
import { OPERATOR } from "../../support/operator.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "../../store/postgres/support.ts";
import { report } from "../figures.ts";
import { Field } from "./field.ts";
import { onPostgres, onSqlite, type Place } from "./places.ts";
import type { RefundPoint } from "./points.ts";
import {
  called,
  crash,
  paidTooLate,
  RESOLUTION,
  type SoldWithoutOrder,
  verify,
} from "./refund_ways.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await startServer();
const POINTS: readonly RefundPoint[] = [
  "refund asked",
  "refund noted",
  "call refund",
  "call refunds",
  "refund settled",
];

for (
  const [part, { engine, form }] of ([
    { engine: "sqlite", form: "one" },
    { engine: "sqlite", form: "two" },
    { engine: "postgres", form: "two" },
  ] as const).entries()
) {
  const where = `${engine}, ${form} process${form === "one" ? "" : "es"}`;
  const inField = (place: Place) =>
    Field.run(place, form, async (field) => {
      const records: SoldWithoutOrder[] = [];
      const missed: string[] = [];
      let n = 0;
      for (const [p, point] of POINTS.entries()) {
        for (const [i, side] of (["before", "after"] as const).entries()) {
          for (const [s, shop] of called(field).entries()) {
            if (!IS_WHOLE && (2 * p + i + s) % 3 !== part) continue;
            const late = await paidTooLate(field, shop, n++);
            records.push(late);
            if (!await crash(late, { point, side })) {
              missed.push(`${shop.bank.kind}: ${side} ${point}`);
            }
          }
        }
      }
      assert.deepEqual(missed, []);
      for (const shop of called(field)) {
        const late = await paidTooLate(field, shop, n++);
        const { record } = late;
        records.push(late);
        // Once it is resolved, the sum alone decides.
        const noted = { note: "seen", refund: null };
        await field.operator.unexpectedResolutions.resolve(record.id, noted, OPERATOR);
        const isApart = form === "two" && field.store.shared === null;
        const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => {
          const { unexpectedResolutions } = isApart && i % 3 === 0
            ? field.operator
            : field.server(i).services;
          return unexpectedResolutions.resolve(record.id, RESOLUTION, OPERATOR);
        }));
        assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 1);
      }
      report(where, { crashes: n - 2, ...await verify(field, records) });
    });
  Deno.test({
    name: `${where}: the money of a record goes back once, at every end and by 30 at once`,
    ignore: engine === "postgres" && isMissing,
    fn: () => engine === "sqlite" ? onSqlite(inField) : onPostgres(postgres!, inField),
  });
}
