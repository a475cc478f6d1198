import { createConfig, lintFromString } from "@redocly/openapi-core";
import assert from "node:assert/strict";
import { ERROR_CODES } from "../../src/domain/errors.ts";
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

Deno.test("GET /openapi.json documents both operations with their errors and headers", async () => {
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
      "413",
      "415",
      "429",
      "500",
      "503",
    ]);
    assert.match(post.responses["404"].description, /error\.shop-not-found/);
    assert.match(get.responses["404"].description, /error\.session-not-found/);
    assert.ok("Retry-After" in get.responses["429"].headers);
    assert.ok("WWW-Authenticate" in get.responses["401"].headers);
    for (const header of ["RateLimit", "RateLimit-Policy", "X-Request-Id"]) {
      assert.ok(header in get.responses["200"].headers, header);
    }
    assert.deepEqual(json.components.schemas.Failure.properties.error.properties.code.enum, [
      ...ERROR_CODES,
    ]);
  });
});

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
