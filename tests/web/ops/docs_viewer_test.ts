import assert from "node:assert/strict";
import manifest from "../../../import_map.json" with { type: "json" };
import { VIEWER } from "../../../src/web/ops/docs_viewer.ts";
import { type Answer, withWorld, type World } from "../../support/app.ts";

/** Addresses that a page names, in attributes and in scripts. */
function addresses(page: string): string[] {
  return [...page.matchAll(/\b(?:src|href|action|url)\s*[=:]\s*"([^"]*)"/g)]
    .map(([, address = ""]) => address);
}

/** The page and everything that it names, as a browser at `/docs` finds it. */
async function pageFiles(send: World["send"]): Promise<Map<string, Answer>> {
  const page = await send("GET", "/docs", { secret: null });
  const found = new Map([["/docs", page]]);
  const named = addresses(page.text).filter((address) => !address.startsWith("data:"));
  for (const address of named) {
    const { pathname } = new URL(address, "http://checkout.example/docs");
    found.set(pathname, await send("GET", pathname, { secret: null }));
  }
  return found;
}

Deno.test("GET /docs names nothing that is not on this server, and all that it names is there", () =>
  withWorld(async ({ send }) => {
    const files = await pageFiles(send);
    assert.deepEqual([...files].map(([path, { status }]) => `${status} ${path}`), [
      "200 /docs",
      `200 /docs/${VIEWER}.css`,
      "200 /docs/look.css",
      "200 /openapi.json",
      "200 /docs/guides",
      "200 /docs/notices.txt",
      `200 /docs/${VIEWER}.js`,
      "200 /docs/start.js",
    ]);
    const { text: page } = files.get("/docs") ?? {};
    const { text: start } = files.get("/docs/start.js") ?? {};
    const named = [...addresses(page ?? ""), ...addresses(start ?? "")];
    assert.ok(named.includes("openapi.json") && named.length >= 8, String(named));
    // Relative, so that a proxy can serve all of it under a path of its own.
    assert.deepEqual(named.filter((address) => /^[a-z]+:(?!,$)|^\//i.test(address)), []);
    assert.doesNotMatch(page ?? "", /<script>|\son\w+=|style=/);
    assert.doesNotMatch(files.get("/docs/look.css")?.text ?? "", /@import|url\(/);
    const style = files.get(`/docs/${VIEWER}.css`)?.text ?? "";
    const fetched = [...style.matchAll(/@import|url\((?!["']?data:)/g)];
    assert.deepEqual(fetched.map(([match]) => match), []);
  }));

Deno.test("GET /docs and its files are guarded, say their types, and need no key", () =>
  withWorld(async ({ send, services }) => {
    services.authentication.identify = () =>
      Promise.reject(new Error("the caller is not identified"));
    const types = new Map([["js", "text/javascript"], ["css", "text/css"], ["txt", "text/plain"]]);
    const files = await pageFiles((method, path, init) => send(method, path, init));
    files.delete("/openapi.json");
    files.delete("/docs/guides");
    for (const [path, { headers }] of files) {
      const type = types.get(path.split(".").at(-1) ?? "") ?? "text/html";
      assert.equal(headers.get("content-type"), `${type}; charset=utf-8`, path);
      assert.equal(headers.get("x-content-type-options"), "nosniff", path);
      assert.equal(headers.get("referrer-policy"), "no-referrer", path);
      assert.equal(headers.get("x-frame-options"), "DENY", path);
      const policy = headers.get("content-security-policy") ?? "";
      assert.match(policy, /^default-src 'none'; script-src 'self'; /, path);
      assert.match(policy, /frame-ancestors 'none'/, path);
      assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/, path);
      assert.equal(headers.get("ratelimit"), null, path);
    }
  }));

Deno.test("the viewer's own files are kept for ever under a name that says their version", async () => {
  const { imports } = manifest;
  assert.equal(imports["swagger-ui-dist/"], `npm:/${VIEWER.replace("ui-", "ui-dist@")}/`);
  await withWorld(async ({ send }) => {
    for (const path of [`/docs/${VIEWER}.js`, `/docs/${VIEWER}.css`]) {
      const { headers } = await send("GET", path);
      assert.equal(headers.get("cache-control"), "public, max-age=31536000, immutable");
      assert.equal(headers.get("vary"), "Accept-Encoding");
    }
    for (const path of ["/docs", "/docs/start.js", "/docs/look.css", "/docs/notices.txt"]) {
      assert.equal((await send("GET", path)).headers.get("cache-control"), "no-store", path);
    }
  });
});

Deno.test("the viewer's own files are compressed for clients that accept gzip only", () =>
  withWorld(async ({ send }) => {
    const path = `/docs/${VIEWER}.css`;
    const coding = async (accepts?: string) => {
      const headers = accepts === undefined ? {} : { "accept-encoding": accepts };
      return (await send("HEAD", path, { headers })).headers;
    };
    const plain = Number((await coding()).get("content-length"));
    for (const accepts of ["gzip", "br, GZIP;q=0.5", "deflate,gzip"]) {
      const headers = await coding(accepts);
      assert.equal(headers.get("content-encoding"), "gzip", accepts);
      assert.ok(Number(headers.get("content-length")) * 4 < plain, accepts);
    }
    for (const accepts of ["", "identity", "br", "gzip;q=0", "gzip; q=0.000", "x-gzipped"]) {
      const headers = await coding(accepts);
      assert.equal(headers.get("content-encoding"), null, accepts);
      assert.equal(Number(headers.get("content-length")), plain, accepts);
    }
  }));

Deno.test("GET /docs answers other methods and unknown files as any operation does", () =>
  withWorld(async ({ send }) => {
    for (const path of ["/docs", "/docs/start.js", `/docs/${VIEWER}.js`]) {
      const options = await send("OPTIONS", path);
      assert.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
      const post = await send("POST", path, { body: {} });
      assert.equal(post.json.error.code, "error.method-not-allowed");
      const head = await send("HEAD", path);
      assert.deepEqual([head.status, head.text], [200, ""]);
    }
    for (
      const path of ["/docs/", "/docs/swagger-ui-5.0.0.js", "/docs/../deno.json", "/docs/start"]
    ) {
      const { status, json } = await send("GET", path);
      assert.deepEqual([status, json.error.code], [404, "error.not-found"], path);
    }
  }));

Deno.test("GET /openapi.json has the page, and not the files that it is made of", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const paths = Object.keys(json.paths).filter((path) => path.startsWith("/docs"));
    assert.deepEqual(paths, ["/docs"]);
    assert.deepEqual(Object.keys(json.paths["/docs"].get.responses["200"].content), ["text/html"]);
  }));

Deno.test("GET /docs/notices.txt has the licence of the viewer and its notices", () =>
  withWorld(async ({ send }) => {
    const { text } = await send("GET", "/docs/notices.txt");
    assert.match(text, /SmartBear/);
    assert.match(text, /Apache License\s+Version 2\.0/);
    assert.match(text, /@license DOMPurify/);
  }));
