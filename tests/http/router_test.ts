import assert from "node:assert/strict";
import type { Operation } from "../../src/http/operation.ts";
import { createOperations } from "../../src/http/operations.ts";
import { Router } from "../../src/http/router.ts";
import { withWorld } from "../support/app.ts";

/** What is no id and yet may stand in its place: nobody decodes or resolves it here. */
const SEGMENTS = ["a", "%2F", "%61", "..", "$", "*", ":id", "{id}", "a;b=c", "é", "__proto__"];

async function withRouter(
  test: (router: Router, operations: readonly Operation[]) => void,
): Promise<void> {
  await withWorld(({ services }) => {
    const operations = createOperations({ services, version: "0" });
    test(new Router(operations), operations);
    return Promise.resolve();
  });
}

/** The path of an operation with something in the place of each parameter. */
function pathWith({ path }: Operation, segment: string): string {
  return path.replaceAll(/\{\w+\}/g, () => segment);
}

Deno.test("Router finds each operation, with its parameters exactly as they were sent", () =>
  withRouter((router, operations) => {
    for (const operation of operations) {
      for (const segment of SEGMENTS) {
        const route = router.find(operation.method, pathWith(operation, segment));
        assert.equal(route?.operation, operation);
        const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
        assert.deepEqual(route.params, Object.fromEntries(names.map((name) => [name, segment])));
      }
    }
  }));

Deno.test("Router finds nothing for a path that is only nearly an operation's", () =>
  withRouter((router, operations) => {
    for (const operation of operations) {
      const path = pathWith(operation, "a");
      const near = [`${path}/`, `/${path}`, path.toUpperCase(), path.slice(1)];
      const empty = path === operation.path ? [] : [pathWith(operation, "")];
      for (const other of [...near, ...empty].filter((other) => other !== path)) {
        assert.equal(router.find(operation.method, other), undefined, other);
        assert.deepEqual(router.methodsOf(other), [], other);
      }
    }
  }));

Deno.test("Router finds nothing for a method that nobody uses, whatever it is called", () =>
  withRouter((router, operations) => {
    for (const operation of operations) {
      const path = pathWith(operation, "a");
      assert.ok(router.methodsOf(path).includes(operation.method));
      for (const method of ["ALL", "all", "PATCH", "HEAD", "get", "__proto__", "constructor"]) {
        assert.equal(router.find(method, path), undefined, `${method} ${path}`);
      }
    }
  }));
