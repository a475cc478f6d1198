/** Sessions in every state that can be reached, and the results of payments that may come in then. */
import assert from "node:assert/strict";
import { cellOf } from "../../../src/domain/session/lifecycle.ts";
import type { ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { ReportedResult } from "../../../src/service/checkout/payment_reports.ts";
import type { World } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { paidEarlier } from "./part_paid.ts";
import { Checkout, paid } from "./checkout.ts";
import { TTL_MS } from "./paying.ts";
import { ADDRESS, HOUR_MS, PREPAID_COD } from "./shop.ts";

/** Steps that lead to each state; with an earlier payment where one is possible. */
export const WAYS: Readonly<
  Record<string, { readonly rules?: Partial<ShopRules>; readonly calls: readonly string[] }>
> = {
  "INITIATED/DRAFT": { calls: [] },
  "IN_PROGRESS/DRAFT": { calls: ["address"] },
  "IN_PROGRESS/PENDING": { calls: ["address", "fail", "start"] },
  "IN_PROGRESS/PENDING:released": { calls: ["address", "fail", "start", "release"] },
  "IN_PROGRESS/PENDING:replaced": { calls: ["address", "start", "release", "start"] },
  "IN_PROGRESS/PAID": { rules: PREPAID_COD, calls: ["address", "cod", "fail", "pay earlier"] },
  "IN_PROGRESS/FAILED": { calls: ["address", "fail", "fail"] },
  "IN_PROGRESS/FAILED:cancelled": { calls: ["address", "fail", "start", "cancel"] },
  "COMPLETED/DRAFT": { calls: ["address", "fail", "cod", "complete"] },
  "COMPLETED/PAID": { calls: ["address", "fail", "start", "pay"] },
  "COMPLETED/PAID:part": { rules: PREPAID_COD, calls: ["address", "cod", "fail", "start", "pay"] },
  "COMPLETED/PAID:late": { calls: ["address", "fail", "start", "release", "pay"] },
  "ABANDONED/DRAFT": { calls: ["address", "abandon"] },
  "ABANDONED/PENDING": { calls: ["address", "fail", "start", "abandon"] },
  "ABANDONED/PENDING:expired": { calls: ["address", "fail", "start", "expire"] },
  "ABANDONED/FAILED": { calls: ["address", "fail", "fail", "abandon"] },
  "ABANDONED/FAILED:cancelled": { calls: ["address", "fail", "start", "abandon", "cancel"] },
};

/** A session in a state, and the ids of its payments, the earliest first. */
export interface Reached {
  readonly checkout: Checkout;
  readonly payments: readonly { readonly payment_id: string; readonly amount: number }[];
}

/** Leads a session into a state. */
export async function reach(world: World, way: string): Promise<Reached> {
  const checkout = await Checkout.open(world);
  const payments: { payment_id: string; amount: number }[] = [];
  const start = async () => {
    const { payment } = await checkout.step("POST /payment");
    payments.push(payment);
    return payment;
  };
  for (const call of WAYS[way]!.calls) {
    if (call === "address") await checkout.step("PUT /address", ADDRESS);
    if (call === "cod") await checkout.step("PUT /payment-method", { method: "COD" });
    if (call === "complete") await checkout.step("POST /complete");
    if (call === "abandon") await checkout.step("POST /abandon");
    if (call === "start") await start();
    if (call === "cancel") {
      await checkout.step(`POST /payment/${payments.at(-1)?.payment_id}/cancel`);
    }
    if (call === "release") {
      world.clock.advance(TTL_MS);
      await world.services.housekeeping.releaseAll();
      assert.equal((await checkout.stored()).payment?.holds, "released");
    }
    if (call === "expire") {
      world.clock.advance(HOUR_MS);
      await world.services.housekeeping.sweepAll();
    }
    if (call === "pay earlier") payments.push((await paidEarlier(checkout)).payment);
    if (call === "pay") await checkout.step(...paid(payments.at(-1)!));
    if (call === "fail") {
      const { payment_id } = await start();
      await checkout.step(`POST /payment/${payment_id}/result`, {
        status: "FAILED",
        reference: "declined",
      });
    }
  }
  assert.equal(cellOf((await checkout.stored()).state), way.split(":")[0]);
  return { checkout, payments };
}

/** The PAID of a column, for a session that may never have had a payment. */
export function resultOf(column: string, { payments }: Reached): ReportedResult {
  const { payment_id, amount } = payments.at(-1) ?? { payment_id: uuid(990), amount: 758 };
  const exact = { status: "PAID", paymentId: payment_id, amount, currency: "INR" } as const;
  const same = { ...exact, reference: `pay_${payment_id}` };
  switch (column) {
    case "reference":
      return { ...same, reference: `other_${payment_id}` };
    case "amount":
      return { ...same, amount: amount + 1 };
    case "currency":
      // Has no decimals, and so could not even be read as an amount of this session.
      return { ...same, currency: "jpy", amount: "747.125" };
    case "used":
      return { ...same, reference: "pay_USED" };
    case "older":
      return { ...same, paymentId: payments.at(-2)?.payment_id ?? uuid(991) };
    case "unknown":
      return { ...same, paymentId: "not-even-a-uuid" };
    default:
      return same;
  }
}
