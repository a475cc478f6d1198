import assert from "node:assert/strict";
import { Registry } from "@prometheus-io/client";
import { LAG_EVERY_MS, loopLag } from "../../../src/process/metrics/histograms.ts";
import { metricsEndpoint } from "../../../src/process/metrics/endpoint.ts";
import { tokenCheck } from "../../../src/process/metrics/metrics.ts";
import { parseExposition, valueOf } from "../../support/exposition.ts";
import { promtool } from "../../support/promtool.ts";
import { lacks } from "../../support/tools.ts";
import { FIGURES, shown, someMetrics, TOKEN } from "./support.ts";

Deno.test("render() counts requests by operation and status, and puts their time into buckets", async () => {
  const { metrics, stop } = someMetrics();
  for (const [status, ms] of [[200, 0.09], [200, 0.3], [404, 30], [200, 7000]] as const) {
    metrics.requests.observe("getSession", status, ms);
  }
  metrics.requests.observe("none", 404, 0.2);
  const found = await shown(metrics);
  const count = (operation: string, status: string) =>
    valueOf(found, "checkoutd_http_requests_total", { operation, status });
  assert.deepEqual(
    [count("getSession", "200"), count("getSession", "404"), count("none", "404")],
    [3, 1, 1],
  );
  const time = "checkoutd_http_request_duration_seconds";
  const operation = "getSession";
  const upTo = (le: string) => valueOf(found, `${time}_bucket`, { le, operation });
  assert.deepEqual(
    ["0.0001", "0.00025", "0.0005", "0.025", "0.05", "5", "+Inf"].map(upTo),
    [1, 1, 2, 2, 3, 3, 4],
  );
  assert.equal(valueOf(found, `${time}_sum`, { operation })?.toFixed(6), "7.030390");
  await stop();
});

Deno.test("render() shows the batches that the store reports", async () => {
  const { metrics, stop } = someMetrics();
  for (const [commits, ms] of [[1, 0.6], [20, 3], [300, 40]] as const) {
    metrics.commits.batch(commits, ms);
  }
  const found = await shown(metrics);
  const size = "checkoutd_commit_batch_size";
  assert.equal(valueOf(found, `${size}_sum`), 321);
  assert.deepEqual(
    ["1", "16", "32", "256", "+Inf"].map((le) => valueOf(found, `${size}_bucket`, { le })),
    [1, 1, 2, 2, 3],
  );
  const time = "checkoutd_commit_batch_duration_seconds";
  assert.equal(valueOf(found, `${time}_bucket`, { le: "0.005" }), 2);
  assert.equal(valueOf(found, `${time}_sum`)?.toFixed(6), "0.043600");
  await stop();
});

Deno.test("render() names the server in every series if it has a name, else in none", async () => {
  for (const instance of ["db-1:8080", undefined]) {
    const { metrics, stop } = someMetrics({ ...(instance !== undefined && { instance }) });
    metrics.requests.observe("getSession", 200, 1);
    for (const { samples } of (await shown(metrics)).values()) {
      for (const { labels } of samples) assert.equal(labels["instance"], instance);
    }
    await stop();
  }
});

Deno.test("render() shows the current values", async () => {
  const { metrics, stop } = someMetrics();
  const found = await shown(metrics);
  const states = (session_state: string, payment_state: string) =>
    valueOf(found, "checkoutd_sessions", { session_state, payment_state });
  assert.deepEqual([states("INITIATED", "DRAFT"), states("COMPLETED", "PAID")], [7, 3]);
  const refunds = (state: string) => valueOf(found, "checkoutd_refunds_open", { state });
  assert.deepEqual(["REQUESTED", "PENDING", "FAILED"].map(refunds), [4, 1, 6]);
  const subjects = (kind: string) => valueOf(found, "checkoutd_rate_limiter_subjects", { kind });
  assert.deepEqual([subjects("key"), subjects("address")], [2, 9]);
  assert.equal(valueOf(found, "checkoutd_build_info", { version: "1.2.3" }), 1);
  const plain = {
    checkoutd_webhook_deliveries_pending: 5,
    checkoutd_unexpected_payments_open: 2,
    checkoutd_refunds_due: 8,
    checkoutd_disputes_open: 10,
    checkoutd_disputes_due: 12,
    checkoutd_providers_listed_timestamp_seconds: 1_790_000_000,
    checkoutd_commit_queue_depth: 4,
    checkoutd_writes_failing: 1,
    checkoutd_backup_failing: 0,
    checkoutd_dashboard_off: 1,
    checkoutd_database_size_bytes: 40_960,
    checkoutd_database_wal_size_bytes: 8272,
    checkoutd_heap_used_bytes: 20_000_000,
    process_resident_memory_bytes: 90_000_000,
    process_start_time_seconds: 1_700_000_000,
    checkoutd_tls_certificate_expiry_timestamp_seconds: 1_800_000_000,
  };
  for (const [name, value] of Object.entries(plain)) {
    assert.equal(valueOf(found, name), value, name);
  }
  await stop();
});

