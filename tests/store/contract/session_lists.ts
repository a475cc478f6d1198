import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_SESSION_FILTER, type SessionFilter } from "../../../src/domain/filters.ts";
import type { State } from "../../../src/domain/session/lifecycle.ts";
import type { Payment } from "../../../src/domain/session/payment.ts";
import { NO_RECOVERY } from "../../../src/domain/session/recovery.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { StoredSession } from "../../../src/domain/session/stored.ts";
import { CommitRefused } from "../../../src/store/store.ts";
import { aCustomer, aPayment, NOW } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  ABANDONED,
  addSession,
  aSession,
  COMPLETED,
  M1,
  M2,
  PENDING,
  putMerchant,
  putOther,
  putSession,
  sid,
} from "../support.ts";

const CUSTOMER = { id: aCustomer().id, phone: aCustomer().phone };

/** Takes a session from its first version to a state. */
function moved(n: number, state: State, over: Partial<CheckoutSession> = {}): Change {
  return putSession(aSession(n, { version: 2, state, ...over }));
}

function touch(n: number, at: number): Change {
  return { kind: "session.touch", sessionId: sid(n), at };
}

function idsOf(sessions: readonly StoredSession[]) {
  return sessions.map(({ id }) => id);
}

/** Contract of the port: finding sessions. */
export function sessionListContract(promised: Promised): void {
  /** Five sessions of two shops, added in another order than opened. */
  const five: Change[] = [
    putMerchant,
    putOther,
    addSession(aSession(3)),
    addSession(aSession(1)),
    addSession(aSession(5, { merchantId: M2 })),
    addSession(aSession(2, { merchantId: M2 })),
    addSession(aSession(4)),
    moved(3, COMPLETED),
    moved(2, ABANDONED, { merchantId: M2 }),
    moved(4, PENDING),
  ];

  promised("sessions.list() lists newest first, by shop, states and limit", async (store) => {
    await store.commit(five);
    const ids = async ({ limit, ...over }: Partial<SessionFilter> & { limit: number }) =>
      idsOf((await store.sessions.list({ ...NO_SESSION_FILTER, ...over }, { limit })).rows);
    assert.deepEqual(await ids({ limit: 9 }), [5, 4, 3, 2, 1].map(sid));
    assert.deepEqual(await ids({ limit: 2 }), [5, 4].map(sid));
    assert.deepEqual(await ids({ limit: 9, merchantId: M1 }), [4, 3, 1].map(sid));
    assert.deepEqual(await ids({ limit: 2, merchantId: M1 }), [4, 3].map(sid));
    assert.deepEqual(await ids({ limit: 9, state: "INITIATED" }), [5, 1].map(sid));
    assert.deepEqual(await ids({ limit: 1, state: "INITIATED", merchantId: M1 }), [sid(1)]);
    assert.deepEqual(await ids({ limit: 9, payment: "PENDING" }), [sid(4)]);
    assert.deepEqual(await ids({ limit: 1, payment: "DRAFT" }), [sid(5)]);
    assert.deepEqual(await ids({ limit: 9, payment: "PENDING", state: "COMPLETED" }), []);
    assert.deepEqual(await ids({ limit: 9, payment: "PAID", merchantId: M1 }), [sid(3)]);
    const [newest] = (await store.sessions.list(NO_SESSION_FILTER, { limit: 1 })).rows;
    assert.deepEqual(newest?.load(), aSession(5, { merchantId: M2 }));
  });

  promised("sessions.list() lists those of a verified phone number", async (store) => {
    const known = { customer: CUSTOMER };
    await store.commit([
      ...five,
      moved(1, PENDING, known),
      moved(5, PENDING, { ...known, merchantId: M2 }),
      addSession(aSession(6, known)),
    ]);
    const ids = async ({ limit = 9, ...over }: Partial<SessionFilter> & { limit?: number }) => {
      const filter = { ...NO_SESSION_FILTER, phone: CUSTOMER.phone, ...over };
      return idsOf((await store.sessions.list(filter, { limit })).rows);
    };
    assert.deepEqual(await ids({}), [6, 5, 1].map(sid));
    assert.deepEqual(await ids({ limit: 2 }), [6, 5].map(sid));
    assert.deepEqual(await ids({ merchantId: M2 }), [sid(5)]);
    assert.deepEqual(await ids({ state: "IN_PROGRESS", merchantId: M1 }), [sid(1)]);
    assert.deepEqual(await ids({ payment: "DRAFT" }), [sid(6)]);
    assert.deepEqual(await ids({ phone: "+15550100" }), []);
  });

  promised("sessions.counts(null) counts by shop and both states", async (store) => {
    await store.commit([...five, addSession(aSession(6))]);
    const other = [
      { merchantId: M2, session: "ABANDONED", payment: "DRAFT", count: 1 },
      { merchantId: M2, session: "INITIATED", payment: "DRAFT", count: 1 },
    ];
    const own = [
      { merchantId: M1, session: "COMPLETED", payment: "PAID", count: 1 },
      { merchantId: M1, session: "INITIATED", payment: "DRAFT", count: 2 },
      { merchantId: M1, session: "IN_PROGRESS", payment: "PENDING", count: 1 },
    ];
    assert.deepEqual(new Set(await store.sessions.counts(M2)), new Set(other));
    assert.deepEqual(new Set(await store.sessions.counts(null)), new Set([...own, ...other]));
  });

  /** Manual payments are overdue at `dueAt`, others at their start. */
  const paying = (n: number, over: Partial<Payment>, version = 2) =>
    putSession(aSession(n, { version, state: PENDING, payment: aPayment(over) }));

  promised("sessions.idle() gives open ones up to a moment, longest idle first", async (store) => {
    await store.commit([...five, touch(1, NOW + 10)]);
    const idle = async (lastActiveUntil: number, limit: number) =>
      idsOf(await store.sessions.idle({ lastActiveUntil, dueUntil: NOW }, limit));
    assert.deepEqual(await idle(NOW + 10, 9), [4, 5, 1].map(sid));
    assert.deepEqual(await idle(NOW + 9, 9), [4, 5].map(sid));
    assert.deepEqual(await idle(NOW + 10, 1), [sid(4)]);
    assert.deepEqual(await idle(NOW + 3, 9), []);
  });

  promised("sessions.idle() leaves out those that await a manual payment", async (store) => {
    await store.commit([
      putMerchant,
      ...[1, 2, 3].map((n) => addSession(aSession(n))),
      paying(1, { dueAt: NOW + 5 }),
      paying(2, { dueAt: NOW + 5, holds: "released" }),
    ]);
    const idle = async (dueUntil: number) =>
      idsOf(await store.sessions.idle({ lastActiveUntil: NOW + 99, dueUntil }, 9));
    assert.deepEqual(new Set(await idle(NOW + 4)), new Set([2, 3].map(sid)));
    assert.deepEqual(new Set(await idle(NOW + 5)), new Set([1, 2, 3].map(sid)));
  });

  promised(
    "sessions.overdue() gives those that hold, by start or due time, longest first",
    async (store) => {
      await store.commit([
        putMerchant,
        ...[1, 2, 3, 4, 5, 6].map((n) => addSession(aSession(n))),
        paying(1, { startedAt: NOW + 2 }),
        paying(2, { startedAt: NOW + 1 }),
        paying(3, { startedAt: NOW, holds: "released" }),
        paying(4, { startedAt: NOW, status: "PAID", holds: "held" }),
        // Long begun, and due later; only the due time counts.
        paying(5, { startedAt: NOW - 99, dueAt: NOW + 3 }),
        paying(6, { startedAt: NOW - 99, dueAt: NOW, holds: "released" }),
      ]);
      const overdue = async (startedUntil: number, dueUntil: number, limit = 9) =>
        idsOf(await store.sessions.overdue({ startedUntil, dueUntil }, limit));
      assert.deepEqual(await overdue(NOW + 2, NOW), [2, 1].map(sid));
      assert.deepEqual(await overdue(NOW + 2, NOW, 1), [sid(2)]);
      assert.deepEqual(await overdue(NOW + 1, NOW), [sid(2)]);
      assert.deepEqual(await overdue(NOW, NOW + 2), []);
      assert.deepEqual(await overdue(NOW, NOW + 3), [sid(5)]);
      assert.deepEqual(await overdue(NOW + 2, NOW + 3), [2, 1, 5].map(sid));
      assert.deepEqual(await overdue(NOW + 2, NOW + 3, 2), [2, 1].map(sid));
      await store.commit([touch(1, NOW + 99), paying(2, { holds: "released" }, 3)]);
      assert.deepEqual(await overdue(NOW + 2, NOW), [sid(1)]);
    },
  );

  promised("a session that awaits a manual payment is not deleted", async (store) => {
    await store.commit([
      putMerchant,
      addSession(aSession(1)),
      paying(1, { dueAt: NOW + 5 }),
    ]);
    const deletion = {
      kind: "session.delete" as const,
      sessionId: sid(1),
      lastActiveBefore: NOW + 99,
    };
    assert.deepEqual(await store.sessions.old(NOW + 99, 9), []);
    await assert.rejects(store.commit([deletion]), CommitRefused);
    await store.commit([paying(1, { dueAt: NOW + 5, holds: "released" }, 3)]);
    assert.deepEqual(await store.sessions.old(NOW + 99, 9), [sid(1)]);
    await store.commit([deletion]);
  });

  promised("session.delete with withShop deletes one that awaits a payment", async (store) => {
    await store.commit([
      putMerchant,
      addSession(aSession(1)),
      paying(1, { dueAt: NOW + 5 }),
    ]);
    const lastActiveBefore = NOW + 99;
    await store.commit([
      { kind: "session.delete", sessionId: sid(1), lastActiveBefore, withShop: M1 },
    ]);
    assert.equal(await store.sessions.find(sid(1)), null);
  });

  promised("sessions.old() gives those of any state from before a moment", async (store) => {
    await store.commit([...five, touch(1, NOW + 10)]);
    assert.deepEqual(new Set(await store.sessions.old(NOW + 5, 9)), new Set([2, 4].map(sid)));
    assert.deepEqual(await store.sessions.old(NOW + 11, 1), [sid(2)]);
  });

  promised(
    "sessions.awaitingIdle() finds a shop's reachable, open sessions by page",
    async (store) => {
      const known = { buyer: { name: null, email: "asha@example.com" } };
      const idleAt = { recovery: { ...NO_RECOVERY, idleAt: NOW } };
      await store.commit([
        putMerchant,
        putOther,
        addSession(aSession(1, known)),
        addSession(aSession(2, known)),
        addSession(aSession(3, known)),
        addSession(aSession(4)),
        addSession(aSession(5, { ...known, merchantId: M2 })),
        addSession(aSession(6, { ...known, ...idleAt })),
        addSession(aSession(7, known)),
        moved(7, PENDING, { ...known, payment: aPayment() }),
        addSession(aSession(8, known)),
        moved(8, ABANDONED, known),
        touch(1, NOW + 3),
      ]);
      const ids = async (until: number, after: number | null = null, limit = 9) =>
        idsOf(
          await store.sessions.awaitingIdle(M1, NOW + until, {
            after: after === null ? null : { id: sid(after), lastActiveAt: NOW + 3 },
            limit,
          }),
        );
      assert.deepEqual(await store.sessions.shopsAwaitingIdle(), [M1, M2]);
      assert.deepEqual(await ids(3), [2, 1, 3].map(sid));
      assert.deepEqual(await ids(2), [sid(2)]);
      assert.deepEqual(await ids(3, null, 2), [2, 1].map(sid));
      assert.deepEqual(await ids(3, 1), [sid(3)]);
      // Reported meanwhile.
      await store.commit([putSession(aSession(2, { ...known, ...idleAt, version: 2 }))]);
      assert.deepEqual(await ids(3), [1, 3].map(sid));
    },
  );
}
