import assert from "node:assert/strict";
import fc from "fast-check";
import type { Operation } from "../../../src/web/operation.ts";
import { createOperations } from "../../../src/web/operations.ts";
import { Router } from "../../../src/web/router.ts";
import { indented } from "../../../src/schema/api/indent.ts";
import { NO_OPERATION } from "../../../src/web/request_context.ts";
import { METRICS_TYPE, type MetricsSource } from "../../../src/web/ops/metrics.ts";
import { aCart, withWorld } from "../../support/app.ts";

/** The Accept header of Firefox and Chromium for a page. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

Deno.test("GET / tells programs in JSON what runs here and where its documentation is", () =>
  withWorld(async ({ send }) => {
    for (const accept of [undefined, "*/*", "application/json"]) {
      const { status, json, headers } = await send("GET", "/", {
        headers: accept === undefined ? {} : { accept },
      });
      assert.equal(status, 200);
      const { version, ...rest } = json.data;
      assert.match(version, /^\d+\.\d+\.\d+/);
      assert.deepEqual(rest, { service: "checkoutd", docs: "/docs", openapi: "/openapi.json" });
      assert.equal(headers.get("vary"), "Accept");
      for (const path of [rest.docs, rest.openapi]) {
        assert.equal((await send("GET", path)).status, 200);
      }
    }
  }));

Deno.test("GET / answers browsers with a page whose links lead somewhere, and that runs nothing", () =>
  withWorld(async ({ send }) => {
    const { status, text, headers } = await send("GET", "/", { headers: { accept: BROWSER } });
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(headers.get("vary"), "Accept");
    assert.match(
      headers.get("content-security-policy") ?? "",
      /default-src 'none'.*style-src 'self'/,
    );
    assert.match(text, /<p class="version">Version \d+\.\d+\.\d+/);
    assert.doesNotMatch(text, /<script|style=|https?:/);
    const links = [...text.matchAll(/href="([^":]+)"/g)].map(([, link]) => `/${link}`);
    assert.deepEqual(links, ["/root.css", "/docs", "/docs/guides", "/openapi.json"]);
    for (const link of links) assert.equal((await send("GET", link)).status, 200, link);
    assert.equal((await send("HEAD", "/", { headers: { accept: BROWSER } })).text, "");
  }));

Deno.test("?indent spreads JSON over several lines, answers of failures too, and nothing else", () =>
  withWorld(async ({ send }) => {
    const plain = await send("GET", "/");
    const { text } = await send("GET", "/?indent");
    assert.deepEqual(JSON.parse(text), plain.json);
    assert.equal(text, `${JSON.stringify(plain.json, null, 2)}\n`);
    const failure = await send("GET", "/session/x?indent");
    assert.equal(failure.text, `${JSON.stringify(failure.json, null, 2)}\n`);
    assert.doesNotMatch((await send("GET", "/?indented")).text, /\n/);
    const page = await send("GET", "/?indent", { headers: { accept: BROWSER } });
    assert.equal(page.text, (await send("GET", "/", { headers: { accept: BROWSER } })).text);
    const head = await send("HEAD", "/?indent");
    assert.equal(head.headers.get("content-length"), `${text.length}`);
  }));

/** Path parts that are not ids; the router neither decodes nor resolves them. */
const SEGMENTS = ["a", "%2F", "%61", "..", "$", "*", ":id", "{id}", "a;b=c", "é", "__proto__"];

async function withRouter(
  test: (router: Router<Operation>, operations: readonly Operation[]) => void,
): Promise<void> {
  await withWorld(({ services }) => {
    const operations = createOperations({ services, version: "0" });
    test(new Router(operations), operations);
    return Promise.resolve();
  });
}

/** The path of an operation with something in the place of each parameter. */
function pathWith({ path }: Operation, segment: string): string {
  return path.replaceAll(/\{\w+\}/g, () => segment);
}

Deno.test("Router finds each operation, with its parameters exactly as they were sent", () =>
  withRouter((router, operations) => {
    for (const operation of operations) {
      for (const segment of SEGMENTS) {
        const route = router.find(operation.method, pathWith(operation, segment));
        assert.equal(route?.operation, operation);
        const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
        assert.deepEqual(route.params, Object.fromEntries(names.map((name) => [name, segment])));
      }
    }
  }));

Deno.test("Router finds nothing for a path that is only nearly an operation's", () =>
  withRouter((router, operations) => {
    for (const operation of operations) {
      const path = pathWith(operation, "a");
      const near = [`${path}/`, `/${path}`, path.toUpperCase(), path.slice(1)];
      const empty = path === operation.path ? [] : [pathWith(operation, "")];
      for (const other of [...near, ...empty].filter((other) => other !== path)) {
        assert.equal(router.find(operation.method, other), undefined, other);
        assert.deepEqual(router.methodsOf(other), [], other);
      }
    }
  }));

Deno.test("Router finds nothing for an unused method of any name", () =>
  withRouter((router, operations) => {
    for (const operation of operations) {
      const path = pathWith(operation, "a");
      assert.ok(router.methodsOf(path).includes(operation.method));
      for (const method of ["ALL", "all", "PATCH", "HEAD", "get", "__proto__", "constructor"]) {
        assert.equal(router.find(method, path), undefined, `${method} ${path}`);
      }
    }
  }));

Deno.test("indented() is what JSON.stringify() would print, whatever is in it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(indented(JSON.stringify(value)), JSON.stringify(value, null, 2));
    }),
  );
});

Deno.test("indented() keeps every digit", () => {
  assert.equal(
    indented('{"id":9223372036854775807,"n":[1.10,-0,{}],"s":"a,\\"{b"}'),
    '{\n  "id": 9223372036854775807,\n  "n": [\n    1.10,\n    -0,\n    {}\n  ],\n  "s": "a,\\"{b"\n}',
  );
});

const source: MetricsSource = {
  admits: (token) => token === "the-metrics-token",
  render: () => Promise.resolve("checkoutd_up 1\n"),
};

Deno.test("GET /metrics is not there unless it is asked for", () =>
  withWorld(async ({ send }) => {
    const { status, json, headers } = await send("GET", "/metrics");
    const elsewhere = await send("GET", "/nothing");
    assert.deepEqual([status, json.error.code], [404, "error.not-found"]);
    assert.equal(headers.get("www-authenticate"), null);
    assert.deepEqual([...headers.keys()], [...elsewhere.headers.keys()]);
    assert.equal((await send("OPTIONS", "/metrics")).status, 404);
  }));

Deno.test("GET /metrics wants its own token, not an API key, and has no limit", () =>
  withWorld(async ({ send, secret }) => {
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
  }, { metrics: { metrics: source }, rateLimit: 2 }));

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
