import { createConfig, lintFromString } from "@redocly/openapi-core";
import assert from "node:assert/strict";
import { ERROR_CODES } from "../../src/domain/errors.ts";
import { STATUS } from "../../src/http/problem.ts";
import { withWorld } from "../support/app.ts";

Deno.test("GET /openapi.json passes the recommended rules of a well-known linter", async () => {
  await withWorld(async ({ send }) => {
    const { text } = await send("GET", "/openapi.json");
    const config = await createConfig({ extends: ["recommended-strict"] });
    const problems = await lintFromString({ source: text, config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => ({
        ruleId,
        message,
        at: location[0]?.pointer,
      })),
      [],
    );
  });
});

Deno.test("the linter sees a document that is broken", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const source = JSON.stringify({ openapi: "3.1.1", info: { title: "x" }, paths: {} });
  assert.notEqual((await lintFromString({ source, config })).length, 0);
});

Deno.test("GET /openapi.json documents the headers of every answer and the closed list of codes", async () => {
  await withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    assert.equal(json.openapi, "3.1.1");
    assert.equal(json.info.version, "1.0.0");
    const { post } = json.paths["/session"];
    const { get } = json.paths["/session/{id}"];
    assert.deepEqual(Object.keys(post.responses), [
      "201",
      "400",
      "401",
      "404",
      "408",
      "409",
      "413",
      "415",
      "422",
      "429",
      "500",
      "503",
    ]);
    assert.ok("Location" in post.responses["201"].headers);
    assert.ok("Retry-After" in get.responses["429"].headers);
    assert.ok("Retry-After" in post.responses["409"].headers);
    assert.ok(!("Retry-After" in get.responses["404"].headers));
    assert.ok("WWW-Authenticate" in get.responses["401"].headers);
    for (const header of ["RateLimit", "RateLimit-Policy", "X-Request-Id"]) {
      assert.ok(header in get.responses["200"].headers, header);
    }
    assert.deepEqual(json.components.schemas.Failure.properties.error.properties.code.enum, [
      ...ERROR_CODES,
    ]);
  });
});

const KEYED = ["error.unauthorized", "error.rate-limit-exceeded", "error.unavailable"];
const ANY = ["error.invalid-request", "error.internal"];
const STEP = ["error.session-not-found", "error.invalid-state", "error.conflict"];
const WRITE = [
  "error.idempotency-in-progress",
  "error.idempotency-key-reused",
  "error.idempotency-key-stale",
];
const BODY = [
  "error.invalid-json",
  "error.payload-too-large",
  "error.unsupported-media-type",
  "error.request-timeout",
];
/** Why an order cannot be paid or placed. */
const ORDER = [
  "error.phone-required",
  "error.address-required",
  "error.address-not-serviceable",
  "error.out-of-stock",
  "error.price-changed",
  "error.coupon-not-found",
  "error.coupon-not-started",
  "error.coupon-expired",
  "error.coupon-minimum-not-met",
  "error.coupon-not-eligible",
  "error.coupon-limit-reached",
];

/** Every operation under a key: its success, and the codes that are its own. */
const OPERATIONS: Readonly<Record<string, readonly [status: string, codes: readonly string[]]>> = {
  "POST /session": ["201", ["error.shop-not-found", ...BODY]],
  "GET /session/{id}": ["200", ["error.session-not-found"]],
  "PUT /session/{id}/items": ["200", [...STEP, ...BODY]],
  "POST /session/{id}/coupons": ["200", [
    ...STEP,
    ...BODY,
    "error.coupon-not-found",
    "error.coupon-not-started",
    "error.coupon-expired",
    "error.coupon-minimum-not-met",
    "error.coupon-not-eligible",
    "error.coupon-limit-reached",
    "error.coupon-already-applied",
    "error.coupon-not-better",
    "error.coupon-rate-limited",
  ]],
  "DELETE /session/{id}/coupons/{code}": ["200", [...STEP, "error.coupon-not-found"]],
  "PUT /session/{id}/add-ons": [
    "200",
    [...STEP, ...BODY, "error.gift-not-available", "error.out-of-stock"],
  ],
  "PUT /session/{id}/address": ["200", [...STEP, ...BODY, "error.address-not-serviceable"]],
  "POST /session/{id}/otp": ["200", [
    ...STEP,
    ...BODY,
    "error.otp-number-not-allowed",
    "error.otp-country-not-allowed",
    "error.otp-rate-limited",
    "error.otp-daily-limit",
  ]],
  "POST /session/{id}/otp/verify": ["200", [
    ...STEP,
    ...BODY,
    "error.otp-invalid",
    "error.otp-expired",
    "error.otp-too-many-attempts",
  ]],
  "PUT /session/{id}/coins": [
    "200",
    [...STEP, ...BODY, "error.customer-required", "error.coins-not-available"],
  ],
  "PUT /session/{id}/payment-method": ["200", [...STEP, ...BODY, "error.cod-not-available"]],
  "POST /session/{id}/payment": ["200", [...STEP, ...ORDER]],
  "POST /session/{id}/payment/{payment_id}/result": [
    "200",
    [
      ...STEP,
      ...BODY,
      "error.payment-not-found",
      "error.payment-mismatch",
      "error.payment-reference-used",
    ],
  ],
  "POST /session/{id}/payment/{payment_id}/cancel": ["200", [...STEP, "error.payment-not-found"]],
  "POST /session/{id}/complete": [
    "200",
    [...STEP, ...ORDER, "error.cod-not-available", "error.payment-required"],
  ],
  "POST /session/{id}/abandon": ["200", STEP],
};

