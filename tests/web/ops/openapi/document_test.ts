import assert from "node:assert/strict";
import { ERROR_CODES } from "../../../../src/domain/errors.ts";
import { EVENT_TYPES } from "../../../../src/domain/events.ts";
import { STATUS } from "../../../../src/web/problem.ts";
import { withWorld } from "../../../support/app.ts";
import { ANY, CHANGING, KEYED, OPERATIONS, UNRECORDED } from "./operations.ts";

// deno-lint-ignore no-explicit-any -- the document is what the tests are about
type Any = any;

Deno.test("GET /openapi.json documents the headers of every answer, each once", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    assert.equal(json.openapi, "3.1.1");
    assert.equal(json.info.version, "1.0.0");
    const { post } = json.paths["/session"];
    const { get } = json.paths["/session/{id}"];
    assert.ok("Location" in post.responses["201"].headers);
    assert.ok("Retry-After" in get.responses["429"].headers);
    assert.ok("Retry-After" in post.responses["409"].headers);
    assert.ok(!("Retry-After" in get.responses["404"].headers));
    assert.ok("WWW-Authenticate" in get.responses["401"].headers);
    for (const header of ["RateLimit", "RateLimit-Policy", "X-Request-Id"]) {
      const { $ref } = get.responses["200"].headers[header];
      assert.equal($ref, `#/components/headers/${header}`);
    }
    const required = Object.entries<Any>(json.components.headers)
      .flatMap(([name, header]) => header.required ? [] : [name]);
    assert.deepEqual(
      required,
      ["Retry-After", "X-Unknown-Fields", "Idempotent-Replayed"],
      "may be absent",
    );
  }));

Deno.test("GET /openapi.json leaves codes open, and lists those that its operations answer with", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const [known, open] = json.components.schemas.Failure.properties.error.properties.code.anyOf;
    const answered = new Set(["error.not-found", "error.method-not-allowed"]);
    for (const operation of operationsOf(json)) {
      for (const status of Object.keys(operation.responses)) {
        for (const code of codesOf(operation, status)) answered.add(code);
      }
    }
    assert.deepEqual(known.enum, [...answered].sort());
    assert.equal(open.enum, undefined);
    assert.match("error.some-day", new RegExp(open.pattern));
  }));

Deno.test("GET /openapi.json allows fields that an answer may gain", () =>
  withWorld(async ({ send }) => {
    const { text } = await send("GET", "/openapi.json");
    assert.doesNotMatch(text, /"additionalProperties":false/);
  }));

Deno.test("GET /openapi.json describes every property, parameter and header", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    assert.deepEqual([...undescribed(json, "")], []);
  }));

/** Pointers of properties, parameters and headers that nothing is said of. */
function* undescribed(part: Any, at: string): Generator<string> {
  if (typeof part !== "object" || part === null) return;
  for (const [key, value] of Object.entries<Any>(part)) {
    if (["example", "examples", "enum"].includes(key)) continue;
    const here = `${at}/${key}`;
    if (!["properties", "headers", "parameters"].includes(key)) {
      yield* undescribed(value, here);
      continue;
    }
    for (const [name, one] of Object.entries<Any>(value)) {
      if (one.description === undefined && one.$ref === undefined) yield `${here}/${name}`;
      yield* undescribed(one, `${here}/${name}`);
    }
  }
}

Deno.test("GET /openapi.json has operation ids that read as a verb and what it acts on", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const ids: string[] = operationsOf(json).map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z]+([A-Z][A-Za-z]*)$/);
    assert.ok(ids.includes("completeSession"));
  }));

Deno.test("GET /openapi.json describes every event that endpoints are sent", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    assert.deepEqual(Object.keys(json.webhooks).sort(), [...EVENT_TYPES, "batch"].sort());
  }));

Deno.test("GET /openapi.json documents every operation with exactly the codes it can answer with", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const found: Record<string, readonly [string, readonly string[]]> = {};
    for (const { name, operation } of keyedOperations(json)) {
      const [success = "", ...failures] = Object.keys(operation.responses);
      found[name] = [success, failures.flatMap((status) => codesOf(operation, status)).sort()];
    }
    const wanted = Object.entries(OPERATIONS).map(([name, [status, own]]) => {
      const codes = [...own, ...KEYED, ...ANY, ...(isRecorded(name) ? CHANGING : [])];
      return [name, [status, codes.sort()]];
    });
    assert.deepEqual(found, Object.fromEntries(wanted));
  }));

Deno.test("GET /openapi.json has each code under the status that it is sent with", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    for (const { name, operation } of keyedOperations(json)) {
      for (const status of Object.keys(operation.responses).slice(1)) {
        for (const code of codesOf(operation, status)) {
          const known = ERROR_CODES.find((one) => one === code);
          assert.ok(known, code);
          assert.equal(String(STATUS[known]), status, `${name} ${code}`);
        }
      }
    }
  }));

Deno.test("GET /openapi.json has the header Idempotency-Key on every call that changes something", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    assert.equal(json.components.parameters.IdempotencyKey.required ?? false, false);
    assert.equal(json.components.parameters.IdempotencyKey.schema.maxLength, 255);
    for (const { name, operation } of keyedOperations(json)) {
      const changes = isRecorded(name);
      const names = (operation.parameters ?? []).map((one: Any) => one.$ref);
      assert.equal(names.includes("#/components/parameters/IdempotencyKey"), changes, name);
      const [success = ""] = Object.keys(operation.responses);
      assert.equal("Idempotent-Replayed" in operation.responses[success].headers, changes, name);
    }
  }));

Deno.test("GET /openapi.json names every parameter of a path, and a body for all but bare steps", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const bare: string[] = [];
    for (const { name, operation } of keyedOperations(json)) {
      const params = (operation.parameters ?? []).filter((one: Any) => one.in === "path");
      const wanted = [...name.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
      assert.deepEqual(params.map((one: Any) => one.name), wanted, name);
      if (operation.requestBody === undefined && operation.tags[0] !== "Lists") bare.push(name);
    }
    assert.deepEqual(bare, [
      "GET /session/{id}",
      "DELETE /session/{id}/coupons/{code}",
      "POST /session/{id}/payment/{payment_id}/cancel",
      "POST /session/{id}/complete",
      "POST /session/{id}/abandon",
      "POST /session/{id}/checkout-link",
    ]);
  }));

function isRecorded(name: string): boolean {
  return !name.startsWith("GET") && !UNRECORDED.includes(name);
}

function operationsOf({ paths }: Any): Any[] {
  return Object.values<Any>(paths).flatMap((methods) => Object.values<Any>(methods));
}

function keyedOperations({ paths }: Any): { name: string; operation: Any }[] {
  return Object.entries<Any>(paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods)
      .filter(([, { security }]) => security.length > 0)
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation }))
  );
}

function codesOf(operation: Any, status: string): string[] {
  return operation.responses[status].description.match(/error\.[a-z-]+/g) ?? [];
}

Deno.test("GET /openapi.json describes ids as int64 and the request by the schema that validates it", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const { LineItem, SessionItem, CreateSession } = json.components.schemas;
    assert.equal(LineItem.properties.product_id.format, "int64");
    assert.equal(SessionItem.properties.variant_id.format, "int64");
    assert.deepEqual(LineItem.required, ["product_id", "variant_id", "quantity"]);
    assert.deepEqual(CreateSession.properties.data.required, ["shop_domain", "items"]);
    assert.equal(CreateSession.properties.data.properties.items.maxItems, 500);
  }));
