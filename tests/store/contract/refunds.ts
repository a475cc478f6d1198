import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_REFUND_FILTER } from "../../../src/domain/filters.ts";
import type { DisputeRow, RefundRow, RefundState } from "../../../src/domain/session/refund.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  aSession,
  assertRefused,
  M1,
  M2,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";

/** The `n`th refund of the first session's payment, to be made at a provider. */
export function aRefund(n = 1, over: Partial<RefundRow> = {}): RefundRow {
  return {
    id: uuid(500 + n),
    merchantId: M1,
    livemode: true,
    sessionId: sid(1),
    paymentId: uuid(800),
    unexpectedId: null,
    accountId: uuid(60),
    charge: "pi_1",
    amount: 100,
    currencyCode: "INR",
    reference: null,
    state: "REQUESTED",
    origin: "OURS",
    at: NOW + n,
    settledAt: null,
    nextTryAt: NOW + n,
    tries: 0,
    personId: null,
    ...over,
  };
}

/** An open dispute of the first session's payment. */
export function aDispute(over: Partial<DisputeRow> = {}): DisputeRow {
  return {
    merchantId: M1,
    livemode: true,
    reference: "dp_1/é",
    sessionId: sid(1),
    paymentId: uuid(800),
    unexpectedId: null,
    accountId: uuid(60),
    amount: 34900,
    currencyCode: "INR",
    reason: "product_not_received",
    status: "OPEN",
    evidenceDueAt: NOW + 1000,
    at: NOW,
    decidedAt: null,
    nextLookAt: NOW + 10,
    ...over,
  };
}

/** Adds {@link aRefund}. */
export function addRefund(n = 1, over: Partial<RefundRow> = {}): Change {
  return { kind: "refund.add", refund: aRefund(n, over) };
}

/** Puts {@link aDispute}. */
export function putDispute(over: Partial<DisputeRow> = {}): Change {
  return { kind: "dispute.put", dispute: aDispute(over) };
}

type Moved = Extract<Change, { readonly kind: "refund.move" }>;

/** Moves {@link aRefund} on. */
export function moveRefund(from: RefundState, over: Partial<Moved["refund"]>, n = 1): Change {
  const { id, sessionId, state, reference, settledAt, nextTryAt, tries } = aRefund(n);
  const refund = { id, sessionId, state, reference, settledAt, nextTryAt, tries, ...over };
  return { kind: "refund.move", refund, from };
}

function tryAt(nextTryAt: number, tries: number, n = 1): Change {
  const { id, sessionId } = aRefund(n);
  return { kind: "refund.try", refund: { id, sessionId, tries, nextTryAt } };
}

const remove = (sessionId = sid(1)): Change => ({
  kind: "session.delete",
  sessionId,
  lastActiveBefore: Number.MAX_SAFE_INTEGER,
});