Deno.test("render() answers when the database does not: unknown values are NaN", async () => {
  let isBroken = false;
  const read = () => isBroken ? Promise.reject(new Error("locked")) : Promise.resolve(FIGURES);
  const { metrics, warned, stop } = someMetrics({ read });
  assert.equal((await shown(metrics)).get("checkoutd_sessions")?.samples.length, 2);
  isBroken = true;
  metrics.requests.observe("health", 200, 1);
  const found = await shown(metrics);
  assert.deepEqual(found.get("checkoutd_sessions")?.samples, []);
  assert.ok(Number.isNaN(valueOf(found, "checkoutd_webhook_deliveries_pending")));
  assert.ok(Number.isNaN(valueOf(found, "checkoutd_database_size_bytes")));
  const labels = { operation: "health", status: "200" };
  assert.equal(valueOf(found, "checkoutd_http_requests_total", labels), 1);
  assert.deepEqual(warned, ["Cannot read the database's figures"]);
  await stop();
});

Deno.test("every metric has a name, a type and a help by Prometheus' conventions", async () => {
  const { metrics, stop } = someMetrics();
  metrics.requests.observe("getSession", 200, 1);
  metrics.commits.batch(1, 1);
  for (const { name, type, help } of (await shown(metrics)).values()) {
    // Those of a process are the same for every program.
    assert.match(name, /^checkoutd_[a-z_]+$|^process_(resident_memory_bytes|start_time_seconds)$/);
    assert.equal(name.endsWith("_total"), type === "counter", name);
    assert.doesNotMatch(name, /_(ms|milliseconds|kb|mb|count|sum|bucket)$/);
    assert.match(help, /^[A-Z].*[.]$/);
  }
  await stop();
});

Deno.test({
  name: "promtool accepts the metrics, NaN included",
  ignore: await lacks("promtool"),
  async fn() {
    for (const read of [undefined, () => Promise.reject(new Error("locked"))]) {
      const { metrics, stop } = someMetrics(read && { read });
      metrics.requests.observe("getSession", 200, 1);
      metrics.commits.batch(1, 1);
      assert.equal(await promtool(["check", "metrics"], await metrics.render()), "");
      await stop();
    }
    assert.notEqual(await promtool(["check", "metrics"], "# TYPE a_total gauge\na_total 1\n"), "");
  },
});

Deno.test("loopLag() records how late it is called, counted from its last call", async () => {
  const registry = new Registry();
  let nowMs = 5000;
  const tick = loopLag(registry, () => nowMs);
  for (const late of [0, 2, 400, 0]) {
    nowMs += LAG_EVERY_MS + late;
    tick();
  }
  // A clock that is read a little early is no lag.
  nowMs += LAG_EVERY_MS - 1;
  tick();
  const found = parseExposition(await registry.metrics());
  const name = "checkoutd_event_loop_lag_seconds";
  assert.deepEqual(
    ["0.001", "0.0025", "0.25", "0.5"].map((le) => valueOf(found, `${name}_bucket`, { le })),
    [3, 4, 4, 5],
  );
  assert.equal(valueOf(found, `${name}_sum`)?.toFixed(6), "0.402000");
});

async function answers(
  token: string | undefined,
  rows: readonly (readonly [request: RequestInit & { readonly path: string }, status: number])[],
): Promise<Response[]> {
  const { metrics, stop } = someMetrics(token === undefined ? {} : { token });
  const endpoint = metricsEndpoint(metrics);
  const all: Response[] = [];
  for (const [{ path, headers, ...init }, status] of rows) {
    const host = { host: "127.0.0.1:9464" };
    const url = `http://127.0.0.1:9464${path}`;
    const response = await endpoint(
      new Request(url, { ...init, headers: { ...host, ...headers } }),
    );
    assert.equal(response.status, status, `${init.method ?? "GET"} ${path}`);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    all.push(response);
  }
  await stop();
  return all;
}

Deno.test("a port of its own shows metrics to anybody, and nothing else", async () => {
  const [get, head, post] = await answers(undefined, [
    [{ path: "/metrics" }, 200],
    [{ path: "/metrics", method: "HEAD" }, 200],
    [{ path: "/metrics", method: "POST" }, 405],
    [{ path: "/metrics?name[]=x" }, 200],
    [{ path: "/" }, 404],
    [{ path: "/metrics/" }, 404],
    [{ path: "/health" }, 404],
    [{ path: "/metrics", headers: { host: "evil/x?" } }, 404],
  ]);
  assert.equal(get?.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  assert.ok(parseExposition(await get?.text() ?? "").has("checkoutd_sessions"));
  assert.equal(await head?.text(), "");
  assert.equal(post?.headers.get("allow"), "GET, HEAD");
});

Deno.test("a port of its own asks for the token if there is one", async () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const [without] = await answers(TOKEN, [
    [{ path: "/metrics" }, 401],
    [{ path: "/metrics", headers: bearer(`${TOKEN}x`) }, 401],
    [{ path: "/metrics", headers: bearer(TOKEN.slice(1)) }, 401],
    [{ path: "/metrics", headers: { authorization: TOKEN } }, 401],
    [{ path: "/metrics", headers: bearer(TOKEN) }, 200],
    [{ path: "/elsewhere", headers: bearer(TOKEN) }, 404],
  ]);
  assert.equal(without?.headers.get("www-authenticate"), "Bearer");
});

Deno.test("tokenCheck() admits its token only; without one, everyone", () => {
  const isIt = tokenCheck(TOKEN);
  assert.deepEqual([TOKEN, TOKEN.toUpperCase(), "", undefined].map(isIt), [
    true,
    false,
    false,
    false,
  ]);
  assert.deepEqual(["x", undefined].map(tokenCheck(undefined)), [true, true]);
});
