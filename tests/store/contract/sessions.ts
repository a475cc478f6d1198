import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { State } from "../../../src/domain/session/lifecycle.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { aCustomer, aLine, anAddress, NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  ABANDONED,
  addSession,
  aSession,
  assertRefused,
  COMPLETED,
  M1,
  OPEN,
  PENDING,
  putMerchant,
  putSession,
  sid,
} from "../support.ts";

const CUSTOMER = { id: aCustomer().id, phone: aCustomer().phone };

/** Takes a session from its first version to a state. */
function moved(
  n: number,
  state: State,
  over: Partial<CheckoutSession> = {},
  options?: Parameters<typeof putSession>[1],
): Change {
  return putSession(aSession(n, { version: 2, state, ...over }), options);
}

function touch(n: number, at: number): Change {
  return { kind: "session.touch", sessionId: sid(n), at };
}

/** Contract of the port: checkout sessions. */
export function sessionContract(promised: Promised): void {
  single(promised);
  moving(promised);
}

function single(promised: Promised): void {
  promised("sessions.find() gives back what was added, and what is kept besides", async (store) => {
    const session = aSession(1);
    await store.commit([putMerchant, addSession(session)]);
    const stored = await store.sessions.find(session.id);
    assert.ok(stored !== null);
    assert.deepEqual(stored.load(), session);
    const { id, merchantId, version, state, lastActiveAt, expired } = stored;
    assert.deepEqual({ id, merchantId, version, state, lastActiveAt, expired }, {
      id: session.id,
      merchantId: M1,
      version: 1,
      state: OPEN,
      lastActiveAt: session.createdAt,
      expired: false,
    });
    assert.equal(await store.sessions.extra(session.id), `{"of":"${session.id}"}`);
  });

  promised("sessions.shown() gives a view back as it was stored last", async (store) => {
    const view = async () => (await store.sessions.shown(sid(1)))?.view;
    await store.commit([putMerchant, addSession(aSession(1), "é {")]);
    assert.equal(await view(), "é {");
    await store.commit([moved(1, PENDING, {}, { view: "second" })]);
    assert.equal(await view(), "second");
    await store.commit([moved(1, COMPLETED, { version: 3 })]);
    assert.equal(await view(), null);
  });

  promised("sessions.shown() and head() judge a session as find() does", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1), "view")]);
    const { view, ...shown } = { ...await store.sessions.shown(sid(1)) };
    assert.equal(view, "view");
    assert.deepEqual({ ...await store.sessions.head(sid(1)) }, shown);
    const { createdAt, placedAt, ...found } = { ...await store.sessions.find(sid(1)) };
    assert.deepEqual(shown, found);
    assert.deepEqual([createdAt, placedAt], [NOW + 1, null]);
  });

  promised(
    "session.put beside a noted use leaves the stored one, unless a column moves",
    async (store) => {
      const first = aSession(1);
      await store.commit([putMerchant, addSession(first, "view")]);
      const put = async (before: CheckoutSession, session: CheckoutSession, at: number) => {
        await store.commit([putSession(session, { view: `view ${at}`, at, before })]);
        const found = await store.sessions.find(session.id);
        assert.deepEqual(found?.load(), session);
        assert.equal((await store.sessions.shown(session.id))?.view, `view ${at}`);
        return found?.lastActiveAt;
      };
      const noted = aSession(1, { version: 2, note: "leave it at the door" });
      assert.equal(await put(first, noted, NOW + 100), NOW + 1);
      const moved = aSession(1, { version: 3, state: PENDING });
      assert.equal(await put(noted, moved, NOW + 200), NOW + 200);
      const late = putSession(noted, { before: first });
      await assertRefused(store.commit([late]), late, /is not at the expected version: 1$/);
    },
  );

  promised(
    "sessions.find() gives back a session of any length, whose view may not be kept",
    async (store) => {
      const lines = Array.from({ length: 500 }, () => aLine({ title: `Mug ${"é".repeat(100)}` }));
      const session = aSession(1, { lines, note: "n".repeat(60_000) });
      await store.commit([putMerchant, addSession(session, "v".repeat(100_000))]);
      assert.deepEqual((await store.sessions.find(session.id))?.load(), session);
      assert.equal((await store.sessions.shown(session.id))?.view, null);
      const short = aSession(1, { version: 2 });
      await store.commit([putSession(short)]);
      assert.deepEqual((await store.sessions.find(session.id))?.load(), short);
      await store.commit([putSession({ ...session, version: 3 })]);
      assert.deepEqual((await store.sessions.find(session.id))?.load(), { ...session, version: 3 });
    },
  );

  promised("sessions.find() and sessions.extra() are null for an unknown id", async (store) => {
    assert.equal(await store.sessions.find(sid(1)), null);
    assert.equal(await store.sessions.shown(sid(1)), null);
    assert.equal(await store.sessions.head(sid(1)), null);
    assert.equal(await store.sessions.extra(sid(1)), null);
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
  promised("session.put replaces the whole session, and counts as activity", async (store) => {
    const session = aSession(1);
    await store.commit([putMerchant, addSession(session)]);
    const changed: CheckoutSession = {
      ...session,
      version: 2,
      state: PENDING,
      lines: [...session.lines, ...session.lines],
      choices: {
        claims: [],
        codes: [{ couponId: uuid(20), enteredAt: NOW, previousCode: "OLD" }],
        address: anAddress(),
        shippingOption: "express",
        method: "COD",
        way: "MANUAL",
        coins: 7,
      },
      customer: CUSTOMER,
      otp: {
        challenge: { phone: "+15550100", salt: "s", hash: "h", expiresAt: NOW, triesLeft: 0 },
        sentAt: [NOW, NOW + 1],
      },
      payment: {
        id: uuid(80),
        method: "COD",
        amount: 100,
        currencyCode: "INR",
        status: "PENDING",
        reference: null,
        startedAt: NOW,
        dueAt: null,
        atProvider: null,
        holds: "held",
        late: null,
        failure: { kind: "DECLINED", text: "No" },
        fee: null,
      },
      amountPaid: 5,
    };
    await store.commit([putSession(changed, { at: NOW + 99 })]);
    const stored = await store.sessions.find(session.id);
    assert.deepEqual(stored?.load(), changed);
    assert.deepEqual(stored?.state, PENDING);
    assert.equal(stored?.version, 2);
    assert.equal(stored?.lastActiveAt, NOW + 99);
    assert.equal(await store.sessions.extra(session.id), `{"of":"${session.id}"}`);
    await store.commit([putSession({ ...changed, version: 3, payment: null }, { at: NOW + 50 })]);
    assert.equal((await store.sessions.find(session.id))?.lastActiveAt, NOW + 99);
  });

  promised("session.put is refused at another version or for an unknown id", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1)), moved(1, PENDING)]);
    for (const late of [moved(1, COMPLETED), moved(2, COMPLETED)]) {
      await assertRefused(store.commit([late]), late, /is not at the expected version: 1$/);
    }
    assert.deepEqual((await store.sessions.find(sid(1)))?.state, PENDING);
  });

  promised("session.put fails for a version that does not follow", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1))]);
    for (const version of [1, 3]) {
      const put = { ...putSession(aSession(1, { version })), expectedVersion: 1 };
      await assert.rejects(store.commit([put]), RangeError);
    }
    assert.equal((await store.sessions.find(sid(1)))?.version, 1);
  });

  promised("session.put says whether the session has expired, and takes it back", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1))]);
    await store.commit([moved(1, ABANDONED, {}, { expired: true })]);
    assert.equal((await store.sessions.find(sid(1)))?.expired, true);
    await store.commit([moved(1, COMPLETED, { version: 3 })]);
    assert.equal((await store.sessions.find(sid(1)))?.expired, false);
  });

  promised(
    "session.touch never moves back, and passes over a session that is gone",
    async (store) => {
      await store.commit([putMerchant, addSession(aSession(1))]);
      await store.commit([touch(2, NOW + 50), touch(1, NOW + 50)]);
      await store.commit([touch(1, NOW + 20)]);
      const stored = await store.sessions.find(sid(1));
      assert.equal(stored?.lastActiveAt, NOW + 50);
      assert.equal(stored?.version, 1);
    },
  );

  promised("session.touch of many in one commit takes the latest of each", async (store) => {
    const ids = [1, 2, 3];
    await store.commit([putMerchant, ...ids.map((n) => addSession(aSession(n)))]);
    await store.commit([touch(2, NOW + 60), touch(1, NOW + 50), touch(8, NOW + 70)]);
    await store.commit([touch(1, NOW + 40), touch(2, NOW + 90), touch(2, NOW + 80)]);
    const found = await Promise.all(ids.map((n) => store.sessions.find(sid(n))));
    assert.deepEqual(found.map((one) => one?.lastActiveAt), [NOW + 50, NOW + 90, NOW + 3]);
  });

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
    assert.equal(await store.sessions.find(sid(1)), null);
    assert.equal(await store.sessions.extra(sid(1)), null);
    await assertRefused(store.commit([due]), due, /^Session has been active since/);
  });
}
