import { deepEqual, equal } from "node:assert/strict";
import {
  advance,
  canExpire,
  INITIAL_STATE,
  PAYMENT_STATES,
  SESSION_STATES,
  type SessionState,
  type Transition,
  TRANSITIONS,
} from "../../src/domain/lifecycle.ts";

/** One row per cell of the table: what a transition makes of a session state. */
const CELLS: readonly (readonly [Transition, SessionState, SessionState | null])[] = [
  ["expire", "INITIATED", "ABANDONED"],
  ["expire", "IN_PROGRESS", "ABANDONED"],
  ["expire", "COMPLETED", null],
  ["expire", "ABANDONED", null],
];

for (const [transition, from, to] of CELLS) {
  Deno.test(`advance() makes ${to ?? "nothing"} of ${from} by ${transition}`, () => {
    for (const payment of PAYMENT_STATES) {
      const expected = to === null ? null : { session: to, payment };
      deepEqual(advance({ session: from, payment }, transition), expected);
    }
  });
}

Deno.test("advance() has a test for every cell", () => {
  const cells = CELLS.map(([transition, from]) => `${transition} ${from}`);
  const all = TRANSITIONS.flatMap((one) => SESSION_STATES.map((state) => `${one} ${state}`));
  deepEqual(cells.sort(), all.sort());
});

Deno.test("canExpire() holds for open sessions only, whatever the payment", () => {
  for (const payment of PAYMENT_STATES) {
    const open = SESSION_STATES.filter((session) => canExpire({ session, payment }));
    deepEqual(open, ["INITIATED", "IN_PROGRESS"]);
  }
});

Deno.test("INITIAL_STATE is INITIATED and DRAFT", () => {
  equal(INITIAL_STATE.session, "INITIATED");
  equal(INITIAL_STATE.payment, "DRAFT");
});
