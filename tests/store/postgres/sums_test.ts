/** Sums of earlier sessions are made while servers change them. */
import assert from "node:assert/strict";
import { lacksPostgres } from "../../support/postgres.ts";
import { NOW } from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import { aRefund } from "../contract/refunds.ts";
import {
  ABANDONED,
  addSession,
  aSession,
  COMPLETED,
  M1,
  PENDING,
  putMerchant,
  putSession,
} from "../support.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

const SESSIONS = 120;

Deno.test({
  name: "postgres: each change counts exactly once while two programs sum and others write",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const { store, sql } = database;
    await store.commit([putMerchant, { kind: "session.sum", after: "~", last: "" }]);
    const numbers = Array.from({ length: SESSIONS }, (_, n) => n);
    await store.commit(numbers.map((n) => addSession(aSession(n))));
    const others = [await database.open(), await database.open()];
    const sum = async (of: typeof store) => {
      for (;;) {
        const slice = await of.statistics.unsummed(7);
        if (slice === null) return;
        // The other one was faster.
        await of.commit([{ kind: "session.sum", ...slice }]).catch(() => {});
      }
    };
    const change = async (n: number) => {
      const of = others[n % 2]!;
      await of.commit([putSession(aSession(n, { version: 2, state: PENDING }))]);
      await of.commit([addSession(aSession(n + SESSIONS))]);
      await of.commit([putSession(aSession(n, { version: 3, state: ABANDONED }))]);
    };
    await Promise.all([store, ...others].map(sum).concat(numbers.map(change)));
    const { findings } = await database.check();
    assert.deepEqual(findings.filter((one) => one.check === "session-sum"), []);
    assert.equal(
      await sql(`SELECT sum(count) FROM (SELECT count FROM session_sums
        UNION ALL SELECT count FROM session_sum_deltas) AS s`),
      String(2 * SESSIONS),
    );
    for (const other of others) await other.close();
  },
});

Deno.test({
  name: "postgres: refunds by one program and cancellations by another leave exact sums",
  ignore: isMissing,
  fn: async () => {
    await using database = await server!.database();
    const { store } = database;
    const other = await database.open();
    const cancellation = {
      at: NOW,
      reason: null,
      coinsReturned: 0,
      coinsTakenBack: 0,
      coinsOwed: 0,
    };
    const order = (n: number) =>
      aSession(n, { state: COMPLETED, order: aPlacedOrder({ number: orderNumber(n) }) });
    const orders = Array.from({ length: SESSIONS / 2 }, (_, n) => order(n));
    await store.commit([putMerchant, ...orders.map((one) => addSession(one))]);
    // Either may come first.
    const races = orders.flatMap((session, n) => {
      const refund = aRefund(n, { sessionId: session.id });
      const cancelled = { ...session, version: 2, order: { ...session.order!, cancellation } };
      return [
        store.commit([{ kind: "refund.add", refund }]),
        other.commit(n % 3 === 0 ? [] : [putSession(cancelled)]),
      ];
    });
    await Promise.all(races);
    const [money] = await store.statistics.money({ merchantId: M1, bounds: [0, 2 * NOW] });
    assert.deepEqual([money?.refunds, money?.refunded], [
      SESSIONS / 6,
      100n * BigInt(SESSIONS / 6),
    ]);
    const { findings } = await database.check();
    assert.deepEqual(findings.filter((one) => one.check === "money-sum"), []);
    await other.close();
  },
});
