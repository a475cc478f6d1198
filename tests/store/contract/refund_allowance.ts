import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_REFUND_FILTER } from "../../../src/domain/filters.ts";
import type { RefundRow } from "../../../src/domain/session/refund.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M2, putMerchant, putOther, sid } from "../support.ts";
import { addRefund, aRefund } from "./refunds.ts";

/** Contract of the port: what a person may refund in a day. */
export function refundAllowanceContract(promised: Promised): void {
  promised("refund.add keeps 30 of a person at once within an allowance", async (store) => {
    const personId = uuid(900);
    const allowance = { personId, since: NOW + 100, most: 750 };
    const over = (n: number): Partial<RefundRow> => ({
      personId,
      sessionId: sid(n),
      at: NOW + 100,
    });
    const add = (n: number, more: Partial<RefundRow> = {}): Change => ({
      kind: "refund.add",
      refund: aRefund(n, { ...over(n), ...more }),
      allowance,
    });
    // Before that day, failed, in another shop, and by others.
    await store.commit([
      putMerchant,
      putOther,
      addRefund(101, { ...over(101), at: NOW + 99, amount: 9000 }),
      addRefund(102, { ...over(102), state: "FAILED", amount: 9000 }),
      addRefund(103, { ...over(103), merchantId: M2, amount: 9000 }),
      addRefund(104, { ...over(104), personId: uuid(901), amount: 9000 }),
    ]);
    // Orders of their own, so that nothing but the person is shared.
    const race = Array.from({ length: 30 }, (_, n) => store.commit([add(n + 1)]));
    const settled = await Promise.allSettled(race);
    assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 7);
    const { rows } = await store.refunds.list(NO_REFUND_FILTER, { limit: 50 });
    assert.equal(rows.filter(({ amount }) => amount === 100).length, 7);
    const beyond = add(60, { amount: 51 });
    await assertRefused(store.commit([beyond]), beyond, /may refund no more: /);
    await store.commit([add(60, { amount: 50 })]);
    await store.commit([addRefund(61, { ...over(61), amount: 9000 })]);
  });
}
