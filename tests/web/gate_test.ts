import assert from "node:assert/strict";
import { SETTLE_MS } from "../../src/service/cache/freshness.ts";
import { aCart, withWorld } from "../support/app.ts";
import { composeSecret, SECRET_ENTROPY_BYTES } from "../../src/domain/shop/api_key.ts";
import { uuid } from "../support/builders.ts";
import { OPERATOR } from "../support/operator.ts";

const MISSING = `/session/${uuid(999)}`;

Deno.test("requests without a valid key are answered 401 with WWW-Authenticate", () =>
  withWorld(async ({ send, secret, services, merchant, clock }) => {
    const expiring = await services.keys.create({
      merchantId: merchant.id,
      name: "short",
      lifetimeMs: 1000,
      rateLimit: null,
    }, OPERATOR);
    clock.advance(1000);
    const wrongDigit = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");
    const foreign = composeSecret(new Uint8Array(SECRET_ENTROPY_BYTES).fill(7));
    const revoked = await services.keys.create({
      merchantId: merchant.id,
      name: "revoked",
      lifetimeMs: 500,
      rateLimit: null,
    }, OPERATOR);
    await services.keys.revoke(revoked.key.id, OPERATOR);
    const unknown = "ck_live_000000000000000000000000000000";
    const required = "An API key is required: send the header Authorization: Bearer ck_live_...";
    const malformed =
      "The API key is malformed: copy the whole secret, ck_live_ or ck_test_ and 36 characters";
    // An unknown key and one that was revoked, of whatever shop, are not told apart.
    const invalid =
      "The API key is not valid: it was revoked, may not be used from this address, " +
      "or belongs to another installation";
    const answers = [
      [null, required],
      ["", required],
      ["nonsense", malformed],
      [unknown, malformed],
      [wrongDigit, malformed],
      [`${secret}x`, malformed],
      [expiring.secret, "The API key has expired: create another one"],
      [revoked.secret, invalid],
      [foreign, invalid],
    ] as const;
    for (const [token, message] of answers) {
      const { status, json, headers } = await send("GET", MISSING, { secret: token });
      assert.equal(status, 401, String(token));
      assert.deepEqual(json.error, { code: "error.unauthorized", message });
      assert.equal(headers.get("www-authenticate"), "Bearer");
    }
  }));

Deno.test("a revoked key is refused by the first request after revoke() returned", () =>
  withWorld(async ({ send, key, services, clock }) => {
    assert.equal((await send("GET", MISSING)).status, 404);
    await services.keys.revoke(key.id, OPERATOR);
    assert.deepEqual(clock.waited, [SETTLE_MS]);
    assert.equal((await send("GET", MISSING)).status, 401);
    // Somebody else may have revoked it this very moment.
    await services.keys.revoke(key.id, OPERATOR);
    assert.deepEqual(clock.waited, [SETTLE_MS, SETTLE_MS]);
  }));

Deno.test("a key passes its quota in a minute and no more, with headers that say so", () =>
  withWorld(async ({ send, clock }) => {
    for (let i = 1; i <= 3; i++) {
      const { headers, status } = await send("GET", MISSING);
      assert.equal(status, 404);
      assert.equal(headers.get("ratelimit-policy"), '"key";q=3;w=60');
      assert.equal(headers.get("ratelimit"), `"key";r=${3 - i};t=60`);
    }
    clock.advance(20_500);
    const { status, json, headers } = await send("GET", MISSING);
    assert.deepEqual([status, json.error.code], [429, "error.rate-limit-exceeded"]);
    assert.equal(headers.get("retry-after"), "40");
    assert.equal(headers.get("ratelimit"), '"key";r=0;t=40');
    clock.advance(40_000);
    assert.equal((await send("GET", MISSING)).status, 404);
  }, { rateLimit: 3 }));

Deno.test("a key's own limit overrides the server's", () =>
  withWorld(async ({ send, services, merchant }) => {
    const { secret } = await services.keys.create({
      merchantId: merchant.id,
      name: "big",
      lifetimeMs: null,
      rateLimit: 7,
    }, OPERATOR);
    const { headers } = await send("GET", MISSING, { secret });
    assert.equal(headers.get("ratelimit-policy"), '"key";q=7;w=60');
  }, { rateLimit: 3 }));

Deno.test("requests without a valid key are limited by address, before anything else", () =>
  withWorld(async ({ send }) => {
    const anonymous = { secret: null, peer: "198.51.100.1" };
    const statuses = [];
    for (const path of [MISSING, "/nowhere", "/session", "/openapi.jsonx"]) {
      statuses.push((await send("GET", path, anonymous)).status);
    }
    assert.deepEqual(statuses, [401, 404, 405, 429]);
    const { headers } = await send("POST", "/session", { ...anonymous, body: aCart() });
    assert.equal(headers.get("ratelimit-policy"), '"ip";q=3;w=60');
    assert.equal((await send("GET", MISSING, { ...anonymous, peer: "198.51.100.2" })).status, 401);
    assert.equal((await send("GET", MISSING)).status, 404, "a key is not held to its address");
  }, { rateLimit: 3 }));

Deno.test("X-Forwarded-For counts only behind a trusted proxy", async () => {
  const spoof = (n: number) => ({ secret: null, headers: { "x-forwarded-for": `203.0.113.${n}` } });
  await withWorld(async ({ send }) => {
    await send("GET", MISSING, spoof(1));
    assert.equal((await send("GET", MISSING, spoof(2))).status, 429);
  }, { rateLimit: 1 });
  await withWorld(async ({ send }) => {
    await send("GET", MISSING, spoof(1));
    assert.equal((await send("GET", MISSING, spoof(2))).status, 401);
    assert.equal((await send("GET", MISSING, spoof(2))).status, 429);
  }, { rateLimit: 1, trustedHops: 1 });
});

