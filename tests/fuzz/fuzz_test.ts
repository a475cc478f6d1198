import assert from "node:assert/strict";
import type { RequestEntry } from "../../src/web/request_context.ts";
import type { Operation } from "../../src/web/operation.ts";
import { createOperations } from "../../src/web/operations.ts";
import { problem } from "../../src/web/problem.ts";
import { AppError } from "../../src/domain/errors.ts";
import { withWorld } from "../support/app.ts";
import { exampleOf } from "./examples.ts";
import { growthMib } from "./fuzz.ts";
import { change, render, size, treeOf } from "./json_tree.ts";
import { fuzz } from "./run.ts";
import { Judge } from "./verdict.ts";

const CASES = 5000;
/** The same cases in every run; with another seed a rare step may not succeed once. */
const SEED = 7;

Deno.test(`${CASES} mutated cases are answered as they may be, by every operation, and none with a 5xx`, async () => {
  const report = await fuzz({ cases: CASES, seed: SEED, tell: console.error });
  assert.equal(report.cases, CASES);
  // Only an order with a refund that is still to be paid back takes its result.
  assert.deepEqual(report.operations.filter((one) => !report.succeeded.has(one)), [
    "POST /session/{id}/refund/{refund_id}/result",
  ]);
  const { kept } = report;
  const changes = ["stock.set", "stock.add", "coupon.remove", "coupon.put", "key.rotate"];
  assert.deepEqual([...changes, "merchant.remove"].filter((one) => !kept.has(one)), []);
  for (const status of ["400", "401", "403", "404", "405", "409", "415", "422"]) {
    assert.ok((report.statuses[status] ?? 0) > 0, `no case was answered ${status}`);
  }
});

const ENTRY: RequestEntry = { method: "GET", route: "/a", status: 200, ms: 0, request_id: "r" };
const A: Operation = {
  id: "a",
  method: "GET",
  path: "/a",
  access: "key",
  scope: "sessions:read",
  docs: {
    summary: "",
    description: "",
    tag: "",
    success: { status: 200, description: "" },
    errors: ["error.conflict"],
  },
  handle: () => Promise.reject(new Error("not to be called")),
};

Deno.test("Judge.judge() takes what is documented and nothing else", () => {
  const description = "`error.conflict`, `error.invalid-request`";
  const responses = { "400": { description }, "409": { description } };
  const judge = new Judge([A], { paths: { "/a": { get: { responses } } } });
  const judged = (status: number, text: string, more: Partial<RequestEntry> = {}) => () =>
    judge.judge({
      method: "GET",
      response: new Response(null, { status, headers: { "x-request-id": "r" } }),
      text,
      entry: { ...ENTRY, status, ...more },
    });
  const refusal = (
    code: "error.conflict" | "error.invalid-state" | "error.internal",
    text = "No",
  ) => {
    const { status, body } = problem(new AppError(code, text));
    return judged(status, body, { error: code });
  };
  judged(200, "{}")();
  refusal("error.conflict")();
  assert.throws(refusal("error.internal"), /500/);
  assert.throws(refusal("error.invalid-state"), /does not document error.invalid-state/);
  assert.throws(refusal("error.conflict", "a\u202eb"));
  assert.throws(judged(200, "{}", { route: "/b" }), /a success of no operation/);
  assert.throws(judged(201, "{}"));
  assert.throws(judged(400, '{"status":"FAILURE","error":{"code":"error.odd","message":"No"}}'));
  assert.throws(
    judged(409, '{"status":"FAILURE","error":{"code":"error.conflict","message":"No"}}'),
  );
  assert.throws(judged(400, "Bad Request"));
});

Deno.test("exampleOf() knows every operation, and names one that it does not know", async () => {
  const live = { id: "x", payment: null, otp: "" };
  assert.throws(() => exampleOf(A, live), /no example .*: a$/);
  await withWorld(({ services }) => {
    for (const operation of createOperations({ services, version: "0" })) {
      exampleOf(operation, live);
    }
    return Promise.resolve();
  });
});

Deno.test("change() changes the node with that number and no other", () => {
  const tree = treeOf({ a: [1, { b: null }], c: "d" });
  assert.equal(size(tree), 6);
  const changed = Array.from({ length: 6 }, (_, at) => render(change(tree, at, () => true)));
  assert.deepEqual(changed, [
    "true",
    '{"a":true,"c":"d"}',
    '{"a":[true,{"b":null}],"c":"d"}',
    '{"a":[1,true],"c":"d"}',
    '{"a":[1,{"b":true}],"c":"d"}',
    '{"a":[1,{"b":null}],"c":true}',
  ]);
});

Deno.test("growthMib() compares the lowest of the last quarter with the lowest of the second", () => {
  assert.equal(growthMib({ heapMib: [10, 10, 50, 40, 45, 90, 60, 44] }), 4);
  assert.equal(growthMib({ heapMib: [10, 20, 30, 40, 50, 60, 70, 80] }), 40);
});
