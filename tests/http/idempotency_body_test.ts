import assert from "node:assert/strict";
import { aCart, withWorld, type World } from "../support/app.ts";

/** Sends a body with its length, as a client does. */
function post({ send }: World, path: string, text: string, headers: Record<string, string> = {}) {
  const length = { "content-length": String(text.length) };
  return send("POST", path, { text, headers: { ...headers, ...length } });
}

Deno.test("a POST that takes no body is another request with another one, and bounded all the same", () =>
  withWorld(async (world) => {
    const created = await world.send("POST", "/session", { body: aCart() });
    const path = `${created.headers.get("location")}/abandon`;
    const headers = { "idempotency-key": "k" };
    assert.equal((await world.send("POST", path, { headers })).status, 200);
    const other = await post(world, path, '{"data":{}}', headers);
    assert.deepEqual([other.status, other.json.error.code], [422, "error.idempotency-key-reused"]);
    const large = await post(world, path, "x".repeat(1024 * 1024 + 1));
    assert.deepEqual([large.status, large.json.error.code], [413, "error.payload-too-large"]);
  }));
