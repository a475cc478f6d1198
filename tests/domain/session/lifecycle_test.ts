import { deepEqual, equal } from "node:assert/strict";
import {
  advance,
  ALL_STATES,
  canExpire,
  type Cell,
  cellOf,
  INITIAL_STATE,
  PAYMENT_STATES,
  SESSION_STATES,
  STEPS,
} from "../../../src/domain/session/lifecycle.ts";

/**
 * The state after every step in every state; a dot where the step is refused.
 *
 * First letter: i INITIATED, g IN_PROGRESS (going on), c COMPLETED, a ABANDONED.
 * Second: D DRAFT, W PENDING (waiting), P PAID, F FAILED.
 */
const EXPECTED = `
                        iD iW iP iF   gD gW gP gF   cD cW cP cF   aD aW aP aF
  items.replace         gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  coupons.apply         gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  coupons.remove        gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  gifts.claim           gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  address.set           gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  buyer.set             gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  shipping_option.choose gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  otp.send              gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  otp.verify            gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  coins.redeem          gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  payment_method.choose gD .  .  .    gD .  .  gF   .  .  .  .    .  .  .  .
  payment.start         gW .  .  .    gW .  .  gW   .  .  .  .    .  .  .  .
  payment.release       .  .  .  .    .  gW .  .    .  .  .  .    .  .  .  .
  payment.replace       .  .  .  .    .  gF .  .    .  .  .  .    .  .  .  .
  payment.cancel        .  .  .  .    .  gF .  .    .  .  .  .    .  aF .  .
  payment.paid          .  .  .  .    .  cP .  .    .  .  .  .    .  cP .  .
  payment.failed        .  .  .  .    .  gF .  .    .  .  .  .    .  aF .  .
  order.place           cD .  .  .    cD .  cP cD   .  .  .  .    .  .  .  .
  order.collect         .  .  .  .    .  .  .  .    cD .  cP .    .  .  .  .
  order.cancel          .  .  .  .    .  .  .  .    cD .  cP .    .  .  .  .
  order.refund          .  .  .  .    .  .  .  .    cD .  cP .    .  .  .  .
  refund.settle         .  .  .  .    .  .  .  .    cD .  cP .    .  .  .  .
  session.abandon       aD .  .  .    aD aW .  aF   .  .  .  .    .  .  .  .
  session.expire        aD .  .  .    aD aW cP aF   .  .  .  .    .  .  .  .
`;

const SESSION_LETTERS = { i: "INITIATED", g: "IN_PROGRESS", c: "COMPLETED", a: "ABANDONED" };
const PAYMENT_LETTERS = { D: "DRAFT", W: "PENDING", P: "PAID", F: "FAILED" };

/** The words of each row; the first row is that of the states. */
const [HEADER = [], ...ROWS] = EXPECTED.trim().split("\n").map((row) => row.trim().split(/\s+/));

/** `gD` is IN_PROGRESS/DRAFT; a dot is null. */
function cell(letters: string): string | null {
  if (letters === ".") return null;
  const [session, payment] = letters;
  const where = Object.entries(SESSION_LETTERS).find(([letter]) => letter === session)?.[1];
  return `${where}/${Object.entries(PAYMENT_LETTERS).find(([letter]) => letter === payment)?.[1]}`;
}

for (const [name, ...results] of ROWS) {
  const expected = Object.fromEntries(HEADER.map((from, i) => [cell(from), cell(results[i]!)]));
  const step = STEPS.find((one) => one === name);
  Deno.test(`advance() by ${name} makes of the 16 states what the table says`, () => {
    const actual = ALL_STATES.map((state) => {
      const next = step === undefined ? undefined : advance(state, step);
      return [cellOf(state), next ? cellOf(next) : next];
    });
    deepEqual(Object.fromEntries(actual), expected);
  });
}

Deno.test("the expected table has every step once and every state once", () => {
  deepEqual(ROWS.map(([step]) => step), [...STEPS]);
  equal(new Set(HEADER).size, 16);
  deepEqual(ROWS.map((row) => row.length), STEPS.map(() => 17));
  deepEqual(HEADER.map(cell), ALL_STATES.map(cellOf));
});

Deno.test("ALL_STATES are the 4 x 4 pairs, session before payment", () => {
  const pairs = SESSION_STATES.flatMap((one) => PAYMENT_STATES.map((other) => `${one}/${other}`));
  deepEqual(ALL_STATES.map(cellOf), pairs);
  equal(new Set(pairs).size, 16);
});

Deno.test("advance() reaches exactly nine states from a new session", () => {
  const seen = new Set<Cell>();
  const open = [INITIAL_STATE];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.has(cellOf(state))) continue;
    seen.add(cellOf(state));
    const from = state;
    open.push(...STEPS.map((step) => advance(from, step)).filter((next) => next !== null));
  }
  deepEqual([...seen].sort(), [
    "ABANDONED/DRAFT",
    "ABANDONED/FAILED",
    "ABANDONED/PENDING",
    "COMPLETED/DRAFT",
    "COMPLETED/PAID",
    "INITIATED/DRAFT",
    "IN_PROGRESS/DRAFT",
    "IN_PROGRESS/FAILED",
    "IN_PROGRESS/PENDING",
  ]);
});

Deno.test("canExpire() holds where idleness ends in ABANDONED, and not where it places an order", () => {
  deepEqual(ALL_STATES.filter(canExpire).map(cellOf), [
    "INITIATED/DRAFT",
    "IN_PROGRESS/DRAFT",
    "IN_PROGRESS/PENDING",
    "IN_PROGRESS/FAILED",
  ]);
});

Deno.test("INITIAL_STATE is INITIATED and DRAFT", () => {
  equal(cellOf(INITIAL_STATE), "INITIATED/DRAFT");
});
