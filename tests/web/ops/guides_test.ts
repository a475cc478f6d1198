/** The pages of docs/ that the server shows. */
import assert from "node:assert/strict";
import { guideHtml } from "../../../src/web/ops/guides/page.ts";
import { TEXTS } from "../../../src/web/ops/guides/texts.ts";
import { type Answer, withWorld, type World } from "../../support/app.ts";
import { readRoot, ROOT } from "../../support/root.ts";

const START = "/docs/guides";

/** The addresses of a page's links and files. */
function addresses(page: string): string[] {
  return [...page.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address);
}

/** Every page that can be reached from the list, by its path. */
async function reachable(send: World["send"]): Promise<Map<string, Answer>> {
  const found = new Map([[START, await send("GET", START, { secret: null })]]);
  for (const [path, { text }] of found) {
    for (const address of addresses(text)) {
      const { origin, pathname } = new URL(address, `http://checkout.example${path}`);
      if (origin !== "http://checkout.example" || found.has(pathname)) continue;
      if (!pathname.startsWith(START)) continue;
      found.set(pathname, await send("GET", pathname, { secret: null }));
    }
  }
  return found;
}

Deno.test("GET /docs/guides leads to every page for users, and each link to a heading that is there", () =>
  withWorld(async ({ send }) => {
    const pages = await reachable(send);
    const style = pages.get("/docs/guides.css");
    assert.equal(style?.status, 200);
    pages.delete("/docs/guides.css");
    assert.equal(pages.size, Object.keys(TEXTS).length);
    for (const [path, { status, text }] of pages) {
      assert.equal(status, 200, path);
      for (const address of addresses(text).filter((one) => !/^(?:https?|data):/.test(one))) {
        const { pathname, hash } = new URL(address, `http://checkout.example${path}`);
        if (pathname === "/docs" || pathname === "/docs/guides.css") continue;
        const target = pages.get(pathname);
        assert.ok(target, `${path} links to ${address}`);
        assert.ok(hash === "" || target.text.includes(` id="${hash.slice(1)}"`), `${path} ${hash}`);
      }
    }
  }));

Deno.test("every page of docs is served, but for those of developers of the program", async () => {
  const names = ["docs", "docs/providers"].flatMap((folder) =>
    [...Deno.readDirSync(`${ROOT}${folder}`)].map(({ name }) => `${folder}/${name}`)
      .filter((name) => name.endsWith(".md"))
  );
  assert.deepEqual(Object.keys(TEXTS).sort(), ["SECURITY.md", ...names].sort());
  for (const [path, text] of Object.entries(TEXTS)) assert.equal(text, await readRoot(path));
});

Deno.test("the pages of guides are guarded as /docs is, and load nothing but their style", () =>
  withWorld(async ({ send, services }) => {
    services.authentication.identify = () =>
      Promise.reject(new Error("the caller is not identified"));
    for (const [path, { text, headers }] of await reachable(send)) {
      const type = path.endsWith(".css") ? "text/css" : "text/html";
      assert.equal(headers.get("content-type"), `${type}; charset=utf-8`, path);
      assert.equal(headers.get("x-content-type-options"), "nosniff", path);
      assert.equal(headers.get("referrer-policy"), "no-referrer", path);
      assert.equal(headers.get("x-frame-options"), "DENY", path);
      assert.equal(headers.get("cache-control"), "no-store", path);
      assert.match(
        headers.get("content-security-policy") ?? "",
        /^default-src 'none'; style-src 'self'; /,
      );
      assert.doesNotMatch(headers.get("content-security-policy") ?? "", /unsafe|https?:|\*/, path);
      assert.doesNotMatch(text, /<(?:script|img|picture|iframe)|\sstyle=|\son\w+="/, path);
    }
  }));

Deno.test("/docs, its page and the front page lead to the guides, and these back to /docs", () =>
  withWorld(async ({ send }) => {
    assert.ok(addresses((await send("GET", "/docs")).text).includes("docs/guides"));
    const front = await send("GET", "/", { headers: { accept: "text/html" } });
    assert.ok(addresses(front.text).includes("docs/guides"));
    for (const path of [START, `${START}/api`]) {
      const found = addresses((await send("GET", path)).text)
        .map((address) => new URL(address, `http://checkout.example${path}`).pathname);
      assert.ok(found.includes("/docs") && found.includes(START), path);
    }
  }));

Deno.test("unknown pages are 404, and none is read from the disk", () =>
  withWorld(async ({ send }) => {
    for (const name of ["nothing", "readme", "architecture", "api.md", "..%2Fapi", "__proto__"]) {
      const { status, json } = await send("GET", `${START}/${name}`);
      assert.deepEqual([status, json.error.code], [404, "error.not-found"], name);
    }
  }));

Deno.test("guideHtml() leaves HTML out, and links only to pages that are served", () => {
  const html = guideHtml(
    "# A\n\n<script>x</script>\n\nb <b>c</b> [d](e.md#f) [g](../h.ts) ![i](j.png) `<k>` | l\n",
    { path: "docs/a.md", linkTo: (target) => target === "docs/e.md" ? "e" : undefined },
  );
  const [, main = ""] = html.split("<main>\n");
  assert.equal(
    main.split("</main>")[0],
    '<h1 id="a">A</h1>\n<p>b c <a href="e#f">d</a> g <span class="picture">i</span> ' +
      "<code>&lt;k&gt;</code> | l</p>\n",
  );
});
