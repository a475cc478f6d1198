import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import fc from "fast-check";
import {
  fingerprint,
  isIdempotencyKey,
  isStale,
  NO_SUBJECT,
} from "../../src/domain/idempotency.ts";
import type { SessionId } from "../../src/domain/ids.ts";
import { ALL_STATES, cellOf, type State } from "../../src/domain/session/lifecycle.ts";
import type { Payment } from "../../src/domain/session/payment.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { canonicalJson } from "../../src/domain/values/json.ts";
import { parseJson } from "../../src/schema/json.ts";
import { NOW, uuid } from "../support/builders.ts";
import { runs } from "../support/arbitraries.ts";

Deno.test("isIdempotencyKey() takes 1 to 255 visible ASCII characters", () => {
  for (const key of ["a", "~", "!", "8e03978e-40d5-43e8-bc93-6894a57f9324", "k".repeat(255)]) {
    equal(isIdempotencyKey(key), true, key);
  }
});

Deno.test("isIdempotencyKey() refuses anything else", () => {
  const bad = ["", "k".repeat(256), "a b", " a", "a\n", "a\u0000", "\u007f", "schlüssel", "ключ"];
  for (const key of bad) equal(isIdempotencyKey(key), false, key);
});

Deno.test("fingerprint() is SHA-256 of the canonical body; of none it is that of nothing", () => {
  equal(
    fingerprint({ data: {} }),
    "7fb9d166d1a15bce0b9f085f3818946fd9297e4513a4a034a0ceb749292b4c0d",
  );
  match(fingerprint(""), /^[0-9a-f]{64}$/);
  notEqual(fingerprint(""), fingerprint({}));
});

const BEGUN = { sessionId: uuid<SessionId>(1), begunId: uuid(1) };
const PAYMENT: Payment = {
  id: uuid(2),
  method: "PREPAID",
  amount: 100,
  currencyCode: "INR",
  status: "PENDING",
  reference: null,
  startedAt: NOW,
  dueAt: null,
  atProvider: null,
  holds: "held",
  late: null,
  failure: null,
  fee: null,
};

Deno.test("isStale() is true of a created session that has ended without an order", () => {
  for (const state of ALL_STATES) {
    equal(isStale(BEGUN, { state, payment: null }), state.session === "ABANDONED", cellOf(state));
  }
  equal(isStale(BEGUN, null), true, "deleted, or expired");
});

Deno.test("isStale() is true of a started payment that failed, was released or replaced, or lost its session", () => {
  const begun = { ...BEGUN, begunId: PAYMENT.id };
  const state: State = { session: "IN_PROGRESS", payment: "PENDING" };
  const cases: [boolean, Pick<CheckoutSession, "state" | "payment"> | null][] = [
    [false, { state, payment: PAYMENT }],
    [false, {
      state: { session: "COMPLETED", payment: "PAID" },
      payment: { ...PAYMENT, status: "PAID" },
    }],
    [true, { state, payment: { ...PAYMENT, status: "FAILED" } }],
    [true, { state, payment: { ...PAYMENT, holds: "released" } }],
    [true, { state, payment: { ...PAYMENT, id: uuid(3) } }],
    [true, { state: { session: "COMPLETED", payment: "DRAFT" }, payment: null }],
    [true, { state: { session: "ABANDONED", payment: "PENDING" }, payment: PAYMENT }],
    [true, null],
  ];
  for (const [stale, session] of cases) {
    equal(isStale(begun, session), stale, JSON.stringify(session));
  }
});

Deno.test("isStale() is false of what began nothing, whatever became of its session", () => {
  const step = { sessionId: uuid<SessionId>(1), begunId: null };
  equal(isStale(step, null), false);
  equal(isStale(NO_SUBJECT, null), false);
});

Deno.test("canonicalJson() does not depend on the order of keys, on whitespace or on spelling", () => {
  const one = parseJson('{"b": [1, {"y": null, "x": "é"}], "a": 1.50, "__proto__": 1e2}');
  const other = parseJson('{ "__proto__":100,"a":1.5,\n"b":[1,{"x":"\\u00e9","y":null}]}');
  equal(canonicalJson(one), '{"__proto__":100,"a":1.5,"b":[1,{"x":"é","y":null}]}');
  equal(canonicalJson(other), canonicalJson(one));
});

Deno.test("canonicalJson() tells long integers apart digit for digit, and from text", () => {
  const texts = [
    '{"id":9223372036854775807}',
    '{"id":9223372036854775806}',
    '{"id":"9223372036854775807"}',
    '{"id":[9223372036854775807]}',
  ];
  const written = texts.map((text) => canonicalJson(parseJson(text)));
  deepEqual(written, texts);
});

Deno.test("canonicalJson() of any JSON reads back as the same value, keys in any order", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const turned = canonicalJson(reversed(JSON.parse(text)));
      equal(turned, canonicalJson(JSON.parse(text)));
      deepEqual(JSON.parse(turned), JSON.parse(text));
    }),
    runs(300),
  );
});

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value).reverse().map(([key, member]) => [key, reversed(member)]),
  );
}
