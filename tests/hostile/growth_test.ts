import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { sourceTexts } from "../support/sources.ts";
import { LOCK, serverVariables, taskFlags } from "../support/tasks.ts";

/** Everything a running server keeps that grows by what it is sent, and what bounds it. */
const BOUNDS: Readonly<Record<string, string>> = {
  "src/web/checkout_page/limits.ts #blocked": "50,000 addresses and shops",
  "src/web/dashboard/sign_in/attempts.ts #times":
    "20,000 accounts and addresses, five moments each",
  "src/web/dashboard/sign_in/attempts.ts #persons": "20,000 persons, five moments each",
  "src/web/dashboard/forms/shared_work.ts #underWay": "forms under way",
  "src/web/dashboard/products/pending_imports.ts #pending": "8 files",
  "src/web/guard/free_form.ts #texts": "5,000 entries of one request",
  "src/web/guard/leased_limiter.ts #old": "half of 50,000 subjects",
  "src/web/guard/leased_limiter.ts #watched": "subjects with tokens: half a second's requests",
  "src/web/guard/leased_limiter.ts #young": "half of 50,000 subjects",
  "src/web/guard/rate_limit.ts #young": "half of 50,000 subjects, half of 4 Mi moments",
  "src/web/guard/rate_limit.ts #old": "half of 50,000 subjects, half of 4 Mi moments",
  "src/process/alarms.ts #raised": "topics there are",
  "src/process/supervise/supervisor.ts #children": "server and dashboard",
  "src/process/listen/listen_tls.ts #retiring":
    "certificates loaded while requests of the last run",
  "src/process/listen/tls_server.ts #peers": "connections",
  "src/process/listen/tls_server.ts #relays": "connections",
  "src/process/metrics/gauges.ts #refusedSoFar": "limits there are",
  "src/process/metrics/request_metrics.ts #meters": "operations",
  "src/service/hourly_count.ts #counts": "API keys and people there are",
  "src/service/checkout/call_budget.ts #used": "shops there are",
  "src/service/checkout/idempotency.ts #running": "requests under way",
  "src/service/checkout/payments.ts #manyReported": "one id of a key and day with 1,000 reports",
  "src/service/cache/activity.ts #keys": "API keys there are",
  "src/service/cache/activity.ts #sessions": "sessions used within two minutes, by the keys' limit",
  "src/service/cache/sized_map.ts #entries": "the budget in bytes of its owner",
  "src/service/cache/catalog_cache.ts #variants": "5,000, of a shop that is cached",
  "src/service/cache/catalog_cache.ts #products": "5,000, of a shop that is cached",
  "src/service/cache/catalog_cache.ts #aliases": "5,000, of a shop that is cached",
  "src/service/cache/freshness.ts #drops": "caches of the server",
  "src/service/cache/session_cache.ts #readOnce": "10,000 ids of sessions there are",
  "src/service/cache/shared_activity.ts #from": "API keys there are",
  "src/service/cache/shared_activity.ts #noted": "sessions and keys used within 5 s",
  "src/service/cache/shared_activity.ts #writing": "sessions and keys used within 5 s",
  "src/service/leases.ts #until": "endpoints and jobs there are",
  "src/service/refusals.ts #pending": "limits of the shops there are",
  "src/service/refusals.ts #totals": "limits there are",
  "src/service/checkout/provider_calls.ts #running": "kinds of providers",
  "src/service/checkout/look_pause.ts #lookedAt": "10,000 payments",
  "src/service/checkout/provider_hooks.ts #looking": "6 hooks",
  "src/service/checkout/provider_hooks.ts #leaving": "100 hooks",
  "src/process/secrets/key_file.ts #keys": "lines of the key file",
  "src/service/secrets/secrets.ts #opened": "its own limit of opened secrets",
  "src/service/webhooks/locked_secrets.ts #told": "endpoints there are",
  "src/service/webhooks/endpoint_leases.ts #used": "endpoints there are",
  "src/service/authentication.ts #hashes": "10,000 secrets that were good",
  "src/service/cache/shops.ts #loading": "shops there are",
  "src/service/cache/shops.ts #domains": "domains there are: unknown ones are not remembered",
  "src/service/cache/shops.ts #keysByHash": "API keys there are: unknown ones are not remembered",
  "src/service/cache/shops.ts #keysById": "API keys there are: unknown ones are not remembered",
  "src/service/cache/shops.ts #shops": "shops there are, 5,000 variants each",
  "src/service/webhooks/delivery_slots.ts #running": "32 deliveries",
  "src/service/webhooks/delivery_slots.ts #slow": "endpoints there are",
  "src/service/webhooks/dispatcher.ts #underWay": "endpoints there are",
  "src/web/router.ts #places": "operations there are",
  "src/store/commit/queue.ts #pending": "4,096 commits",
  "src/store/postgres/connection/line.ts #open": "6 connections, of the pool and the writer",
  "src/store/postgres/connection/pool.ts #open": "4 connections",
  "src/store/postgres/connection/pool.ts #opening": "4 connections",
  "src/store/postgres/write/batches.ts #connections": "2 connections",
  "src/store/postgres/read/batched.ts #waiting": "reads under way: 4,096",
  "src/store/sqlite/write/executor.ts #prepared": "statements of the program",
};