/** Contract of the port: changes of refunds. */
export function refundContract(promised: Promised): void {
  promised("refund.add is refused for a known id, a known reference and no shop", async (store) => {
    const first = aRefund(1, { reference: "re_1/é" });
    await store.commit([putMerchant, putOther, { kind: "refund.add", refund: first }]);
    assert.deepEqual(await store.refunds.find(first.id), first);
    assert.equal(await store.refunds.find(uuid(599)), null);
    const known = addRefund(1);
    await assertRefused(store.commit([known]), known, /^Refund id is taken: /);
    const again = addRefund(2, { reference: "re_1/é" });
    await assertRefused(
      store.commit([again]),
      again,
      /^The shop has a refund with this reference: re_1\/é$/,
    );
    const stray = addRefund(2, { merchantId: uuid(9) });
    await assertRefused(store.commit([stray]), stray, /^Merchant of the refund is not known: /);
    // Others may have it, references are compared as they were sent, and none is no reference.
    const others: Partial<RefundRow>[] = [
      { reference: "re_1/é", merchantId: M2 },
      { reference: "re_1/é", livemode: false },
      { reference: "RE_1/é" },
      { reference: null, paymentId: null, accountId: null, charge: null, nextTryAt: null },
      { reference: null, state: "DONE", origin: "PROVIDER", settledAt: NOW, amount: 0 },
    ];
    for (const [n, over] of others.entries()) {
      await store.commit([addRefund(10 + n, over)]);
      assert.deepEqual(await store.refunds.find(uuid(510 + n)), aRefund(10 + n, over));
    }
  });

  promised("refund.move goes on from the state that it names, and from no other", async (store) => {
    await store.commit([putMerchant, addRefund(1), addRefund(2, { reference: "re_2" })]);
    const pending = { state: "PENDING", reference: "re_1", nextTryAt: NOW + 60, tries: 1 } as const;
    await store.commit([moveRefund("REQUESTED", pending)]);
    assert.deepEqual(await store.refunds.find(uuid(501)), aRefund(1, pending));
    const stray = [
      moveRefund("REQUESTED", { state: "DONE" }),
      moveRefund("PENDING", { state: "DONE", sessionId: sid(2) }),
      moveRefund("REQUESTED", { state: "DONE" }, 3),
    ];
    for (const change of stray) {
      await assertRefused(store.commit([change]), change, /^Refund is not \w+, or is not known: /);
    }
    const taken = moveRefund("PENDING", { state: "DONE", reference: "re_2" });
    await assertRefused(store.commit([taken]), taken, /^The shop has a refund with .+: re_2$/);
    const done = { ...pending, state: "DONE", settledAt: NOW + 70, nextTryAt: null } as const;
    await store.commit([moveRefund("PENDING", done)]);
    assert.deepEqual(await store.refunds.find(uuid(501)), aRefund(1, done));
    // A provider may take back what it has said.
    await store.commit([moveRefund("DONE", { ...done, state: "FAILED" })]);
    assert.equal((await store.refunds.find(uuid(501)))?.state, "FAILED");
  });

  promised("refund.try is refused if it was tried since, or is settled", async (store) => {
    await store.commit([putMerchant, addRefund(1)]);
    await store.commit([tryAt(NOW + 50, 1)]);
    assert.deepEqual(
      await store.refunds.find(uuid(501)),
      aRefund(1, { nextTryAt: NOW + 50, tries: 1 }),
    );
    const refused = async (change: Change) =>
      await assertRefused(store.commit([change]), change, /^Refund was tried since, is settled, /);
    await refused(tryAt(NOW + 99, 1));
    await refused(tryAt(NOW + 99, 3));
    await refused(tryAt(NOW + 99, 1, 2));
    await store.commit([tryAt(NOW + 90, 2)]);
    await store.commit([moveRefund("REQUESTED", { state: "DONE", nextTryAt: null, tries: 3 })]);
    await refused(tryAt(NOW + 99, 4));
  });

  promised(
    "session.delete takes refunds and disputes of a test along, not those of other payments",
    async (store) => {
      const test = { livemode: false };
      await store.commit([
        putMerchant,
        addSession(aSession(1, test)),
        addSession(aSession(2)),
        addRefund(1, test),
        addRefund(2, { ...test, sessionId: sid(2) }),
        addRefund(3, { ...test, unexpectedId: uuid(850) }),
        putDispute(test),
        putDispute({ ...test, reference: "dp_2", sessionId: sid(2) }),
      ]);
      await store.commit([remove()]);
      const left = (await store.refunds.list(NO_REFUND_FILTER, { limit: 9 })).rows;
      assert.deepEqual(left.map(({ id }) => id), [uuid(503), uuid(502)]);
      assert.equal(await store.disputes.find(M1, false, aDispute().reference), null);
      assert.notEqual(await store.disputes.find(M1, false, "dp_2"), null);
    },
  );

  promised("merchant.clear deletes a shop's refunds and disputes in pieces", async (store) => {
    await store.commit([
      ...[putMerchant, putOther],
      ...[1, 2, 3].map((n) => addRefund(n)),
      addRefund(4, { merchantId: M2 }),
      ...["dp_1", "dp_2"].map((reference) => putDispute({ reference })),
      putDispute({ merchantId: M2 }),
    ]);
    const clear: Change = { kind: "merchant.clear", merchantId: M1, part: "payments", limit: 1 };
    const removeShop: Change = { kind: "merchant.remove", merchantId: M1 };
    await assertRefused(store.commit([removeShop]), removeShop, /^Merchant has data: /);
    const left: number[] = [];
    for (;;) {
      const { payments } = await store.merchants.data(M1);
      left.push(payments);
      if (payments === 0) break;
      await store.commit([clear]);
    }
    assert.deepEqual(left, [5, 3, 1, 0]);
    assert.equal((await store.merchants.data(M2)).payments, 2);
    await store.commit([removeShop]);
  });
}
