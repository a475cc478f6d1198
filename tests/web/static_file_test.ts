import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { DASHBOARD_ASSETS_PATH, DASHBOARD_STYLE } from "../../src/web/dashboard/assets/style.ts";
import { FORM_SCRIPT } from "../../src/web/dashboard/assets/script.ts";
import { dashboardPages } from "../../src/web/dashboard/pages.ts";
import { VIEWER } from "../../src/web/ops/docs_viewer.ts";
import { ASSETS_PATH, EMBED, SCRIPT, STYLE } from "../../src/web/page/assets/files.ts";
import { StaticFile } from "../../src/web/static_file.ts";
import { withWorld, type World } from "../support/app.ts";
import { sourceTexts } from "../support/sources.ts";
import { withShop } from "./api/shop.ts";
import { LinkedPage } from "./checkout_page/link.ts";
import { pagesOf } from "./checkout_page/pages.ts";
import { dashboardOf, roleAt } from "./dashboard/dashboard.ts";

const ACCEPTS = { "accept-encoding": "br, gzip" };

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface ServedFile {
  readonly path: string;
  /** Undefined for one that is not known here. */
  readonly text?: string;
  send(method: string, path: string, init: { headers: Record<string, string> }): Promise<Seen>;
}

/** Files of each surface. */
function files(world: World): ServedFile[] {
  const { send } = pagesOf(world);
  const { send: sendThere } = dashboardOf(world);
  return [
    ...[STYLE, SCRIPT].map(({ name, text }) => ({ path: `/${ASSETS_PATH}${name}`, text, send })),
    { path: `/c/${EMBED.name}`, text: EMBED.text, send },
    ...[DASHBOARD_STYLE, FORM_SCRIPT].map(({ name, text }) => ({
      path: `${DASHBOARD_ASSETS_PATH}${name}`,
      text,
      send: sendThere,
    })),
    { path: `/docs/${VIEWER}.css`, send: world.send },
  ];
}

Deno.test("files are sent compressed where it is accepted, with a tag for each form", () =>
  withWorld(async (world) => {
    for (const { path, text, send } of files(world)) {
      const get = (headers: Record<string, string>, method = "GET") =>
        send(method, path, { headers });
      const [whole, packed] = [await get({}), await get(ACCEPTS)];
      if (text !== undefined) assert.equal(whole.text, text, path);
      assert.equal(packed.headers.get("content-encoding"), "gzip", path);
      const tags: string[] = [];
      for (const [answer, headers] of [[whole, {}], [packed, ACCEPTS]] as const) {
        assert.equal(answer.headers.get("vary"), "Accept-Encoding", path);
        const tag = answer.headers.get("etag") ?? "";
        tags.push(tag);
        const again = await get({ ...headers, "if-none-match": `"other", W/${tag}` });
        assert.deepEqual([again.status, again.text], [304, ""], path);
        const { headers: kept } = again;
        assert.deepEqual(
          ["etag", "vary", "cache-control", "content-encoding", "content-type"]
            .map((name) => kept.get(name)),
          [tag, "Accept-Encoding", answer.headers.get("cache-control"), null, null],
        );
      }
      assert.notEqual(tags[0], tags[1], path);
      assert.equal((await get({ "if-none-match": tags[1]! })).status, 200, "of the other form");
      const [longer, shorter] = [await get({}, "HEAD"), await get(ACCEPTS, "HEAD")]
        .map(({ headers }) => Number(headers.get("content-length")));
      assert.ok(longer! > shorter! && shorter! > 0, `${path}: ${longer} ${shorter}`);
    }
  }));

Deno.test("a compressed file is the file", async () => {
  const file = new StaticFile(STYLE.text, { "Content-Type": STYLE.type });
  const { body } = await file.reply((name) => name === "accept-encoding" ? "gzip" : null);
  assert.ok(body instanceof Uint8Array && body.length * 3 < STYLE.text.length);
  assert.equal(gunzipSync(body).toString(), STYLE.text);
});

// A page has tokens and people beside what its address or a form chose, and lengths would tell of
// them. A new way to compress one fails here.
Deno.test("no page with secrets or the words of a form, an address or a shopper is compressed (BREACH)", async () => {
  const texts = (await sourceTexts()).filter(({ path }) => /^(src\/|[a-z]+\.ts$)/.test(path));
  const packing = texts.filter(({ text }) =>
    /content-encoding|automaticCompression|CompressionStream\(/i.test(text)
  );
  assert.deepEqual(packing.map(({ path }) => path), ["src/web/static_file.ts"]);
  await withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const dashboard = dashboardOf(world);
    const shop = `/shops/${world.merchant.id}`;
    const owner = await dashboard.visitor("anna", roleAt(world.merchant.id, "owner"));
    const answers = [
      await page.get("", { headers: ACCEPTS }),
      await page.pages.send("POST", `/c/${page.token}/coupon`, {
        headers: ACCEPTS,
        form: { code: "wrong" },
      }),
      await dashboard.send("GET", "/sign-in", { headers: ACCEPTS }),
      await dashboard.send("GET", `${shop}/orders?q=x`, {
        headers: ACCEPTS,
        cookie: owner.cookie,
      }),
      await world.send("GET", "/docs", { headers: ACCEPTS }),
    ];
    for (const { status, headers } of answers) {
      assert.equal(headers.get("content-encoding"), null, `${status}`);
    }
    const compressed = dashboardPages(dashboard.services).filter((page) => page.isCompressed);
    assert.deepEqual(compressed.map(({ id, method }) => [id, method]), [["overview", "GET"]]);
    const overview = (query: string, headers = {}) =>
      dashboard.send("GET", `${shop}/${query}`, { headers, cookie: owner.cookie });
    const { headers } = await overview("?days=90", ACCEPTS);
    assert.deepEqual([headers.get("content-encoding"), headers.get("vary")], [
      "gzip",
      "Accept-Encoding",
    ]);
    const { text, headers: plain } = await overview("?days=reflected-word&q=reflected-word");
    assert.equal(plain.get("content-encoding"), null);
    assert.doesNotMatch(text, /reflected-word/);
  });
});