/** The same for what is kept outside of objects. */
const MODULE_BOUNDS: Readonly<Record<string, string>> = {
  "src/store/sqlite/file/file_head.ts OPEN_HEADS": "databases that the process opens",
  "src/web/ops/guides/shelf.ts rendered": "guides of the program",
  "src/web/page/accent.ts kept": "500 colours",
  "src/web/page/countries.ts kept": "languages of the pages",
  "src/web/dashboard/parts/format.ts kept": "500 formats",
  "src/web/page/qr.tsx kept": "200 codes",
  "src/web/page/format.ts kept": "500 formats",
  "src/web/page/format.ts keptTimes": "500 formats",
};

/** Folders of which a server has nothing at hand: they compute, or belong to the command line. */
const ELSEWHERE = /^src\/(?:cli|domain|store\/(?:check|sqlite\/maintenance))\//;

Deno.test("everything that a running server keeps has a stated bound", async () => {
  const kept = (await sourceTexts("src")).filter(({ path }) => !ELSEWHERE.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}(?:readonly )?(#\w+)(?:: [^=\n]+)? = (?:new (?:Map|Set)\b|\[\])/gm)]
        .map(([, name]) => `${path} ${name}`)
    );
  assert.deepEqual(kept.sort(), Object.keys(BOUNDS).sort());
});

Deno.test("everything that is kept for the life of the process has a stated bound", async () => {
  const kept = (await sourceTexts("src")).filter(({ path }) => !ELSEWHERE.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:const|let) (\w+)(?:: [^=\n]+)? = new (?:Map|Set)\b(?:<[^(]*>)?\(\)/gm)]
        .map(([, name]) => `${path} ${name}`)
    );
  assert.deepEqual(kept.sort(), Object.keys(MODULE_BOUNDS).sort());
});

/** Memory limit of a million addresses. */
const MAX_GROWTH_MIB = 64;

Deno.test(`a million distinct addresses leave behind less than ${MAX_GROWTH_MIB} MiB`, async () => {
  const program = fileURLToPath(new URL("million_addresses.ts", import.meta.url));
  const [heap = ""] = (await taskFlags("start", "")).filter((flag) =>
    flag.startsWith("--v8-flags")
  );
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", LOCK, `${heap},--expose-gc`, program],
    env: { NO_COLOR: "1", ...await serverVariables() },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const grown = JSON.parse(new TextDecoder().decode(stdout));
  assert.ok(grown.once < MAX_GROWTH_MIB / 2, `a request each: ${grown.once} MiB`);
  assert.ok(grown.rss < MAX_GROWTH_MIB, `a request each, of the process: ${grown.rss} MiB`);
  assert.ok(grown.often < MAX_GROWTH_MIB, `a full minute each: ${grown.often} MiB`);
});
