import assert from "node:assert/strict";
import { withWorld } from "../support/app.ts";

/** What Firefox and Chromium send for a page. */
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
    assert.deepEqual(links, ["/root.css", "/docs", "/openapi.json"]);
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
