import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import {
  addSession,
  aSession,
  COMPLETED,
  OPEN,
  PENDING,
  putMerchant,
  putSession,
  sid,
  withPath,
} from "./support.ts";

const COUNTED = `SELECT session_state, payment_state, count FROM session_counts
  WHERE count > 0 ORDER BY 1, 2`;
const SCANNED = `SELECT session_state, payment_state, count(*) AS count FROM sessions
  GROUP BY 1, 2 ORDER BY 1, 2`;

const step = fc.record({
  n: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom("add", "open", "pending", "completed", "delete"),
});

Deno.test("session_counts agrees with the sessions, whatever was added, changed and deleted", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      (steps) =>
        withPath(async (path) => {
          const store = await openSqliteStore(path);
          await store.commit([putMerchant]);
          const states = { open: OPEN, pending: PENDING, completed: COMPLETED };
          for (const { n, what } of steps) {
            const version = (await store.sessions.find(sid(n)))?.version ?? 0;
            const change = what === "add"
              ? addSession(aSession(n))
              : what === "delete"
              ? { kind: "session.delete" as const, sessionId: sid(n), lastActiveBefore: Infinity }
              : putSession(aSession(n, { state: states[what], version: version + 1 }));
            // One that is there already, or not, is refused and must not count.
            await store.commit([change]).catch(() => {});
          }
          const db = new DatabaseSync(path);
          assert.deepEqual(db.prepare(COUNTED).all(), db.prepare(SCANNED).all());
          db.close();
          await store.close();
        }),
    ),
    { numRuns: 20 },
  ));