Deno.test("health, ready and the OpenAPI document need no key and know no limit", () =>
  withWorld(async ({ send }) => {
    for (const path of ["/health", "/ready", "/openapi.json", "/health", "/ready"]) {
      const { status, headers } = await send("GET", path, { secret: null });
      assert.equal(status, 200, path);
      assert.equal(headers.get("ratelimit"), null);
    }
  }, { rateLimit: 1 }));

Deno.test("GET /ready answers 503 when the database does not", () =>
  withWorld(async ({ send, store }) => {
    await store.close();
    const { status, json, headers } = await send("GET", "/ready");
    assert.deepEqual([status, json.error.code], [503, "error.unavailable"]);
    assert.match(headers.get("retry-after") ?? "", /^\d+$/);
    assert.equal((await send("GET", "/health")).status, 200);
  }));

Deno.test("unknown paths are 404, known ones with another method 405 with Allow, OPTIONS 204", () =>
  withWorld(async ({ send }) => {
    for (
      const path of [
        "/index.html",
        "/cart",
        "/session/",
        "//session",
        "/session/a/b",
        "/SESSION",
        "/session%2f",
      ]
    ) {
      const { status, json } = await send("GET", path);
      assert.deepEqual([path, status, json.error.code], [path, 404, "error.not-found"]);
    }
    const wrong = await send("DELETE", MISSING);
    assert.deepEqual([wrong.status, wrong.json.error.code], [405, "error.method-not-allowed"]);
    assert.equal(wrong.headers.get("allow"), "GET, HEAD, OPTIONS");
    assert.equal((await send("PUT", "/session")).headers.get("allow"), "OPTIONS, POST");
    const options = await send("OPTIONS", "/session");
    assert.deepEqual([options.status, options.text], [204, ""]);
    assert.equal(options.headers.get("allow"), "OPTIONS, POST");
    assert.equal(options.headers.get("access-control-allow-origin"), null);
  }));

Deno.test("a malformed Host is refused", () =>
  withWorld(async ({ send }) => {
    for (const host of ["evil/x?", "a b", ""]) {
      const { status, json } = await send("GET", MISSING, { headers: { host } });
      assert.deepEqual([status, json.error.code], [400, "error.invalid-request"]);
    }
  }));

Deno.test("every answer carries a request id: the caller's if sane, else a new one", () =>
  withWorld(async ({ send }) => {
    const id = async (given?: string) =>
      (await send(
        "GET",
        MISSING,
        given === undefined ? {} : { headers: { "x-request-id": given } },
      ))
        .headers.get("x-request-id");
    assert.equal(await id("abc-123_X.9"), "abc-123_X.9");
    assert.match(await id() ?? "", /^request-\d+$/);
    assert.match(await id("no spaces") ?? "", /^request-\d+$/);
    assert.match(await id("x".repeat(65)) ?? "", /^request-\d+$/);
  }));

Deno.test("an unexpected failure is a plain 500 whose cause is in the log alone", async () => {
  const broken = new Error("disk I/O error at /var/lib/secret");
  const atOnce = () => {
    throw broken;
  };
  for (const fail of [atOnce, () => Promise.reject(broken)]) {
    await withWorld(async ({ send, store, log }) => {
      Object.defineProperty(store.sessions, "shown", { value: fail });
      const { status, json, text } = await send("GET", MISSING, {
        headers: { "x-request-id": "r1" },
      });
      assert.deepEqual([status, json.error.code], [500, "error.internal"]);
      assert.doesNotMatch(text, /disk|secret/);
      assert.deepEqual(log.map((entry) => [entry.request_id, entry.error, entry.cause]), [
        ["r1", "error.internal", broken],
      ]);
    });
  }
});

Deno.test("every answer forbids guessing its type: success, refusal, HEAD, OPTIONS, no body", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("POST", "/session", { body: aCart() });
    const path = `/session/${json.data.session_id}`;
    const answers = [
      await send("GET", path),
      await send("HEAD", path),
      await send("OPTIONS", path),
      await send("GET", MISSING),
      await send("GET", MISSING, { secret: null }),
      await send("PATCH", path),
      await send("GET", "/nowhere"),
      await send("POST", "/session", { text: "{", headers: { "content-type": "text/plain" } }),
      await send("GET", "/health", { secret: null }),
      await send("GET", "/docs", { secret: null }),
    ];
    for (const { status, headers } of answers) {
      assert.equal(headers.get("x-content-type-options"), "nosniff", String(status));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 204, 404, 401, 405, 404, 415, 200, 200],
    );
  }));

Deno.test("a request leaves one line in the log, with no secret and no body in it", () =>
  withWorld(async ({ send, log, key, secret, merchant }) => {
    const { json } = await send("POST", "/session", { body: aCart({ note: "private words" }) });
    await send("GET", `/session/${json.data.session_id}`);
    assert.deepEqual(log.map(({ method, route, status }) => [method, route, status]), [
      ["POST", "/session", 201],
      ["GET", "/session/{id}", 200],
    ]);
    assert.deepEqual([log[0]?.merchant, log[0]?.key], [merchant.id, key.prefix]);
    assert.doesNotMatch(
      JSON.stringify(log),
      new RegExp(`private words|${secret}|${json.data.session_id}`),
    );
  }));
