import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { State } from "../../../src/domain/lifecycle.ts";
import type { StoredSession } from "../../../src/store/store.ts";
import { NOW } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  ABANDONED,
  addSession,
  aSession,
  assertRefused,
  M1,
  M2,
  OPEN,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";

const IN_PROGRESS: State = { session: "IN_PROGRESS", payment: "PENDING" };
const COMPLETED: State = { session: "COMPLETED", payment: "PAID" };

function advance(n: number, expectedVersion: number, state: State, at = NOW): Change {
  return { kind: "session.advance", sessionId: sid(n), expectedVersion, state, at };
}

function touch(n: number, at: number): Change {
  return { kind: "session.touch", sessionId: sid(n), at };
}

function idsOf(sessions: readonly StoredSession[]) {
  return sessions.map(({ id }) => id);
}

/** What the port promises about checkout sessions. */
export function sessionContract(promised: Promised): void {
  single(promised);
  moving(promised);
  searching(promised);
}

function single(promised: Promised): void {
  promised("session() gives back what was added, and the request as received", async (store) => {
    const session = aSession(1);
    await store.commit([putMerchant, addSession(session)]);
    const stored = await store.session(session.id);
    assert.ok(stored !== null);
    assert.deepEqual(stored.load(), session);
    const { id, merchantId, version, state, lastActiveAt } = stored;
    assert.deepEqual({ id, merchantId, version, state, lastActiveAt }, {
      id: session.id,
      merchantId: M1,
      version: 1,
      state: OPEN,
      lastActiveAt: session.createdAt,
    });
    assert.equal(await store.receivedRequest(session.id), `request of ${session.id}`);
  });

  promised("session() and receivedRequest() are null for an unknown id", async (store) => {
    assert.equal(await store.session(sid(1)), null);
    assert.equal(await store.receivedRequest(sid(1)), null);
  });

  promised(
    "session.add is refused for an id that is there or a shop that is not",
    async (store) => {
      const add = addSession(aSession(1));
      await assertRefused(store.commit([add]), add, /^Merchant of the session is not known: /);
      await store.commit([putMerchant, add]);
      await assertRefused(store.commit([add]), add, /^Session id is taken: /);
    },
  );
}

function moving(promised: Promised): void {
  promised("session.advance moves the state and the version, not the activity", async (store) => {
    const session = aSession(1);
    await store.commit([putMerchant, addSession(session)]);
    await store.commit([advance(1, 1, IN_PROGRESS, NOW + 99)]);
    const stored = await store.session(session.id);
    assert.equal(stored?.version, 2);
    assert.deepEqual(stored?.state, IN_PROGRESS);
    assert.equal(stored?.lastActiveAt, session.createdAt);
    assert.deepEqual(stored?.load(), { ...session, version: 2, state: IN_PROGRESS });
  });

  promised("session.advance is refused at another version", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1)), advance(1, 1, IN_PROGRESS)]);
    for (const late of [advance(1, 1, COMPLETED), advance(2, 1, COMPLETED)]) {
      await assertRefused(store.commit([late]), late, /is not at the expected version: 1$/);
    }
    assert.deepEqual((await store.session(sid(1)))?.state, IN_PROGRESS);
  });

  promised(
    "session.touch never moves back, and passes over a session that is gone",
    async (store) => {
      await store.commit([putMerchant, addSession(aSession(1))]);
      await store.commit([touch(2, NOW + 50), touch(1, NOW + 50)]);
      await store.commit([touch(1, NOW + 20)]);
      const stored = await store.session(sid(1));
      assert.equal(stored?.lastActiveAt, NOW + 50);
      assert.equal(stored?.version, 1);
    },
  );

  promised("session.delete is refused for one active since, and happens once", async (store) => {
    const remove = (lastActiveBefore: number): Change => ({
      kind: "session.delete",
      sessionId: sid(1),
      lastActiveBefore,
    });
    await store.commit([putMerchant, addSession(aSession(1)), touch(1, NOW + 50)]);
    const early = remove(NOW + 50);
    await assertRefused(store.commit([early]), early, /^Session has been active since/);
    const due = remove(NOW + 51);
    await store.commit([due]);
    assert.equal(await store.session(sid(1)), null);
    assert.equal(await store.receivedRequest(sid(1)), null);
    await assertRefused(store.commit([due]), due, /^Session has been active since/);
  });
}

function searching(promised: Promised): void {
  /** Five sessions of two shops, added in another order than opened. */
  const five: Change[] = [
    putMerchant,
    putOther,
    addSession(aSession(3)),
    addSession(aSession(1)),
    addSession(aSession(5, { merchantId: M2 })),
    addSession(aSession(2, { merchantId: M2 })),
    addSession(aSession(4)),
    advance(3, 1, COMPLETED),
    advance(2, 1, ABANDONED),
    advance(4, 1, IN_PROGRESS),
  ];

  promised("sessions() lists newest first, by shop, state and limit", async (store) => {
    await store.commit(five);
    const ids = async (filter: Parameters<typeof store.sessions>[0]) =>
      idsOf(await store.sessions(filter));
    assert.deepEqual(await ids({ limit: 9 }), [5, 4, 3, 2, 1].map(sid));
    assert.deepEqual(await ids({ limit: 2 }), [5, 4].map(sid));
    assert.deepEqual(await ids({ limit: 9, merchantId: M1 }), [4, 3, 1].map(sid));
    assert.deepEqual(await ids({ limit: 2, merchantId: M1 }), [4, 3].map(sid));
    assert.deepEqual(await ids({ limit: 9, state: "INITIATED" }), [5, 1].map(sid));
    assert.deepEqual(await ids({ limit: 1, state: "INITIATED", merchantId: M1 }), [sid(1)]);
    const [newest] = await store.sessions({ limit: 1 });
    assert.deepEqual(newest?.load(), aSession(5, { merchantId: M2 }));
  });

  promised("sessionCounts() counts by shop and both states", async (store) => {
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
    assert.deepEqual(new Set(await store.sessionCounts(M2)), new Set(other));
    assert.deepEqual(new Set(await store.sessionCounts()), new Set([...own, ...other]));
  });

  promised("idleSessions() gives open ones up to a moment, longest idle first", async (store) => {
    await store.commit([...five, touch(1, NOW + 10)]);
    assert.deepEqual(idsOf(await store.idleSessions(NOW + 10, 9)), [4, 5, 1].map(sid));
    assert.deepEqual(idsOf(await store.idleSessions(NOW + 9, 9)), [4, 5].map(sid));
    assert.deepEqual(idsOf(await store.idleSessions(NOW + 10, 1)), [sid(4)]);
    assert.deepEqual(idsOf(await store.idleSessions(NOW + 3, 9)), []);
  });

  promised("oldSessions() gives those of any state from before a moment", async (store) => {
    await store.commit([...five, touch(1, NOW + 10)]);
    assert.deepEqual(new Set(await store.oldSessions(NOW + 5, 9)), new Set([2, 3, 4].map(sid)));
    assert.deepEqual(await store.oldSessions(NOW + 11, 2), [2, 3].map(sid));
  });
}
