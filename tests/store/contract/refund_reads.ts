import assert from "node:assert/strict";
import { NO_REFUND_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { DisputeRow } from "../../../src/domain/session/refund.ts";
import type { RefundKey } from "../../../src/store/reads/refunds.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  aSession,
  assertRefused,
  COMPLETED,
  M1,
  M2,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";
import { addRefund, aDispute, aRefund, putDispute } from "./refunds.ts";

/** Contract of the port: reads of refunds, and disputes. */
export function refundReadContract(promised: Promised): void {
  promised("health.openMoney() counts live refunds and disputes to see to", async (store) => {
    const due = { state: "PENDING", nextTryAt: NOW } as const;
    await store.commit([
      putMerchant,
      addRefund(1, { nextTryAt: NOW + 1 }),
      addRefund(2, { paymentId: uuid(802), state: "FAILED", nextTryAt: null, settledAt: NOW + 3 }),
      addRefund(3, due),
      addRefund(4, { state: "DONE", nextTryAt: null }),
      addRefund(5, { ...due, livemode: false }),
      putDispute({ nextLookAt: NOW }),
      putDispute({ reference: "dp_2", nextLookAt: NOW + 1 }),
      putDispute({ reference: "dp_3", paymentId: uuid(801), status: "LOST", nextLookAt: null }),
      putDispute({ reference: "dp_4", livemode: false }),
    ]);
    assert.deepEqual(await store.health.openMoney(NOW), {
      refunds: { REQUESTED: 1, PENDING: 1, FAILED: 1 },
      refundsDue: 1,
      disputes: 2,
      disputesDue: 1,
      listedUntil: null,
    });
  });

  reads(promised);
  disputes(promised);
}

function reads(promised: Promised): void {
  promised("refunds.due() gives what is due, the longest first", async (store) => {
    await store.commit([
      putMerchant,
      addRefund(1, { nextTryAt: NOW + 3 }),
      addRefund(2, { nextTryAt: NOW + 1 }),
      addRefund(3, { nextTryAt: NOW + 4 }),
      addRefund(4, { nextTryAt: null }),
    ]);
    const due = async (now: number, limit = 9, busy: readonly MerchantId[] = []) =>
      (await store.refunds.due(now, limit, busy)).map(({ id }) => id);
    assert.deepEqual(await due(NOW + 3), [uuid(502), uuid(501)]);
    assert.deepEqual(await due(NOW + 9, 1), [uuid(502)]);
    assert.deepEqual(await due(NOW + 9, 9, [M1]), []);
    assert.deepEqual(await due(NOW), []);
  });

  promised("refunds.list() lists the newest first, by id within a millisecond", async (store) => {
    await store.commit([
      ...[putMerchant, putOther],
      addRefund(1),
      addRefund(2, { merchantId: M2 }),
      ...[3, 4, 5].map((n) => addRefund(n, { at: NOW + 3 })),
    ]);
    const pages = async (merchantId: typeof M1 | null) => {
      const all: string[][] = [];
      let after: RefundKey | undefined;
      for (;;) {
        const filter = { ...NO_REFUND_FILTER, merchantId };
        const { rows, next } = await store.refunds.list(filter, { limit: 2, after });
        all.push(rows.map(({ id }) => id.slice(-3)));
        if (next === null) return all;
        after = next;
      }
    };
    const last = (n: number) => uuid(500 + n).slice(-3);
    assert.deepEqual(await pages(M1), [[last(5), last(4)], [last(3), last(1)]]);
    assert.deepEqual(await pages(null), [[last(5), last(4)], [last(3), last(2)], [last(1)]]);
    assert.deepEqual(await pages(uuid<typeof M1>(9)), [[]]);
  });

  promised("refunds.byReference() finds one of the shop and mode", async (store) => {
    const one = aRefund(1, { reference: "re_1" });
    await store.commit([putMerchant, putOther, { kind: "refund.add", refund: one }]);
    assert.deepEqual(await store.refunds.byReference(M1, true, "re_1"), one);
    assert.equal(await store.refunds.byReference(M1, false, "re_1"), null);
    assert.equal(await store.refunds.byReference(M2, true, "re_1"), null);
    assert.equal(await store.refunds.byReference(M1, true, "RE_1"), null);
  });

  promised(
    "refunds.attention() counts what is paid back by hand, and failures with nothing after them",
    async (store) => {
      const nothing = { count: 0, oldestAt: null };
      await store.commit([putMerchant, putOther]);
      assert.deepEqual(await store.refunds.attention(M1), {
        byHand: nothing,
        failed: nothing,
        unanswered: nothing,
      });
      const byHand = { accountId: null, charge: null, nextTryAt: null };
      const cash = { ...byHand, paymentId: null };
      const at = NOW + 10;
      const failed = { state: "FAILED", nextTryAt: null, at: NOW, settledAt: at } as const;
      await store.commit([
        addRefund(1, cash),
        addRefund(2, { ...byHand, sessionId: sid(2) }),
        // Paid back, at a provider, of a test, of another shop.
        addRefund(3, { ...cash, state: "DONE" }),
        addRefund(4, { paymentId: uuid(804) }),
        addRefund(5, { ...cash, livemode: false }),
        addRefund(6, { ...cash, merchantId: M2 }),
        // Asked for again, and that failed too: the last one counts.
        addRefund(10, { ...failed, paymentId: uuid(810) }),
        addRefund(11, { ...failed, paymentId: uuid(810), at: NOW + 11, settledAt: NOW + 12 }),
        // Made at the provider: its money went back.
        addRefund(12, { ...failed, paymentId: uuid(812) }),
        addRefund(13, { paymentId: uuid(812), state: "DONE", origin: "PROVIDER" }),
        // Asked for before it failed, or of less: its money is still missing.
        addRefund(19, { ...failed, paymentId: uuid(819) }),
        addRefund(20, { paymentId: uuid(819), at: at - 1 }),
        // Known there earlier than here; taken by the bank.
        addRefund(31, { ...failed, paymentId: uuid(831), settledAt: NOW + 99 }),
        addRefund(32, { paymentId: uuid(831), origin: "PROVIDER", state: "DONE", at: NOW + 50 }),
        addRefund(33, { ...failed, paymentId: uuid(833), sessionId: sid(5) }),
        putDispute({ paymentId: uuid(833), sessionId: sid(5), status: "LOST" }),
        // Its provider has not taken it for more than a day.
        addRefund(34, { paymentId: uuid(834), at: NOW + 60, nextTryAt: NOW + 86_500_000 }),
        // At once.
        addRefund(29, { ...failed, paymentId: uuid(829), settledAt: NOW }),
        addRefund(30, { paymentId: uuid(829), at: NOW }),
        addRefund(21, { ...failed, paymentId: uuid(821) }),
        addRefund(22, { paymentId: uuid(821), amount: 99 }),
        // In two parts.
        addRefund(23, { ...failed, paymentId: uuid(823) }),
        addRefund(24, { paymentId: uuid(823), amount: 40 }),
        addRefund(25, { paymentId: uuid(823), amount: 60 }),
        // Money that the shop did not pay back itself is no failure of a provider.
        addRefund(14, { ...failed, ...cash, sessionId: sid(3) }),
        addRefund(15, { paymentId: uuid(815), sessionId: sid(3) }),
        addRefund(16, { ...failed, ...cash, sessionId: sid(4) }),
        addRefund(17, { ...cash, state: "DONE", sessionId: sid(4) }),
        // On its way, and the provider is not asked any more, or after 90 days; one is asked.
        addRefund(26, { state: "PENDING", paymentId: uuid(826), nextTryAt: null }),
        addRefund(27, { state: "PENDING", paymentId: uuid(827) }),
        addRefund(28, { state: "PENDING", paymentId: uuid(828), nextTryAt: NOW + 91 * 86_400_000 }),
        addRefund(18, { ...failed, livemode: false, paymentId: uuid(818) }),
      ]);
      assert.deepEqual(await store.refunds.attention(M1), {
        byHand: { count: 2, oldestAt: NOW + 1 },
        failed: { count: 3, oldestAt: NOW },
        unanswered: { count: 3, oldestAt: NOW + 26 },
      });
    },
  );
}

function disputes(promised: Promised): void {
  promised("dispute.put adds a dispute, and replaces it by its reference", async (store) => {
    await store.commit([putMerchant, putOther, addSession(aSession(1, { state: COMPLETED }))]);
    const find = () => store.disputes.find(M1, true, aDispute().reference);
    assert.equal(await find(), null);
    await store.commit([putDispute()]);
    assert.deepEqual(await find(), aDispute());
    const lost: Partial<DisputeRow> = {
      status: "LOST",
      amount: 100,
      reason: "fraudulent",
      evidenceDueAt: null,
      decidedAt: NOW + 5,
      nextLookAt: null,
    };
    await store.commit([
      putDispute(lost),
      putDispute({ livemode: false }),
      putDispute({ merchantId: M2 }),
    ]);
    assert.deepEqual(await find(), aDispute(lost));
    const test = await store.disputes.find(M1, false, aDispute().reference);
    assert.deepEqual(test, aDispute({ livemode: false }));
    const stray = putDispute({ merchantId: uuid(9) });
    await assertRefused(store.commit([stray]), stray, /^Merchant of the dispute is not known: /);
  });

  promised(
    "disputes.due() and disputes.open() list what is open, the soonest first",
    async (store) => {
      await store.commit([
        ...[putMerchant, putOther],
        putDispute({ reference: "late", evidenceDueAt: NOW + 9, nextLookAt: NOW + 2 }),
        putDispute({ reference: "soon", evidenceDueAt: NOW + 5, nextLookAt: NOW + 3 }),
        putDispute({ reference: "none", evidenceDueAt: null, nextLookAt: NOW + 4 }),
        putDispute({ reference: "won", status: "WON", nextLookAt: null }),
        putDispute({ reference: "test", livemode: false, nextLookAt: NOW + 1 }),
        putDispute({ reference: "other", merchantId: M2, nextLookAt: NOW + 6 }),
      ]);
      const names = (found: readonly DisputeRow[]) => found.map(({ reference }) => reference);
      assert.deepEqual(names(await store.disputes.open(M1)), ["soon", "late", "none"]);
      assert.deepEqual(names(await store.disputes.open(uuid<typeof M1>(9))), []);
      const due = async (now: number, limit = 9, busy: readonly MerchantId[] = []) =>
        names(await store.disputes.due(now, limit, busy));
      assert.deepEqual(await due(NOW + 4), ["test", "late", "soon", "none"]);
      assert.deepEqual(await due(NOW + 9, 2), ["test", "late"]);
      assert.deepEqual(await due(NOW), []);
      assert.deepEqual(await due(NOW + 9, 9, [M1]), ["other"]);
      const many = Array.from(
        { length: 100 },
        (_, n) => putDispute({ reference: `many ${n}`, evidenceDueAt: NOW + 100 + n }),
      );
      await store.commit(many);
      const open = await store.disputes.open(M1);
      assert.deepEqual([open.length, open[99]?.reference], [100, "many 97"]);
    },
  );
}
