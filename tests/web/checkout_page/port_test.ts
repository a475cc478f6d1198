/** The port of the pages: its limits, and what it serves besides. */
import assert from "node:assert/strict";
import { EMBED } from "../../../src/web/page/assets/files.ts";
import { leave, tokenOf, withCarts } from "../../service/recovery/left.ts";
import { pagesOf, requireGuarded } from "./pages.ts";

Deno.test("after 20 wrong recovery tokens in a minute an address gets 429 for others", () =>
  withCarts(async (world) => {
    const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
    const pages = pagesOf(world);
    for (let i = 0; i < 20; i++) {
      assert.equal((await pages.send("GET", `/c/recover/${i}`)).status, 404);
    }
    for (const method of ["GET", "POST"]) {
      const refused = await pages.send(method, "/c/recover/x");
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get("retry-after"), "60");
      assert.match(refused.text, /Too many attempts/);
      requireGuarded(refused.headers);
    }
    assert.equal((await pages.send("GET", path)).status, 200);
    const other = { peer: "192.0.2.2" };
    assert.equal((await pages.send("GET", "/c/recover/x", other)).status, 404);
    world.clock.advance(60_000);
    assert.equal((await pages.send("GET", "/c/recover/x")).status, 404);
  }));

Deno.test("an address may send 20 forms a minute, and no more pages than the server allows", () =>
  withCarts(async (world) => {
    const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
    const pages = pagesOf(world, { rateLimit: 30 });
    for (let i = 0; i < 20; i++) assert.equal((await pages.send("POST", path)).status, 303);
    assert.equal((await pages.send("POST", path)).status, 429);
    for (let i = 0; i < 9; i++) assert.equal((await pages.send("GET", path)).status, 200);
    assert.equal((await pages.send("GET", path)).status, 429);
  }));

Deno.test("nothing but the pages and their files is served", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const path = `/c/recover/${await tokenOf(world, id)}`;
    const pages = pagesOf(world);
    const authorization = `Bearer ${world.secret}`;
    for (
      const other of [
        ...[
          "/",
          "/health",
          "/ready",
          "/docs",
          "/openapi.json",
          "/metrics",
          "/c",
          "/c/",
          "/c/assets/",
        ],
        ...[
          "/session",
          `/session/${id}`,
          `${path}/`,
          `${path}/x`,
          `/C${path.slice(2)}`,
        ],
      ]
    ) {
      for (const method of ["GET", "POST"]) {
        const { status } = await pages.send(method, other, { headers: { authorization } });
        assert.equal(status, 404, `${method} ${other}`);
      }
    }
    // Like any token.
    assert.equal((await pages.send("GET", "/c/recover")).status, 404);
    const refused = await pages.send("DELETE", path);
    assert.equal(refused.status, 405);
    assert.equal(refused.headers.get("allow"), "GET, HEAD, POST");
    const head = await pages.send("HEAD", path);
    assert.deepEqual([head.status, head.text], [200, ""]);
    assert.equal((await pages.send("GET", path, { headers: { host: "a b" } })).status, 400);
  }));

Deno.test("the style is a file that browsers may keep, found from every page", () =>
  withCarts(async (world) => {
    const pages = pagesOf(world);
    for (
      const path of [`/c/recover/${await tokenOf(world, await leave(world))}`, "/c/recover/x", "/x"]
    ) {
      const { text } = await pages.send("GET", path);
      const [, href = ""] = /<link rel="stylesheet" href="([^"]+)"\/>/.exec(text) ?? [];
      const { pathname } = new URL(href, `http://pay.example${path}`);
      const { status, headers, text: style } = await pages.send("GET", pathname);
      assert.equal(status, 200, pathname);
      assert.equal(headers.get("content-type"), "text/css; charset=utf-8");
      assert.match(headers.get("cache-control") ?? "", /immutable/);
      assert.match(style, /@layer base, layout, parts;/);
      assert.doesNotMatch(style, /url\(|@import/);
    }
  }));

Deno.test("the script of embedding pages is for other sites, and kept for an hour", () =>
  withCarts(async (world) => {
    const { status, headers, text } = await pagesOf(world).send("GET", "/c/embed.js");
    assert.equal(status, 200);
    assert.equal(text, EMBED.text);
    assert.equal(headers.get("content-type"), "text/javascript; charset=utf-8");
    assert.equal(headers.get("cache-control"), "public, max-age=3600");
    assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
  }));

Deno.test("a failure is a page without its cause, which the log has", () =>
  withCarts(async (world) => {
    const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
    const broken = {
      ...world.services,
      recovery: { show: () => Promise.reject(new Error("secret")) },
    };
    const pages = pagesOf({ ...world, services: broken as never });
    const { status, text } = await pages.send("GET", path);
    assert.equal(status, 500);
    assert.match(text, /Something went wrong/);
    assert.doesNotMatch(text, /secret/);
    assert.match(String(pages.log.at(-1)?.cause), /secret/);
  }));
