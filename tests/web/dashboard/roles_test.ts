/** Every page of the dashboard by every role, signed in by each way, and with a factor to be set up. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { may, type Permission, type Role, ROLES } from "../../../src/domain/people/role.ts";
import { dashboardPages } from "../../../src/web/dashboard/pages.ts";
import type { DashboardPage } from "../../../src/web/dashboard/page.ts";
import type { FakeClock } from "../../support/app.ts";
import { type Dashboard, dashboardOf, roleAt, type Visitor } from "./dashboard.ts";
import { requireGuarded } from "./guarded.ts";
import { equip } from "./factor.ts";
import { withPasskey } from "./passkeys.ts";
import { pathIn, withShops } from "./shops.ts";

/** Where people are led who must set a factor up first. */
const REQUIRED = "/account/factor?done=required";
/** Every role, and none. */
const WITH_NONE: readonly (Role | null)[] = [...ROLES, null];

/** Ways in which people sign in, and if the shop requires them. */
const WAYS: readonly (readonly [
  how: string,
  isRequired: boolean,
  signedIn: (
    dashboard: Dashboard,
    visitor: Visitor,
    at: { readonly clock: FakeClock; readonly number: number },
  ) => Promise<Pick<Visitor, "get" | "post">>,
])[] = [
  ["by password", false, (_, visitor) => Promise.resolve(visitor)],
  [
    "with an app, which the shop requires",
    true,
    (dashboard, visitor, { clock }) => equip(dashboard, clock, visitor),
  ],
  [
    "with a passkey, which the shop requires",
    true,
    (dashboard, visitor, { number }) => withPasskey(dashboard, visitor, number),
  ],
];

for (const [how, requiresFactor, signIn] of WAYS) {
  Deno.test(`routes x roles, ${how}: a page is loaded with its permission, and refused without it`, () =>
    withShops(async (world) => {
      const dashboard = dashboardOf(world);
      const { merchant, store, clock } = world;
      await store.commit([{ kind: "merchant.put", merchant: { ...merchant, requiresFactor } }]);
      for (const [n, role] of WITH_NONE.entries()) {
        const access = role === null ? {} : roleAt(merchant.id, role);
        const visitor = await dashboard.visitor(`person${n}`, access);
        const signedIn = await signIn(dashboard, visitor, { clock, number: n });
        for (const page of dashboardPages(dashboard.services)) {
          if (page.id !== "sign-out") {
            await requireRole(page, role, { shop: merchant.id, signedIn });
          }
        }
      }
    }));
}

Deno.test("routes x roles, with a factor that is required and not set up: nothing of the shop", () =>
  withShops(async (world) => {
    const dashboard = dashboardOf(world);
    const { merchant, store } = world;
    await store.commit([{ kind: "merchant.put", merchant: { ...merchant, requiresFactor: true } }]);
    const before = await store.audit.list(NO_AUDIT_FILTER, { limit: 100 });
    for (const [n, role] of WITH_NONE.entries()) {
      const access = role === null ? {} : roleAt(merchant.id, role);
      const { get, post } = await dashboard.visitor(`person${n}`, access);
      for (const page of dashboardPages(dashboard.services)) {
        if (!page.path.startsWith("/shops/")) continue;
        const { status, headers } = await (page.method === "GET" ? get : post)(
          pathIn(page, merchant.id),
        );
        const isAdmitted = role !== null && may(role, page.needs as Permission);
        assert.deepEqual(
          [status, headers.get("location")],
          isAdmitted ? [303, REQUIRED] : [role === null ? 404 : 403, null],
          `${page.method} ${page.path} as ${role}`,
        );
      }
      // The way to a factor is open.
      assert.equal((await get(REQUIRED)).status, 200);
      for (const path of ["app", "passkey"]) {
        assert.equal((await post(`/account/factor/${path}`)).status, 200);
      }
    }
    const { rows } = await store.audit.list(NO_AUDIT_FILTER, { limit: 100 });
    const done = rows.slice(0, rows.length - before.rows.length).map(({ action }) => action);
    assert.deepEqual(done.filter((action) => !action.startsWith("user.")), []);
  }));

/** Requires that a page is answered as a role may see it. */
async function requireRole(
  page: DashboardPage,
  role: Role | null,
  { shop, signedIn }: {
    readonly shop: MerchantId;
    readonly signedIn: Pick<Visitor, "get" | "post">;
  },
): Promise<void> {
  const where = `${page.method} ${page.path} as ${role}`;
  const path = pathIn(page, shop);
  const seen = page.method === "GET" ? await signedIn.get(path) : await signedIn.post(path);
  assert.notEqual(seen.headers.get("location"), REQUIRED, where);
  const isShops = page.path.startsWith("/shops/");
  if (page.needs === "installation" || isShops && role === null) {
    assert.equal(seen.status, 404, where);
  } else if (page.needs === "open" || page.needs === "signed-in") {
    assert.ok(seen.status < 500 && ![401, 403, 404].includes(seen.status), where);
  } else if (role !== null && !may(role, page.needs)) {
    assert.equal(seen.status, 403, where);
  } else {
    assert.ok(seen.status < 500 && ![401, 403].includes(seen.status), where);
  }
  const isPage = seen.headers.get("content-type")?.startsWith("text/html") === true;
  if (page.needs !== "open" && seen.status === 200 && isPage) {
    assert.match(seen.text, /action="\/sign-out"/, where);
  }
  requireGuarded(seen);
}
