/** Pages of the dashboard with the data of a shop, for pictures. */
import { action, ok, warn } from "../../../src/domain/diagnosis.ts";
import { roleAt } from "../../http/dashboard/dashboard.ts";
import { type Sales, withSales } from "../../http/dashboard/sales.ts";
import { Checkout } from "../../http/steps/checkout.ts";
import { ADDRESS, MUG, mugs } from "../../http/steps/shop.ts";
import { withPort } from "./served.ts";

/** Pages by their names: paths below the shop, or from the root. */
export const DASHBOARD_PAGES = {
  overview: "",
  orders: "orders",
  sessions: "sessions",
  customers: "customers",
  products: "products",
  coupons: "coupons",
  keys: "keys",
  people: "people",
  health: "/health",
} as const satisfies Readonly<Record<string, string>>;

/** Name of a page. */
export type DashboardPageName = keyof typeof DASHBOARD_PAGES;

const DAY_MS = 86_400_000;
/** Sessions of each day before the last, and how many of them become orders. */
const BEFORE = [[5, 2], [7, 3], [9, 4], [6, 3], [4, 1], [8, 4], [11, 5], [9, 5], [7, 2], [10, 5]];

/** Sells on the days before. */
async function sellBefore(world: Sales): Promise<void> {
  const { clock, store, merchant } = world;
  await store.commit([
    { kind: "stock.set", merchantId: merchant.id, variantId: MUG, units: 1_000 },
  ]);
  clock.advance(-BEFORE.length * DAY_MS);
  for (const [sessions = 0, orders = 0] of BEFORE) {
    for (let n = 0; n < sessions; n++) {
      const checkout = await Checkout.open(world, { items: mugs(1 + n % 3) });
      if (n >= orders) continue;
      await checkout.step("PUT /address", ADDRESS);
      await checkout.step("PUT /payment-method", { method: "PREPAID" });
      await checkout.pay();
    }
    clock.advance(DAY_MS);
  }
}

/** Serves the dashboard of a shop with sessions in every state, to an owner who is signed in. */
export function withDashboard(
  run: (urlOf: (page: DashboardPageName) => string) => Promise<void>,
): Promise<void> {
  return withSales("", async (world) => {
    const { dashboard, merchant } = world;
    await sellBefore(world);
    dashboard.findings.push(
      ok("database file", "It is not accessible to other users, mode 600"),
      ok("disk room", "70 GiB free, database size 527 MiB"),
      warn("keys about to expire", "1 key expiring within 14 days: storefront", "Replace it"),
      action("backups", "The latest of 3 is 3 days old", "Make one with `db backup`"),
    );
    const { cookie } = await dashboard.visitor("asha", { everywhere: "owner" }, "Asha Rao");
    await dashboard.visitor("ben", roleAt(merchant.id, "staff"), "Ben Okafor");
    const serve = async ({ url }: Request) => {
      const { pathname, search } = new URL(url);
      const { status, headers, text } = await dashboard.send("GET", `${pathname}${search}`, {
        cookie,
      });
      return new Response(text, { status, headers });
    };
    await withPort(serve, (port) =>
      run((name) => {
        const path = DASHBOARD_PAGES[name];
        const below = path.startsWith("/") ? path : `/shops/${merchant.id}/${path}`;
        return `http://127.0.0.1:${port}${below}`;
      }));
  });
}
