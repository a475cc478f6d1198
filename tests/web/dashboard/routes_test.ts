/** Every page of the dashboard: who may load it, from where, and under which headers. */
import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { ROLES } from "../../../src/domain/people/role.ts";
import { dashboardPages } from "../../../src/web/dashboard/pages.ts";
import { withWorld } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { dashboardOf, OWN_FORM, roleAt, type Seen } from "./dashboard.ts";
import { requireGuarded } from "./guarded.ts";
import { OTHER, pathIn, withShops } from "./shops.ts";

const UNKNOWN = uuid<MerchantId>(3);

/** An answer without what differs from request to request. */
function outcome({ status, headers, text }: Seen, shop: string) {
  const rest = [...headers].filter(([name]) => name !== "x-request-id");
  return { status, headers: rest, text: text.replaceAll(shop, "SHOP") };
}

Deno.test("every page has an id and a place of its own", () =>
  withWorld((world) => {
    const pages = dashboardPages(dashboardOf(world).services);
    const places = pages.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(places, [...new Set(places)]);
    const ids = pages.map(({ id }) => id).filter((id) => id !== "asset");
    assert.deepEqual(ids, [...new Set(ids)]);
    return Promise.resolve();
  }));

Deno.test("routes x shops: another's shop is answered like an unknown one, by every page", () =>
  withShops(async (world) => {
    const dashboard = dashboardOf(world);
    for (const role of ROLES) {
      const visitor = await dashboard.visitor(role, roleAt(world.merchant.id, role));
      for (const page of dashboardPages(dashboard.services)) {
        if (!page.path.startsWith("/shops/")) continue;
        const send = page.method === "GET" ? visitor.get : visitor.post;
        const other = await send(pathIn(page, OTHER));
        const unknown = await send(pathIn(page, UNKNOWN));
        assert.equal(other.status, 404, page.path);
        assert.deepEqual(outcome(other, OTHER), outcome(unknown, UNKNOWN), page.path);
        for (
          const odd of ["x", "%00", `${world.merchant.id}%20`, `${world.merchant.id}.`]
        ) {
          assert.equal((await send(pathIn(page, odd))).status, 404, odd);
        }
      }
    }
  }));

Deno.test("without a sign-in every page but the open ones leads to it, and no form acts", () =>
  withShops(async (world) => {
    const dashboard = dashboardOf(world);
    for (const page of dashboardPages(dashboard.services)) {
      if (page.needs === "open") continue;
      const path = pathIn(page, world.merchant.id);
      for (const cookie of [undefined, "", "x", "A".repeat(43)]) {
        const form = page.method === "POST" ? { form: {} } : {};
        const visit = { cookie, headers: OWN_FORM, ...form };
        const seen = await dashboard.send(page.method, path, visit);
        assert.equal(seen.status, 303, path);
        const back: string = page.method === "POST" || path === "/"
          ? ""
          : `?next=${encodeURIComponent(path)}`;
        assert.equal(seen.headers.get("location"), `/sign-in${back}`);
        requireGuarded(seen);
      }
    }
  }));

/** Headers by which browsers and other programs name the origin of a form, and the answer. */
const SENDERS: readonly (readonly [Record<string, string>, boolean])[] = [
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "same-origin", origin: "null" }, true],
  [{ "sec-fetch-site": "same-site", origin: "http://localhost:8081" }, false],
  [{ "sec-fetch-site": "cross-site", origin: "http://localhost:8081" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{ "sec-fetch-site": "" }, false],
  [{ origin: "http://localhost:8081" }, true],
  [{ origin: "http://localhost" }, false],
  [{ origin: "https://localhost:8081" }, false],
  [{ origin: "http://evil.example" }, false],
  [{ origin: "null" }, false],
  [{}, false],
];

Deno.test("every POST must come from a page of the dashboard, or is 403", () =>
  withShops(async (world) => {
    const dashboard = dashboardOf(world);
    const { cookie } = await dashboard.visitor("anna", { everywhere: "owner" });
    const forms = dashboardPages(dashboard.services).filter(({ method }) => method === "POST");
    const paths = [...forms.map((page) => pathIn(page, world.merchant.id)), "/", "/unknown"];
    // Last, as it ends the sign-in.
    paths.sort((a, b) => Number(a === "/sign-out") - Number(b === "/sign-out"));
    for (const path of paths) {
      for (const [headers, isOwn] of SENDERS) {
        const { status } = await dashboard.send("POST", path, { headers, cookie, form: {} });
        assert.equal(status === 403, !isOwn, `${path} ${JSON.stringify(headers)}: ${status}`);
      }
    }
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      assert.equal((await dashboard.send(method, "/", { cookie })).status, 403);
    }
  }));

Deno.test("a foreign Host is 421 on every page, and shows nothing", () =>
  withShops(async (world) => {
    const dashboard = dashboardOf(world);
    const { cookie } = await dashboard.visitor("anna", { everywhere: "owner" });
    for (const page of dashboardPages(dashboard.services)) {
      const path = pathIn(page, world.merchant.id);
      for (
        const host of ["evil.example", "localhost", "localhost:8080", "localhost:80811"]
      ) {
        const headers = { host, ...OWN_FORM };
        const form = page.method === "POST" ? { form: {} } : {};
        const seen = await dashboard.send(page.method, path, { headers, cookie, ...form });
        assert.equal(seen.status, 421, `${host}${path}`);
        assert.ok(!seen.text.includes("Demo Store"));
        requireGuarded(seen);
      }
    }
    assert.equal(
      (await dashboard.send("GET", "/sign-in", { headers: { host: "LOCALHOST:8081" } })).status,
      200,
    );
  }));

Deno.test("no page is served under another method, and every GET answers HEAD", () =>
  withShops(async (world) => {
    const dashboard = dashboardOf(world);
    const visitor = await dashboard.visitor("anna", { everywhere: "owner" });
    const { cookie } = visitor;
    for (const page of dashboardPages(dashboard.services)) {
      const path = pathIn(page, world.merchant.id);
      const put = await dashboard.send("PUT", path, { cookie, headers: OWN_FORM });
      assert.equal(put.status, 405, path);
      assert.ok(put.headers.get("allow")?.includes(page.method), path);
      if (page.method !== "GET") continue;
      const [get, head] = [await visitor.get(path), await dashboard.send("HEAD", path, { cookie })];
      assert.deepEqual([head.status, head.text], [get.status, ""]);
    }
  }));
