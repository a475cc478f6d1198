/**
 * Money of a payment without an order goes back once, by `payment resolve --refund`: after an end of
 * the process at every point of a refund, and by 30 at once. With `-- --whole` in full.
 */
import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import type { UnexpectedPayment } from "../../../src/domain/session/payment.ts";
import { IS_WHOLE } from "../../support/few.ts";
import { OPERATOR } from "../../support/operator.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "../../store/postgres/support.ts";
import { report } from "../figures.ts";
import { Field, type Shop } from "./field.ts";
import { Dead, type Side } from "./fuse.ts";
import { onPostgres, onSqlite, type Place } from "./places.ts";
import type { RefundPoint } from "./points.ts";
import type { Server } from "./servers.ts";
import { orderOf } from "./table.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await startServer();
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const RESOLUTION = {
  note: "paid late",
  refund: { reference: null, disputed: false, allowance: null },
};
const POINTS: readonly RefundPoint[] = [
  "refund asked",
  "refund noted",
  "call refund",
  "call refunds",
  "refund settled",
];

/** A payment that was paid, and found only after its provider was silent for so long that it failed. */
async function paidTooLate(field: Field, shop: Shop, n: number): Promise<UnexpectedPayment> {
  const id = await field.open(shop, orderOf(n));
  const { services, ...server } = field.server();
  await server.send(shop, "POST", `/session/${id}/payment`);
  const row = await field.payment(id);
  await shop.bank.act(row, "pay", services);
  shop.bank.fail("down");
  for (let days = 0; days < 60; days++) {
    if ((await field.session(id)).payment?.status !== "PENDING") break;
    field.clock.advance(DAY_MS);
    await services.providerPayments.lookAtDue();
    await services.housekeeping.releaseAll();
  }
  shop.bank.fail(null);
  await services.paymentLooks.look(row.paymentId, OPERATOR);
  const filter = { ...NO_UNEXPECTED_FILTER, merchantId: shop.merchantId };
  const { 0: record } = await field.store.payments.unexpected(filter, { limit: 1 });
  assert.equal(record?.paymentId, row.paymentId);
  return record;
}

async function crash(
  field: Field,
  { shop, record: { id } }: { readonly shop: Shop; readonly record: UnexpectedPayment },
  { point, side }: { readonly point: RefundPoint; readonly side: Side },
): Promise<boolean> {
  let server = field.server();
  server.fuse.arm(point, side);
  const run = async (step: (server: Server) => Promise<unknown>) => {
    try {
      await step(server);
    } catch (error) {
      // The operator repeats the command: it is refused once the refund is committed.
      if (!(error instanceof Dead) && !(error instanceof AppError)) throw error;
    }
    const isBlown = server.fuse.isBlown;
    if (isBlown) server = field.restart(server);
    return isBlown;
  };
  const resolve = ({ services }: Server) =>
    services.unexpectedResolutions.resolve(id, RESOLUTION, OPERATOR);
  const due = ({ services }: Server) => {
    field.clock.advance(5 * MINUTE_MS);
    return services.providerRefunds.runDue();
  };
  if (point === "call refunds") shop.bank.fail("broken after");
  let isReached = await run(resolve);
  shop.bank.fail(null);
  if (isReached) await run(resolve);
  for (let i = 0; i < 2; i++) isReached = await run(due) || isReached;
  server.fuse.disarm();
  return isReached;
}

/** @returns the number of refunds, each of which was given once and is of all that was paid */
async function verify(field: Field, records: readonly UnexpectedPayment[]): Promise<number> {
  for (let n = 0; n < 6; n++) {
    field.clock.advance(65 * MINUTE_MS);
    const { services } = field.server(n);
    await services.providerRefunds.runDue();
    await services.providerFindings.listDue();
  }
  for (const { id, merchantId, reference, amount } of records) {
    const { bank } = field.shops.find((shop) => shop.merchantId === merchantId)!;
    const refunds = await field.store.refunds.ofUnexpected(id);
    const all = Math.round(Number(amount) * 100);
    assert.deepEqual(refunds.map((one) => [one.state, one.amount]), [["DONE", all]]);
    assert.deepEqual(bank.ledger?.givenBack(reference), [all]);
  }
  assert.deepEqual((await field.check()).findings, []);
  return records.length;
}

const called = ({ shops }: Field) => shops.filter(({ bank }) => bank.ledger !== null);

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
      const records: UnexpectedPayment[] = [];
      const missed: string[] = [];
      let n = 0;
      for (const [p, point] of POINTS.entries()) {
        for (const [i, side] of (["before", "after"] as const).entries()) {
          for (const [s, shop] of called(field).entries()) {
            if (!IS_WHOLE && (2 * p + i + s) % 3 !== part) continue;
            const record = await paidTooLate(field, shop, n++);
            records.push(record);
            if (!await crash(field, { shop, record }, { point, side })) {
              missed.push(`${shop.bank.kind}: ${side} ${point}`);
            }
          }
        }
      }
      assert.deepEqual(missed, []);
      for (const shop of called(field)) {
        const record = await paidTooLate(field, shop, n++);
        records.push(record);
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
      report(where, { crashes: n - 2, refunds: await verify(field, records) });
    });
  Deno.test({
    name: `${where}: the money of a record goes back once, at every end and by 30 at once`,
    ignore: engine === "postgres" && isMissing,
    fn: () => engine === "sqlite" ? onSqlite(inField) : onPostgres(postgres!, inField),
  });
}
