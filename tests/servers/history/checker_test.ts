import assert from "node:assert/strict";
import { checkHistory } from "./checker.ts";
import type { FaultName, History, Operation, StoredVersion } from "./history.ts";

let clockMs = 0;

/** An operation after all earlier ones. */
function operation(
  kind: Operation["kind"],
  session: string,
  over: Partial<Operation> = {},
): Operation {
  const beganMs = clockMs + 1;
  clockMs += 10;
  const times = { beganMs, endedMs: clockMs };
  return { kind, session, server: 0, value: null, outcome: "done", ...times, ...over };
}

/** A history to be changed. */
interface Draft extends History {
  operations: Operation[];
  versions: StoredVersion[];
}

/** A history without a fault: two servers, a coupon of two uses, and a request that is repeated. */
function sound(): Draft {
  const operations = [
    operation("write", "a", { value: "1", key: "k1", answer: "201 a" }),
    operation("write", "a", { value: "1", key: "k1", answer: "201 a", server: 1 }),
    operation("write", "a", { value: "2", server: 1 }),
    operation("read", "a", { value: "2" }),
    operation("write", "a", { value: "3", outcome: "unknown" }),
    operation("read", "a", { value: "2" }),
    operation("read", "a", { value: "3", server: 1 }),
    operation("write", "a", { value: "4", outcome: "unknown" }),
    operation("write", "a", { value: "5", outcome: "refused" }),
    operation("take", "b", { value: "PENDING", holds: { coupon: 1 } }),
    operation("take", "c", { value: "PENDING", holds: { coupon: 1 } }),
    operation("take", "d", { outcome: "refused" }),
    operation("return", "b", { outcome: "unknown" }),
    operation("take", "d", { value: "PENDING", holds: { coupon: 1 } }),
    operation("return", "c", { value: "FAILED" }),
    operation("take", "b", { value: "PENDING", holds: { coupon: 1 } }),
  ];
  const values = {
    a: ["1", "2", "3"],
    b: ["DRAFT", "PENDING", "FAILED", "PENDING"],
    c: ["DRAFT", "PENDING", "FAILED"],
    d: ["DRAFT", "PENDING"],
  };
  const versions = Object.entries(values).flatMap(([session, all]) =>
    all.map((value, i) => ({ session, version: i + 1, value }))
  );
  return { operations, versions, limits: { coupon: 2 } };
}

Deno.test("checkHistory() finds nothing in a history of a single order", () => {
  assert.deepEqual(checkHistory(sound()), []);
});

/** Faults that are planted in it. */
const PLANTED: Record<FaultName, (draft: Draft) => void> = {
  "lost write": (draft) => {
    draft.operations.push(operation("write", "a", { value: "6" }));
  },
  "stale read": (draft) => {
    draft.operations.push(operation("read", "a", { value: "2" }));
  },
  "version twice": (draft) => {
    draft.versions.push({ session: "a", version: 3, value: "4" });
  },
  "beyond the limit": (draft) => {
    draft.operations.push(operation("take", "c", { value: "PENDING", holds: { coupon: 1 } }));
    draft.versions.push({ session: "c", version: 4, value: "PENDING" });
  },
  "two answers for one key": (draft) => {
    draft.operations.push(operation("write", "a", { key: "k1", answer: "201 b" }));
  },
  "version missing": (draft) => {
    draft.versions.push({ session: "d", version: 4, value: "FAILED" });
  },
  "unwritten value": (draft) => {
    draft.operations.push(operation("read", "a", { value: "5" }));
  },
  "stale write": (draft) => {
    draft.versions = draft.versions.filter(({ session }) => session !== "a");
    ["1", "3", "2"].forEach((value, i) =>
      draft.versions.push({ session: "a", version: i + 1, value })
    );
    draft.operations = [
      operation("write", "a", { value: "2" }),
      operation("write", "a", { value: "3" }),
    ];
  },
};

for (const [name, plant] of Object.entries(PLANTED)) {
  Deno.test(`checkHistory() finds a planted fault: ${name}`, () => {
    const draft = sound();
    plant(draft);
    assert.deepEqual(checkHistory(draft).map((fault) => fault.name), [name]);
  });
}

Deno.test("checkHistory() allows what runs at the same time in any order", () => {
  const draft = sound();
  const [beganMs, endedMs] = [clockMs + 1, clockMs + 20];
  draft.operations.push(
    operation("write", "a", { value: "6", beganMs, endedMs }),
    operation("read", "a", { value: "3", server: 1, beganMs: beganMs + 5, endedMs: endedMs - 5 }),
    operation("read", "a", { value: "6", server: 1, beganMs: beganMs + 5, endedMs: endedMs - 6 }),
  );
  draft.versions.push({ session: "a", version: 4, value: "6" });
  assert.deepEqual(checkHistory(draft), []);
});
