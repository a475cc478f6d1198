/** Every order in which a provider is asked, around what happens there. */
import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import {
  holdsUntil,
  type ProviderPayment,
  releasedAt,
} from "../../../src/domain/session/provider_payment.ts";
import type { Services } from "../../../src/service/services.ts";
import type { Bank } from "../../support/payments/banks.ts";
import type { Field, Order, Shop } from "./field.ts";
import { ask, finish, type Paying, type Reason, REASONS, untilDue } from "./settled.ts";

/**
 * How a payment goes at its provider. `late`: paid while it cannot be asked, until our end.
 * `lingering`: begun there before the page's end, and paid after it. `returned`: waiting, and sent
 * back. `other`: paid with another amount or currency.
 */
export const COURSES = [
  "paid",
  "failed",
  "expired",
  "waiting",
  "late",
  "lingering",
  "returned",
  "other",
] as const;
export type Course = (typeof COURSES)[number];

/** An order of reasons, and after how many of them it happens at the provider. */
export interface Row {
  readonly reasons: readonly Reason[];
  readonly at: number;
}

function permutations<T>(all: readonly T[]): (readonly T[])[] {
  if (all.length === 0) return [[]];
  return all.flatMap((one) =>
    permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest])
  );
}

/** The 120 orders. */
export const ROWS: readonly Row[] = permutations(REASONS).flatMap((reasons) =>
  [0, 1, 2, 3, 4].map((at) => ({ reasons, at }))
);

const MINUTE_MS = 60_000;
/** Longer than the pause between two looks that customers and hooks cause. */
const PAUSED_MS = 11_000;

/** Surroundings of payment `n`. */
export function orderOf(n: number): Order {
  return { quantity: 1 + n % 3, coupon: n % 2 === 0, coins: (n % 3) * 100 };
}

/** Begins a payment at a shop's provider. */
export async function begin(field: Field, shop: Shop, n: number): Promise<Paying> {
  const id = await field.open(shop, orderOf(n));
  const { status, data, code } = await field.server(n).send(
    shop,
    "POST",
    `/session/${id}/payment`,
  );
  assert.equal(status, 200, code);
  assert.ok(data.payment.url, "the customer is led to the provider");
  return { field, shop, id, paymentId: data.payment.payment_id };
}

/** Lets it happen at the provider; returns what happens later, if anything does. */
export async function happen(
  { field, shop: { bank }, id, paymentId }: Paying,
  course: Course,
): Promise<(() => Promise<void>) | null> {
  const { clock } = field;
  const { services } = field.server();
  const row = (await field.store.providers.payment(paymentId))!;
  switch (course) {
    case "paid":
    case "failed":
      await bank.act(row, course === "paid" ? "pay" : "fail", services);
      return null;
    case "expired":
      clock.at = Math.max(clock.at, row.expiresAt + 1000);
      return null;
    case "other":
      await bank.act(row, "other", services);
      return null;
    case "waiting":
    case "returned":
      await bank.act(row, "submit", services);
      return () => bank.act(row, course === "waiting" ? "settle" : "bounce", services);
    case "lingering": {
      // Others take no money after the end of a page.
      const lingering = bank.lingers?.(row);
      clock.at = Math.max(clock.at, row.expiresAt + 1000);
      return lingering === undefined ? null : () => Promise.resolve(lingering.arrive());
    }
    case "late": {
      await bank.act(row, "late", services);
      await untilReleased({ field, row, bank }, services);
      const { payment } = await field.session(id);
      assert.deepEqual([payment?.status, payment?.holds], ["PENDING", "released"]);
      return null;
    }
  }
}

/** Lets time pass until a payment's holds are released, while its provider does not answer. */
export async function untilReleased(
  { field: { clock }, row, bank }: {
    readonly field: Field;
    readonly row: ProviderPayment;
    readonly bank: Bank;
  },
  { providerPayments, housekeeping }: Services,
): Promise<void> {
  bank.fail("down");
  try {
    for (const at of [row.expiresAt + 4 * MINUTE_MS, releasedAt(row)]) {
      clock.at = Math.max(clock.at, at);
      await providerPayments.lookAtDue();
      await housekeeping.releaseAll();
    }
  } finally {
    bank.fail(null);
    // The demo provider takes the money of a late one then.
    clock.at += 5 * MINUTE_MS;
  }
}

/** Takes a payment through one row of the table. */
export async function take(
  paying: Paying,
  { reasons, at }: Row,
  { course, n }: { readonly course: Course; readonly n: number },
): Promise<void> {
  const { field, id, paymentId } = paying;
  let later: (() => Promise<void>) | null = null;
  let settlesAt = reasons.length;
  let isInTime = false;
  for (let i = 0; i <= reasons.length; i++) {
    if (i === at) {
      later = await happen(paying, course);
      // What lingers is looked at in between as often as can be.
      if (course !== "lingering") settlesAt = at + 1 + n % (reasons.length - at + 1);
    }
    if (i === settlesAt) {
      isInTime = later !== null && course !== "returned" &&
        field.clock.at < holdsUntil(await field.payment(id));
      [, later] = [await later?.(), null];
    }
    const reason = reasons[i];
    if (reason === undefined) continue;
    field.clock.advance(PAUSED_MS);
    if (reason === "timer") await untilDue(paying);
    await ask(paying, reason, field.server(n + i));
  }
  await later?.();
  await finish(field, [paymentId]);
  if (!isInTime) return;
  const { order } = await field.session(id);
  assert.equal(order?.late, false, `${course}: paid while its holds stand`);
}

/** Asks for one payment for 30 reasons at once, while it happens. */
export async function storm(paying: Paying, course: Course): Promise<void> {
  const { field, paymentId } = paying;
  const round = async () => {
    field.clock.advance(PAUSED_MS);
    await untilDue(paying);
    return Array.from(
      { length: 30 },
      (_, i) => ask(paying, REASONS[i % REASONS.length]!, field.server(i >> 2)),
    );
  };
  const before = await round();
  // No answer takes as long as it takes there to be late.
  if (course === "late") await Promise.allSettled(before);
  const later = await happen(paying, course);
  const outcomes = await Promise.allSettled([...before, ...await round()]);
  await later?.();
  outcomes.push(...await Promise.allSettled(await round()));
  const wrong = outcomes.filter((one) =>
    one.status === "rejected" && !(one.reason instanceof AppError)
  );
  assert.deepEqual(wrong, []);
  await finish(field, [paymentId]);
}
