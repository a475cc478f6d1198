import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { DisputeRow, RefundRow, RefundState } from "../../../src/domain/session/refund.ts";
import { uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, putMerchant, sid } from "../support.ts";
import { addRefund, aDispute, aRefund, moveRefund, putDispute } from "./refunds.ts";

/** Contract of the port: refunds of payments without an order. */
export function recordRefundContract(promised: Promised): void {
  promised(
    "refund.add is refused beyond what a payment without an order took, less what went back",
    async (store) => {
      const of = { unexpectedId: uuid(850), sessionId: sid(77) };
      const add = (n: number, over: Partial<RefundRow> = {}): Change => (
        { kind: "refund.add", refund: aRefund(n, { ...of, ...over }), taken: 300 }
      );
      const refused = (change: Change) =>
        assertRefused(store.commit([change]), change, /^The payment has less left to give back, /);
      // Those of other payments, and of one that has failed.
      const others = [{ unexpectedId: uuid(851) }, { state: "FAILED" }] as const;
      const elsewhere = { state: "DONE", origin: "PROVIDER", reference: "re_1" } as const;
      await store.commit([
        putMerchant,
        ...others.map((over, n) => addRefund(n, { ...of, ...over, amount: 300 })),
        putDispute({ ...of, reference: "of another", unexpectedId: uuid(851) }),
        putDispute({ ...of, reference: "won", status: "WON" }),
        putDispute({ ...of, reference: "lost", status: "LOST", amount: 40 }),
        addRefund(3, { ...of, ...elsewhere, amount: 50 }),
      ]);
      await refused(add(4, { amount: 211 }));
      await store.commit([add(4, { amount: 110 })]);
      let from: RefundState = "REQUESTED";
      for (const state of ["PENDING", "DONE", "FAILED"] as const) {
        await refused(add(5, { amount: 101 }));
        await store.commit([moveRefund(from, { sessionId: sid(77), state }, 4)]);
        from = state;
      }
      await store.commit([putDispute({ ...of, reference: "new", amount: 10 })]);
      await refused(add(5, { amount: 201 }));
      await store.commit([add(5, { amount: 200 })]);
      // Those that were made at the provider are not refused.
      await store.commit([addRefund(6, { ...of, ...elsewhere, reference: "re_2" })]);
      const found = await store.refunds.ofUnexpected(uuid(850));
      assert.deepEqual(found.map(({ amount }) => amount), [300, 50, 110, 200, 100]);
      assert.deepEqual(await store.refunds.ofUnexpected(uuid(852)), []);
      const disputes = await store.disputes.ofUnexpected({ id: uuid(850), sessionId: sid(77) });
      assert.deepEqual(disputes.map(({ reference }) => reference), ["lost", "new", "won"]);
    },
  );

  promised("dispute.put is refused if the dispute is not as it was read", async (store) => {
    const open = aDispute();
    const put = (read: DisputeRow | null, over: Partial<DisputeRow> = {}): Change => (
      { kind: "dispute.put", dispute: aDispute(over), read }
    );
    const refused = (change: Change) =>
      assertRefused(store.commit([change]), change, /^Dispute was changed since: dp_1\/é$/);
    await store.commit([putMerchant]);
    await refused(put(open));
    await store.commit([put(null)]);
    await refused(put(null));
    for (const over of [{ status: "LOST" }, { amount: 1 }, { evidenceDueAt: null }] as const) {
      await refused(put(aDispute(over)));
    }
    await store.commit([put(open, { status: "LOST", evidenceDueAt: null })]);
    const lost = aDispute({ status: "LOST", evidenceDueAt: null });
    await refused(put(open));
    await store.commit([put(lost, { status: "WON" })]);
    // Of several at once one is taken.
    const race = Array.from({ length: 10 }, () => store.commit([put(null, { reference: "dp_2" })]));
    const settled = await Promise.allSettled(race);
    assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 1);
  });

  promised("refund.add of 30 at once gives a payment without an order back once", async (store) => {
    await store.commit([putMerchant]);
    const of = { unexpectedId: uuid(850), sessionId: sid(77), amount: 130 };
    const race = Array.from(
      { length: 30 },
      (_, n) => store.commit([{ kind: "refund.add", refund: aRefund(n, of), taken: 500 }]),
    );
    const settled = await Promise.allSettled(race);
    assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 3);
    assert.equal((await store.refunds.ofUnexpected(uuid(850))).length, 3);
  });
}
