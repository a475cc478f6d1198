import assert from "node:assert/strict";
import { expire, leave, tokenOf, withCarts } from "../../service/recovery/left.ts";
import { pagesOf } from "./pages.ts";

/** Headers of every page. */
const GUARDED = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

function requireGuarded(headers: Headers): void {
  for (const [name, value] of Object.entries(GUARDED)) assert.equal(headers.get(name), value, name);
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /^default-src 'none'; style-src 'self'; /);
  assert.doesNotMatch(policy, /unsafe|\*|script-src/);
  assert.equal(headers.get("set-cookie"), null);
}

Deno.test("GET shows the cart and one button, and POST leads back to the shop with the session", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const pages = pagesOf(world);
    const path = `/c/recover/${await tokenOf(world, id)}`;
    const shown = await pages.send("GET", path);
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get("content-type"), "text/html; charset=utf-8");
    requireGuarded(shown.headers);
    assert.match(
      shown.headers.get("content-security-policy") ?? "",
      /form-action 'self' https:\/\/demo-store\.example;/,
    );
    assert.match(shown.text, /^<!doctype html><html lang="en" dir="ltr">/);
    for (const text of ["Demo Store", ">Mug<", "2 × ₹349.00", "₹698.00", "Continue to checkout"]) {
      assert.ok(shown.text.includes(text), text);
    }
    assert.equal(shown.text.match(/<button/g)?.length, 1);
    assert.match(shown.text, /<form method="post"><button/);
    // Nothing of the person, and no way elsewhere.
    assert.doesNotMatch(shown.text, /Asha|98765|Lake Road|asha@|<script|<a |https?:/);
    const done = await pages.send("POST", path, { headers: { "sec-fetch-site": "same-origin" } });
    assert.equal(done.status, 303);
    assert.equal(
      done.headers.get("location"),
      `https://demo-store.example/thanks?session_id=${id}`,
    );
    requireGuarded(done.headers);
    // The token is in no line of the log.
    assert.deepEqual(pages.log.map(({ method, route, status }) => [method, route, status]), [
      ["GET", "/c/recover/{token}", 200],
      ["POST", "/c/recover/{token}", 303],
    ]);
    assert.ok(!JSON.stringify(pages.log).includes(path.slice(-20)));
  }));

Deno.test("POST leads to the shop's recovery URL, and keeps its query", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const done = await pagesOf(world).send("POST", `/c/recover/${await tokenOf(world, id)}`);
    assert.equal(
      done.headers.get("location"),
      `https://demo-store.example/cart?from=mail&session_id=${id}#top`,
    );
  }, { merchant: { recoveryUrl: "https://demo-store.example/cart?from=mail#top" } }));

Deno.test("an expired session's page says so, and leads to a new session", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const path = `/c/recover/${await tokenOf(world, id)}`;
    await expire(world);
    const pages = pagesOf(world);
    assert.match((await pages.send("GET", path)).text, /Your checkout has ended/);
    const [one, other] = await Promise.all([pages.send("POST", path), pages.send("POST", path)]);
    const to = one.headers.get("location");
    assert.match(to ?? "", /\?session_id=[0-9a-f-]{36}$/);
    assert.doesNotMatch(to ?? "", new RegExp(id));
    assert.equal(other.headers.get("location"), to);
  }));

Deno.test("every token that leads nowhere gets the same answer", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const token = await tokenOf(world, id);
    const pages = pagesOf(world);
    const seen = new Set<string>();
    const foreign = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    const ask = async (path: string) => {
      for (const method of ["GET", "POST"]) {
        const { status, headers, text } = await pages.send(method, path);
        assert.equal(status, 404);
        requireGuarded(headers);
        headers.delete("x-request-id");
        seen.add(JSON.stringify([[...headers], text]));
      }
    };
    await ask("/c/recover/x");
    await ask(`/c/recover/${foreign}`);
    await ask(`/c/recover/${"A".repeat(48)}`);
    await world.send("POST", `/session/${id}/abandon`);
    await ask(`/c/recover/${token}`);
    assert.equal(seen.size, 1);
  }));

Deno.test("after 20 wrong tokens in a minute an address is refused, with right ones too", () =>
  withCarts(async (world) => {
    const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
    const pages = pagesOf(world);
    for (let i = 0; i < 20; i++) {
      assert.equal((await pages.send("GET", `/c/recover/${i}`)).status, 404);
    }
    for (const [method, to] of [["GET", "/c/recover/x"], ["GET", path], ["POST", path]] as const) {
      const refused = await pages.send(method, to);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get("retry-after"), "60");
      assert.match(refused.text, /Too many attempts/);
      requireGuarded(refused.headers);
    }
    assert.equal((await pages.send("GET", path, { peer: "192.0.2.2" })).status, 200);
    world.clock.advance(60_000);
    assert.equal((await pages.send("GET", path)).status, 200);
  }));

Deno.test("an address may send 20 forms a minute, and no more pages than the server allows", () =>
  withCarts(async (world) => {
    const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
    const pages = pagesOf(world, 30);
    for (let i = 0; i < 20; i++) assert.equal((await pages.send("POST", path)).status, 303);
    assert.equal((await pages.send("POST", path)).status, 429);
    for (let i = 0; i < 9; i++) assert.equal((await pages.send("GET", path)).status, 200);
    assert.equal((await pages.send("GET", path)).status, 429);
  }));

for (const site of ["cross-site", "same-site", "none"]) {
  Deno.test(`POST refuses a form that the browser calls ${site}`, () =>
    withCarts(async (world) => {
      const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
      const { status } = await pagesOf(world).send("POST", path, {
        headers: { "sec-fetch-site": site },
      });
      assert.equal(status, 400);
    }));
}

Deno.test("a page is in the browser's language, from right to left in Arabic", () =>
  withCarts(async (world) => {
    const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
    const headers = { "accept-language": "fr-FR, ar-EG;q=0.8, en;q=0.5" };
    const { text } = await pagesOf(world).send("GET", path, { headers });
    assert.match(text, /<html lang="ar" dir="rtl">/);
    assert.match(text, /متابعة إتمام الطلب/);
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
          `/c/recover`,
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
