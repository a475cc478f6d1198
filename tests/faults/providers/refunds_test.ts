/**
 * Money of an order goes back once, whatever ends in between: after an end of the process at every
 * point of a refund or a dispute, and by 30 at once. With `-- --whole` in full.
 */
import assert from "node:assert/strict";
import { IS_WHOLE } from "../../support/few.ts";
import { OPERATOR } from "../../support/operator.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "../../store/postgres/support.ts";
import { report, rounds } from "../figures.ts";
import { Field, type Form } from "./field.ts";
import { onPostgres, onSqlite, type Place } from "./places.ts";
import { REFUND_POINTS } from "./points.ts";
import { called, crash, ledgerOf, sell, verify } from "./refund_ways.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await startServer();
const TIMES = rounds({ short: 1, whole: 20 });

const PLACES = [
  { engine: "sqlite", form: "one" },
  { engine: "sqlite", form: "two" },
  { engine: "postgres", form: "two" },
] as const;

/** Registers a test in each place; in the short form each has a third of the cases. */
function test(
  name: string,
  run: (field: Field, has: (n: number) => boolean, form: Form) => Promise<object>,
): void {
  for (const [part, { engine, form }] of PLACES.entries()) {
    const where = `${engine}, ${form === "one" ? "one process" : "two processes"}`;
    const inField = (place: Place) =>
      Field.run(place, form, async (field) => {
        const counted = await run(field, (n) => IS_WHOLE || n % 3 === part, form);
        report(`${where}: ${name}`, { ...counted, ...await verify(field) });
      });
    Deno.test({
      name: `${where}: ${name}`,
      ignore: engine === "postgres" && isMissing,
      fn: () => engine === "sqlite" ? onSqlite(inField) : onPostgres(postgres!, inField),
    });
  }
}

test("a process that ends at any point gives the money back once", async (field, has) => {
  const missed: string[] = [];
  let n = 0;
  for (const [p, point] of REFUND_POINTS.entries()) {
    for (const [i, side] of (["before", "after"] as const).entries()) {
      for (const [s, shop] of called(field).entries()) {
        if (!has(2 * p + i + s)) continue;
        for (let time = 0; time < TIMES; time++) {
          const sold = await sell(field, shop, n++);
          const known = ledgerOf(sold).givenBack(sold.charge).length;
          assert.equal(known, 0);
          if (!await crash(sold, { point, side })) {
            missed.push(`${shop.bank.kind}: ${side} ${point}`);
          }
        }
      }
    }
  }
  assert.deepEqual(missed, []);
  return { crashes: n };
});

test("30 that refund at once never give back more than was paid", async (field, _, form) => {
  const isApart = form === "two" && field.store.shared === null;
  let refused = 0;
  for (const [n, shop] of called(field).entries()) {
    const { id } = await sell(field, shop, n);
    const { payment } = await field.session(id);
    const part = Math.ceil((payment?.amount ?? 0) / 7);
    const amount = (part / 100).toFixed(2);
    const terms = {
      amount: part,
      lines: [],
      all: false,
      reason: null,
      reference: null,
      disputed: false,
      allowance: null,
    };
    const answers = await Promise.allSettled(Array.from({ length: 30 }, async (_, i) => {
      if (i % 3 === 0 && isApart) await field.operator.orderAdmin.refund(id, () => terms, OPERATOR);
      else {
        const path = `/session/${id}/refund`;
        const { status } = await field.server(i).send(shop, "POST", path, { amount });
        assert.equal(status, 200);
      }
    }));
    const failed = answers.filter(({ status }) => status === "rejected").length;
    assert.ok(failed >= 24, String(failed));
    refused += failed;
  }
  return { refused };
});
