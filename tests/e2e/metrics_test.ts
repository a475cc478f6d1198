import assert from "node:assert/strict";
import { failureIn } from "../support/refused.ts";
import { aCart } from "../support/app.ts";
import { testOnEngines } from "../support/engines.ts";
import { type Family, parseExposition, valueOf } from "../support/exposition.ts";
import { type RunningServer, runServerToEnd, startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { promtool } from "../support/promtool.ts";
import { lacks } from "../support/tools.ts";
import { CERT, KEY } from "../support/tls.ts";

/** When the certificate of these tests ends, in Unix time. */
const CERTIFICATE_ENDS = Date.parse("2126-10-27T10:38:23Z") / 1000;
const canCheck = !await lacks("promtool");
const TOKEN = "a-metrics-token-for-tests";

async function scrape(url: string, token?: string): Promise<Map<string, Family>> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  if (canCheck) assert.equal(await promtool(["check", "metrics"], text), "");
  return parseExposition(text);
}

async function sendSome({ url }: RunningServer, secret: string): Promise<void> {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const create = async () => {
    const response = await fetch(`${url}/session`, {
      method: "POST",
      headers,
      body: JSON.stringify(aCart()),
    });
    return (await response.json()).data.session_id;
  };
  const ids = await Promise.all(Array.from({ length: 12 }, create));
  for (const id of [...ids, "none"]) {
    await (await fetch(`${url}/session/${id}`, { headers })).body?.cancel();
  }
  await (await fetch(`${url}/metrics`, { headers })).body?.cancel();
}

testOnEngines(
  "--metrics-port shows what was done, and the figures add up",
  ({ name: engine, withFolder }) =>
    withFolder(async (folder) => {
      const { secret } = await aShop(folder);
      const server = await startServer(folder, ["--metrics-port", "0"]);
      const [, url = ""] = await server.printed(/"metrics_url":"([^"]+)"/);
      await sendSome(server, secret);
      const found = await scrape(url);
      const requests = (operation: string, status: string) =>
        valueOf(found, "checkoutd_http_requests_total", { operation, status });
      assert.equal(requests("createSession", "201"), 12);
      assert.equal(requests("getSession", "200"), 12);
      assert.equal(requests("getSession", "404"), 1);
      assert.equal(requests("none", "404"), 1, "not on the port of the API");
      const time = "checkoutd_http_request_duration_seconds";
      assert.equal(valueOf(found, `${time}_count`, { operation: "getSession" }), 13);
      const seconds = valueOf(found, `${time}_sum`, { operation: "createSession" }) ?? 0;
      assert.ok(seconds > 0 && seconds < 60, `${seconds}`);
      // Other writes, such as activity, are commits as well.
      const commits = valueOf(found, "checkoutd_commit_batch_size_sum") ?? 0;
      const batches = valueOf(found, "checkoutd_commit_batch_size_count") ?? 0;
      assert.ok(commits >= 12 && batches >= 1 && batches <= commits, `${commits} in ${batches}`);
      assert.equal(valueOf(found, "checkoutd_commit_batch_duration_seconds_count"), batches);
      const draft = { session_state: "INITIATED", payment_state: "DRAFT" };
      assert.equal(valueOf(found, "checkoutd_sessions", draft), 12);
      assert.equal(valueOf(found, "checkoutd_commit_queue_depth"), 0);
      assert.equal(valueOf(found, "checkoutd_writes_failing"), 0);
      assert.equal(valueOf(found, "checkoutd_rate_limiter_subjects", { kind: "key" }), 1);
      for (
        const name of [
          "checkoutd_database_size_bytes",
          ...engine === "sqlite" ? ["checkoutd_database_wal_size_bytes"] : [],
          "process_resident_memory_bytes",
          "checkoutd_heap_used_bytes",
          "checkoutd_event_loop_lag_seconds_count",
        ]
      ) {
        assert.ok((valueOf(found, name) ?? 0) > 0, name);
      }
      const { code, output } = await server.end("SIGTERM");
      assert.equal(code, 0, output);
    }),
);

Deno.test("metrics show when the TLS certificate ends, and nothing of one where there is none", () =>
  withFolder(async (folder) => {
    const [certFile, keyFile] = [`${folder}/cert.pem`, `${folder}/key.pem`];
    await Deno.writeTextFile(certFile, CERT);
    await Deno.writeTextFile(keyFile, KEY);
    const pair = ["--tls-cert", certFile, "--tls-key", keyFile];
    for (const [args, ends] of [[pair, CERTIFICATE_ENDS], [[], undefined]] as const) {
      const server = await startServer(folder, [...args, "--metrics-port", "0"]);
      const [, url = ""] = await server.printed(/"metrics_url":"([^"]+)"/);
      const found = await scrape(url);
      assert.equal(valueOf(found, "checkoutd_tls_certificate_expiry_timestamp_seconds"), ends);
      await server.end("SIGTERM");
    }
  }));

Deno.test("CHECKOUT_METRICS_TOKEN shows metrics on the API's port to its holder", () =>
  withFolder(async (folder) => {
    const { secret } = await aShop(folder);
    const server = await startServer(folder, [], { CHECKOUT_METRICS_TOKEN: TOKEN });
    await sendSome(server, secret);
    const refused = await fetch(`${server.url}/metrics`);
    assert.equal(refused.status, 401);
    await refused.body?.cancel();
    const found = await scrape(`${server.url}/metrics`, TOKEN);
    const requests = (operation: string, status: string) =>
      valueOf(found, "checkoutd_http_requests_total", { operation, status });
    assert.deepEqual([requests("createSession", "201"), requests("getMetrics", "401")], [12, 2]);
    const { output } = await server.end("SIGTERM");
    assert.ok(!output.includes(TOKEN));
  }));

Deno.test("a metrics port that is taken is named, and so is a token that is too short", () =>
  withFolder(async (folder) => {
    const server = await startServer(folder);
    const { port } = new URL(server.url);
    const place = ["--db", `${folder}/other.db`, "--port", "0"];
    const taken = await runServerToEnd(folder, [...place, "--metrics-port", port]);
    assert.equal(taken.code, 1);
    assert.match(
      taken.stderr,
      new RegExp(
        `^error: Cannot listen on --metrics-host 127\\.0\\.0\\.1 --metrics-port ${port}: `,
      ),
    );
    assert.equal(taken.stderr.trim().split("\n").length, 1);
    const short = await runServerToEnd(folder, place, { CHECKOUT_METRICS_TOKEN: "short-one" });
    assert.equal(short.code, 2);
    assert.match(short.stderr, /--metrics-token.*16 to 512/);
    assert.doesNotMatch(short.stderr, /short-one/);
    const lost = await runServerToEnd(folder, place, { CHECKOUT_METRICS_HOST: "127.0.0.2" });
    assert.deepEqual(failureIn(lost.stderr), {
      message: "--metrics-host needs --metrics-port: 127.0.0.2",
      code: "error.invalid-request",
      exitCode: lost.code,
    });
    await server.end("SIGTERM");
  }));
