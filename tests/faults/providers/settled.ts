/** Reasons to ask a provider, and how a payment has to end after them. */
import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { UnexpectedPayment } from "../../../src/domain/session/payment.ts";
import type { OperatorServices } from "../../../src/service/services.ts";
import { OPERATOR } from "../../support/operator.ts";
import { type Field, type Shop, UNITS, VARIANT } from "./field.ts";
import type { Server } from "./servers.ts";

/** All that lets a provider be asked. */
export const REASONS = ["return", "hook", "timer", "operator"] as const;
export type Reason = (typeof REASONS)[number];

/** A payment in its field. */
export interface Paying {
  readonly field: Field;
  readonly shop: Shop;
  readonly id: SessionId;
  readonly paymentId: string;
}

/** Asks for a payment for a reason. A provider that does not answer is no failure of the test. */
export async function ask(
  { field, shop, id, paymentId }: Paying,
  reason: Reason,
  { services }: Pick<Server, "services">,
  operator: Pick<OperatorServices, "paymentLooks"> = field.operator,
): Promise<void> {
  const { bank, domain } = shop;
  switch (reason) {
    case "return":
      await services.providerPayments.lookAtReturn(await field.session(id));
      return;
    case "hook": {
      const row = (await field.store.providers.payment(paymentId))!;
      if (bank.hook === null || row.reference === null) return;
      const hinted = await services.providerHooks.read(domain, bank.kind, bank.hook(row));
      // A signature is of a time, which may be long over.
      if (hinted !== null) services.providerHooks.look(hinted);
      await services.providerHooks.settled();
      return;
    }
    case "timer":
      await services.providerPayments.lookAtDue();
      return;
    case "operator":
      try {
        await operator.paymentLooks.look(paymentId, OPERATOR);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
  }
}

/** Moves the clock on to the time at which the timer asks for a payment next, if it will. */
export async function untilDue(
  { field, paymentId }: Omit<Paying, "id" | "shop">,
): Promise<boolean> {
  const { clock, store } = field;
  const { nextLookAt } = (await store.providers.payment(paymentId))!;
  if (nextLookAt !== null && nextLookAt > clock.at) clock.at = nextLookAt;
  return nextLookAt !== null;
}

/** Lets time pass until there is nothing to ask for any more. */
export async function finish(field: Field, paymentIds: readonly string[]): Promise<void> {
  for (const paymentId of paymentIds) {
    for (let n = 0; await untilDue({ field, paymentId }); n++) {
      assert.ok(n < 1000, "the asking ends");
      const { services } = field.server(n);
      await services.providerPayments.lookAtDue();
      await services.housekeeping.releaseAll();
    }
  }
}

/** Counts of {@link verify}. */
export interface Ends {
  payments: number;
  orders: number;
  late: number;
  unexpected: number;
}

/**
 * Every payment that was charged is one order or one record, and no other is either; what was held
 * is sold or given back.
 */
export async function verify(field: Field): Promise<Ends> {
  // Longer than any holds last.
  field.clock.advance(3_600_000);
  await field.server().services.housekeeping.releaseAll();
  const ends: Ends = { payments: 0, orders: 0, late: 0, unexpected: 0 };
  for (const shop of field.shops) await verifyShop(field, shop, ends);
  assert.deepEqual((await field.check()).findings, []);
  return ends;
}

async function verifyShop(field: Field, shop: Shop, ends: Ends): Promise<void> {
  const { store } = field;
  const { merchantId, couponId, customer } = shop;
  const books = await shop.bank.books();
  const records = await recordsOf(field, shop);
  let [units, uses] = [0, 0];
  for (const { id } of field.opened.filter((one) => one.shop === shop)) {
    const session = await field.session(id);
    const { payment, order, priced } = session;
    const events = await store.sessions.events(id);
    const paymentIds = events.filter(({ type }) => type === "payment.pending")
      .map(({ data }) => String(data["payment_id"]));
    for (const paymentId of paymentIds) {
      const { charges = 0, pages = 0 } = books.get(paymentId) ?? {};
      const isOrder = payment?.id === paymentId && payment.status === "PAID" && order !== null;
      const unexpected = records.get(paymentId)?.length ?? 0;
      const what = `${shop.bank.kind} ${paymentId} ${payment?.status} ${payment?.holds}`;
      assert.ok(charges <= 1 && pages <= 1, `${what}: ${charges} charges, ${pages} pages`);
      assert.equal(Number(isOrder) + unexpected, charges, `${what}: orders and records`);
      assert.equal((await store.providers.payment(paymentId))?.nextLookAt, null, what);
      ends.payments += 1;
      ends.unexpected += unexpected;
    }
    assert.notEqual(payment?.holds, "held", "what was held has an end");
    if (order === null) continue;
    assert.equal(events.filter(({ type }) => type === "session.completed").length, 1);
    ends.orders += 1;
    ends.late += Number(order.late);
    units += session.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    uses += priced.coupons.length;
  }
  const { variant } = (await store.catalog.variants(merchantId, [VARIANT])).get(VARIANT)!;
  assert.equal(variant.inventoryQuantity, UNITS - units, "units left");
  const usage = (await store.coupons.usage([couponId], null)).get(couponId);
  assert.equal(usage?.used ?? 0, uses, "uses of the coupon");
  assert.equal((await store.customers.find(customer.id))?.balances.PROCESSING, 0, "coins held");
}

async function recordsOf(
  { store }: Field,
  { merchantId }: Shop,
): Promise<ReadonlyMap<string, readonly UnexpectedPayment[]>> {
  const filter = { merchantId, open: false, livemode: true, grouped: false };
  const found = await store.payments.unexpected(filter, { limit: 10_000 });
  return Map.groupBy(found, ({ paymentId }) => paymentId);
}
