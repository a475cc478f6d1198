/**
 * Money of an order goes back once, whatever ends in between: after an end of the process at every
 * point of a refund or a dispute, and by 30 at once. With `-- --whole` in full.
 */
import assert from "node:assert/strict";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { Dispute, Refund } from "../../../src/domain/session/refund.ts";
import { IS_WHOLE } from "../../support/few.ts";
import { OPERATOR } from "../../support/operator.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "../../store/postgres/support.ts";
import { report, rounds } from "../figures.ts";
import { Field, type Form, type Shop } from "./field.ts";
import { Dead, type Side } from "./fuse.ts";
import { onPostgres, onSqlite, type Place } from "./places.ts";
import { REFUND_POINTS, type RefundPoint } from "./points.ts";
import type { Server } from "./servers.ts";
import { orderOf } from "./table.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await startServer();
const TIMES = rounds({ short: 1, whole: 20 });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PART = 5000;

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

/** An order that was paid at a provider. */
interface Sold {
  readonly field: Field;
  readonly shop: Shop;
  readonly id: SessionId;
  readonly charge: string;
}

type Ledger = NonNullable<Shop["bank"]["ledger"]>;

function ledgerOf({ shop }: Pick<Sold, "shop">): Ledger {
  assert.ok(shop.bank.ledger);
  return shop.bank.ledger;
}

async function sell(field: Field, shop: Shop, n: number): Promise<Sold> {
  const id = await field.open(shop, orderOf(n));
  const server = field.server();
  await server.send(shop, "POST", `/session/${id}/payment`);
  const row = await field.payment(id);
  await shop.bank.act(row, "pay", server.services);
  field.clock.advance(11_000);
  await server.services.paymentLooks.look(row.paymentId, OPERATOR);
  const { payment, order } = await field.session(id);
  assert.notEqual(order, null);
  return { field, shop, id, charge: payment?.reference ?? "" };
}

/** The task of a process; repeated after it has ended in between. */
type Step = (sold: Sold, server: Server) => Promise<unknown>;

/** The shop's backend repeats a request without an answer under its key. */
const ask: Step = ({ shop, id }, server) =>
  server.send(shop, "POST", `/session/${id}/refund`, { amount: "50.00" }, `refund-${id}`);

const askWithoutAnswer: Step = async (sold, server) => {
  sold.shop.bank.fail("broken after");
  try {
    await ask(sold, server);
  } finally {
    sold.shop.bank.fail(null);
  }
};

/** Once, however often the process that finds it ends. */
const elsewhere: Step = (sold) => {
  const ledger = ledgerOf(sold);
  if (ledger.givenBack(sold.charge).length === 0) ledger.refundElsewhere(sold.charge, PART);
  return Promise.resolve();
};

const dispute: Step = (sold) => {
  ledgerOf(sold).dispute(sold.charge, PART);
  return Promise.resolve();
};

const after = (ms: number, run: Step): Step => (sold, server) => {
  sold.field.clock.advance(ms);
  return run(sold, server);
};

const due = after(5 * MINUTE_MS, (_, { services }) => services.providerRefunds.runDue());
const list = after(HOUR_MS + MINUTE_MS, (_, { services }) => services.providerFindings.listDue());
const decide = after(
  HOUR_MS + MINUTE_MS,
  (_, { services }) => services.providerFindings.lookAtDisputes(),
);

/** The courses that lead to each point. */
const WAYS: Readonly<Record<RefundPoint, readonly Step[]>> = {
  "refund asked": [ask],
  "refund noted": [ask, due],
  "call refund": [ask, due],
  "call refunds": [askWithoutAnswer, due],
  "refund settled": [ask, due],
  "refund found": [elsewhere, list],
  listed: [elsewhere, list],
  "dispute put": [dispute, list],
  "dispute noted": [dispute, list, decide],
};

/** @returns true if the point was reached */
async function crash(
  sold: Sold,
  { point, side }: { readonly point: RefundPoint; readonly side: Side },
): Promise<boolean> {
  const { field } = sold;
  let server = field.server();
  let isReached = false;
  server.fuse.arm(point, side);
  for (const step of WAYS[point]) {
    await tried(step, sold, server);
    if (!server.fuse.isBlown) continue;
    isReached = true;
    server = field.restart(server);
    // What adds a dispute is of the bank, and happens once.
    if (step !== dispute) await tried(step, sold, server);
  }
  server.fuse.disarm();
  return isReached;
}

async function tried(step: Step, sold: Sold, server: Server): Promise<void> {
  try {
    await step(sold, server);
  } catch (error) {
    if (!(error instanceof Dead)) throw error;
  }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What went back at the providers is what orders have, and never more than was paid. */
async function verify(field: Field) {
  for (let n = 0; n < 6; n++) {
    field.clock.advance(HOUR_MS + 5 * MINUTE_MS);
    const { services } = field.server(n);
    await services.providerRefunds.runDue();
    await services.providerFindings.listDue();
    await services.providerFindings.lookAtDisputes();
  }
  let [refunds, disputes] = [0, 0];
  for (const { id, shop } of field.opened) {
    const { payment, order } = await field.session(id);
    const given = [...ledgerOf({ shop }).givenBack(payment?.reference ?? "")];
    const made: readonly Refund[] = order?.refunds ?? [];
    assert.deepEqual(made.map(({ state }) => state), made.map(() => "DONE"));
    const amounts = made.map(({ amount }) => amount);
    assert.deepEqual(amounts.sort(), given.sort(), `${shop.bank.kind} ${id}`);
    assert.ok(sumOf(given) <= (payment?.amount ?? 0));
    const disputed: readonly Dispute[] = order?.disputes ?? [];
    assert.ok(disputed.length <= 1);
    refunds += made.length;
    disputes += disputed.length;
  }
  assert.deepEqual((await field.check()).findings, []);
  return { refunds, disputes };
}

const called = ({ shops }: Field) => shops.filter(({ bank }) => bank.ledger !== null);

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
