import assert from "node:assert/strict";
import { NO_OPERATION } from "../../src/http/request_context.ts";
import { METRICS_TYPE, type MetricsSource } from "../../src/http/ops/metrics.ts";
import { aCart, withWorld } from "../support/app.ts";

const source: MetricsSource = {
  admits: (token) => token === "the-metrics-token",
  render: () => Promise.resolve("checkoutd_up 1\n"),
};

Deno.test("GET /metrics is not there unless it is asked for", async () => {
  await withWorld(async ({ send }) => {
    const { status, json, headers } = await send("GET", "/metrics");
    const elsewhere = await send("GET", "/nothing");
    assert.deepEqual([status, json.error.code], [404, "error.not-found"]);
    assert.equal(headers.get("www-authenticate"), null);
    assert.deepEqual([...headers.keys()], [...elsewhere.headers.keys()]);
    assert.equal((await send("OPTIONS", "/metrics")).status, 404);
  });
});

Deno.test("GET /metrics wants its own token, not an API key, and has no limit", async () => {
  await withWorld(async ({ send, secret }) => {
    for (const wrong of [null, secret, "the-metrics-toke"]) {
      const { status, json, headers } = await send("GET", "/metrics", { secret: wrong });
      assert.deepEqual([status, json.error.code], [401, "error.unauthorized"]);
      assert.equal(headers.get("www-authenticate"), "Bearer");
    }
    for (let n = 0; n < 3; n++) {
      const { status, text, headers } = await send("GET", "/metrics", {
        secret: "the-metrics-token",
      });
      assert.deepEqual([status, text], [200, "checkoutd_up 1\n"]);
      assert.equal(headers.get("content-type"), METRICS_TYPE);
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal(headers.get("ratelimit"), null);
    }
    assert.equal((await send("POST", "/metrics")).status, 405);
    const { json } = await send("GET", "/openapi.json");
    assert.ok(!("/metrics" in json.paths));
  }, { metrics: { metrics: source }, rateLimit: 2 });
});

Deno.test("observe() hears of every answer by its operation, and never of a path", async () => {
  const heard: string[] = [];
  const observe = (operation: string, status: number, ms: number) => {
    assert.ok(ms >= 0);
    heard.push(`${operation} ${status}`);
  };
  await withWorld(async ({ send }) => {
    const { json } = await send("POST", "/session", { body: aCart() });
    const path = `/session/${json.data.session_id}`;
    await send("GET", path);
    await send("HEAD", path);
    await send("GET", path, { secret: null });
    await send("GET", "/session/no-such-id");
    await send("POST", "/session", { text: "{" });
    await send("GET", "/no/such/path");
    await send("DELETE", path);
    await send("OPTIONS", path);
    await send("GET", "/health");
    await send("GET", path, { headers: { host: "evil/x?" } });
    await send("GET", path);
  }, { metrics: { observe }, rateLimit: 9 });
  assert.deepEqual(heard, [
    "createSession 201",
    "getSession 200",
    "getSession 200",
    "getSession 401",
    "getSession 404",
    "createSession 400",
    `${NO_OPERATION} 404`,
    `${NO_OPERATION} 405`,
    `${NO_OPERATION} 204`,
    "getHealth 200",
    `${NO_OPERATION} 400`,
    `${NO_OPERATION} 429`,
  ]);
});
