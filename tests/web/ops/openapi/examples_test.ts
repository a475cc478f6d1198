import assert from "node:assert/strict";
import { EVENT_TYPES } from "../../../../src/domain/events.ts";
import { recordedExamples } from "../../../../src/web/ops/openapi/examples.ts";
import { withWorld } from "../../../support/app.ts";
import { Contract } from "../../../support/contract.ts";
import { IS_FEW } from "../../../support/few.ts";
import { recordExamples } from "./recorded.ts";

Deno.test(
  "the examples of the OpenAPI document are what the server answers to the demo shop",
  { ignore: IS_FEW },
  async () => {
    const recorded = JSON.parse(JSON.stringify(await recordExamples()));
    assert.deepEqual(recordedExamples(), recorded, "deno task examples records them anew");
  },
);

Deno.test("every operation, code and event of the document has an example that fits it", async () => {
  const { failures, events } = recordedExamples();
  await withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const contract = new Contract(json);
    assert.deepEqual(Object.keys(json.components.examples).sort(), Object.keys(failures).sort());
    for (const type of EVENT_TYPES) contract.checkEvent(events[type]);
    for (const [path, methods] of Object.entries<Any>(json.paths)) {
      for (const [method, { responses }] of Object.entries<Any>(methods)) {
        for (const [status, { content }] of Object.entries<Any>(responses)) {
          const [type, { example, examples = {} }] = Object.entries<Any>(content)[0]!;
          if (type !== "application/json" || path === "/openapi.json") continue;
          const where = `${method} ${path} ${status}`;
          assert.ok(example !== undefined || Object.keys(examples).length > 0, where);
        }
      }
    }
  });
});

// deno-lint-ignore no-explicit-any -- the document is what the tests are about
type Any = any;