Deno.test("GET /openapi.json documents every operation with exactly the codes it can answer with", async () => {
  await withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const found: Record<string, readonly [string, readonly string[]]> = {};
    for (const { name, operation } of keyedOperations(json)) {
      const [success = "", ...failures] = Object.keys(operation.responses);
      found[name] = [success, failures.flatMap((status) => codesOf(operation, status)).sort()];
    }
    const wanted = Object.entries(OPERATIONS).map(([name, [status, own]]) => {
      const codes = [...own, ...KEYED, ...ANY, ...(name.startsWith("GET") ? [] : WRITE)];
      return [name, [status, codes.sort()]];
    });
    assert.deepEqual(found, Object.fromEntries(wanted));
  });
});

Deno.test("GET /openapi.json has each code under the status that it is sent with", async () => {
  await withWorld(async ({ send }) => {
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
  });
});

Deno.test("GET /openapi.json has the header Idempotency-Key on all that change something and nowhere else", async () => {
  await withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    for (const { name, operation } of keyedOperations(json)) {
      const header = (operation.parameters ?? []).find((one: Any) => one.in === "header");
      const [success = ""] = Object.keys(operation.responses);
      const replayed = "Idempotent-Replayed" in operation.responses[success].headers;
      assert.equal(replayed, !name.startsWith("GET"), name);
      assert.deepEqual(
        header && [header.name, header.required ?? false, header.schema.maxLength],
        !name.startsWith("GET") ? ["Idempotency-Key", false, 255] : undefined,
        name,
      );
    }
  });
});

Deno.test("GET /openapi.json names every parameter of a path, and a body for all but bare steps", async () => {
  await withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const bare: string[] = [];
    for (const { name, operation } of keyedOperations(json)) {
      const params = (operation.parameters ?? []).filter((one: Any) => one.in === "path");
      const wanted = [...name.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
      assert.deepEqual(params.map((one: Any) => one.name), wanted, name);
      if (operation.requestBody === undefined) bare.push(name);
    }
    assert.deepEqual(bare, [
      "GET /session/{id}",
      "DELETE /session/{id}/coupons/{code}",
      "POST /session/{id}/payment",
      "POST /session/{id}/payment/{payment_id}/cancel",
      "POST /session/{id}/complete",
      "POST /session/{id}/abandon",
    ]);
  });
});

// deno-lint-ignore no-explicit-any -- the document is what the tests are about
type Any = any;

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

Deno.test("GET /openapi.json describes ids as int64 and the request by the schema that validates it", async () => {
  await withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const { LineItem, SessionItem, CreateSession } = json.components.schemas;
    assert.deepEqual(LineItem.properties.product_id, { type: "integer", format: "int64" });
    assert.deepEqual(SessionItem.properties.variant_id, { type: "integer", format: "int64" });
    assert.deepEqual(LineItem.required, ["product_id", "variant_id", "quantity"]);
    assert.deepEqual(CreateSession.properties.data.required, ["shop_domain", "items"]);
    assert.equal(CreateSession.properties.data.properties.items.maxItems, 500);
  });
});
