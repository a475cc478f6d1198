/** Ways to each point of a refund or a dispute, by acts at the bank and work of a process. */
import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { UnexpectedPayment } from "../../../src/domain/session/payment.ts";
import type { Dispute, Refund } from "../../../src/domain/session/refund.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { Field, Shop } from "./field.ts";
import { Dead, type Side } from "./fuse.ts";
import type { RefundPoint } from "./points.ts";
import type { Server } from "./servers.ts";
import { orderOf } from "./table.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PART = 5000;
/** How an operator gives back the money of a payment without an order. */
export const RESOLUTION = {
  note: "paid late",
  refund: { reference: null, disputed: false, allowance: null },
};

/** An order that was paid at a provider. */
export interface Sold {
  readonly field: Field;
  readonly shop: Shop;
  readonly id: SessionId;
  readonly charge: string;
  /** A payment without an order; null for an order's. */
  readonly record: UnexpectedPayment | null;
}

/** A payment that was found too late for its order. */
export type SoldWithoutOrder = Sold & { readonly record: UnexpectedPayment };

/** The books of a shop's bank. */
export function ledgerOf({ shop }: Pick<Sold, "shop">): NonNullable<Shop["bank"]["ledger"]> {
  assert.ok(shop.bank.ledger);
  return shop.bank.ledger;
}

/** Shops whose provider is called. */
export function called({ shops }: Field): Shop[] {
  return shops.filter(({ bank }) => bank.ledger !== null);
}

/** Opens an order of a shop and has it paid. */
export async function sell(field: Field, shop: Shop, n: number): Promise<Sold> {
  const id = await field.open(shop, orderOf(n));
  const server = field.server();
  await server.send(shop, "POST", `/session/${id}/payment`);
  const row = await field.payment(id);
  await shop.bank.act(row, "pay", server.services);
  field.clock.advance(11_000);
  await server.services.paymentLooks.look(row.paymentId, OPERATOR);
  const { payment, order } = await field.session(id);
  assert.notEqual(order, null);
  return { field, shop, id, charge: payment?.reference ?? "", record: null };
}

/** A payment that was paid, and found only after its provider was silent for so long that it failed. */
export async function paidTooLate(field: Field, shop: Shop, n: number): Promise<SoldWithoutOrder> {
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
  return { field, shop, id, charge: record.reference, record };
}

/** Work of a process: a request of the shop's backend, or a task of the timer. */
export type Work = "ask" | "due" | "list" | "decide";
/** Time that passes before it. */
const PAUSES: Readonly<Record<Work, number>> = {
  ask: 0,
  due: 5 * MINUTE_MS,
  list: HOUR_MS + MINUTE_MS,
  decide: HOUR_MS + MINUTE_MS,
};

/** Whose money goes back, in words that another process can read. */
export interface Owed {
  /** Key of the shop's backend. */
  readonly secret: string;
  readonly sessionId: SessionId;
  /** Id of a payment without an order. */
  readonly recordId: string | null;
}

export function owed({ shop: { secret }, id, record }: Sold): Owed {
  return { secret, sessionId: id, recordId: record?.id ?? null };
}

/** Does the work in a process. A request without an answer is repeated under its key. */
export const WORK: Readonly<Record<Work, (server: Server, owed: Owed) => Promise<unknown>>> = {
  ask: async (server, { secret, sessionId, recordId }) => {
    if (recordId === null) {
      const data = { amount: "50.00" };
      const key = `refund-${sessionId}`;
      return await server.send({ secret }, "POST", `/session/${sessionId}/refund`, data, key);
    }
    try {
      await server.services.unexpectedResolutions.resolve(recordId, RESOLUTION, OPERATOR);
    } catch (error) {
      // An operator who repeats the command is refused once the refund is committed.
      if (!(error instanceof AppError)) throw error;
    }
  },
  due: ({ services }) => services.providerRefunds.runDue(),
  list: ({ services }) => services.providerFindings.listDue(),
  decide: ({ services }) => services.providerFindings.lookAtDisputes(),
};

type Step = Work | "ask without answer" | "refund elsewhere" | "dispute";

/** Steps that lead to each point. */
export const WAYS: Readonly<Record<RefundPoint, readonly Step[]>> = {
  "refund asked": ["ask"],
  "refund noted": ["ask", "due"],
  "call refund": ["ask", "due"],
  "call refunds": ["ask without answer", "due"],
  "refund settled": ["ask", "due"],
  "refund found": ["refund elsewhere", "list"],
  listed: ["refund elsewhere", "list"],
  "dispute put": ["dispute", "list"],
  "dispute noted": ["dispute", "list", "decide"],
};

/** Takes a step; its work is done by `work`. */
export async function take<T>(
  sold: Sold,
  step: Step,
  work: (name: Work) => Promise<T>,
): Promise<T | null> {
  const ledger = ledgerOf(sold);
  const { bank } = sold.shop;
  switch (step) {
    case "refund elsewhere":
      ledger.refundElsewhere(sold.charge, PART);
      return null;
    case "dispute":
      ledger.dispute(sold.charge, PART);
      return null;
    case "ask without answer":
      bank.fail("broken after");
      try {
        return await work("ask");
      } finally {
        bank.fail(null);
      }
    default:
      sold.field.clock.advance(PAUSES[step]);
      return await work(step);
  }
}

/**
 * Ends a process at a point; another one goes on.
 *
 * @returns true if the point was reached
 */
export async function crash(
  sold: Sold,
  { point, side }: { readonly point: RefundPoint; readonly side: Side },
): Promise<boolean> {
  const { field } = sold;
  let server = field.server();
  let isReached = false;
  server.fuse.arm(point, side);
  for (const step of WAYS[point]) {
    await take(sold, step, (work) => tried(work, sold, server));
    if (!server.fuse.isBlown) continue;
    isReached = true;
    server = field.restart(server);
    await take(sold, step, (work) => tried(work, sold, server));
  }
  server.fuse.disarm();
  return isReached;
}

async function tried(work: Work, sold: Sold, server: Server): Promise<void> {
  try {
    await WORK[work](server, owed(sold));
  } catch (error) {
    if (!(error instanceof Dead)) throw error;
  }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** The sums given back at the providers are those of the orders, and never more than was paid. */
export async function verify(field: Field, records: readonly SoldWithoutOrder[] = []) {
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
  for (const { shop, charge, record: { id, amount } } of records) {
    const made = await field.store.refunds.ofUnexpected(id);
    const all = Math.round(Number(amount) * 100);
    assert.deepEqual(made.map((one) => [one.state, one.amount]), [["DONE", all]]);
    assert.deepEqual(ledgerOf({ shop }).givenBack(charge), [all]);
    refunds += made.length;
  }
  assert.deepEqual((await field.check()).findings, []);
  return { refunds, disputes };
}
