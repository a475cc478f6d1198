/** Pages of the dashboard for pictures, of a shop that was busy for two weeks. */
import demoShopText from "../../../../src/demo/demo_shop.json" with { type: "text" };
import type { Tab } from "../../../support/tab.ts";
import { withPort } from "../served.ts";
import { FACTOR_PAGES } from "./factor_pages.ts";
import { signIn } from "./scene.ts";
import { fillIn, send } from "./forms.ts";
import { type OfficeWork, work } from "./office_work.ts";
import { HOOKS, withTrade } from "./trade.ts";

/** A page of the dashboard for pictures. */
export interface PicturedPage {
  readonly name: string;
  /** Id of the page; of the form whose answer it is. */
  readonly id: string;
  /** Path below the shop, or from the root. */
  readonly path: string | ((work: OfficeWork) => string | Promise<string>);
  /** True for pages that look another way on a phone. */
  readonly onPhone?: boolean;
  /** True for a picture in a document, which is larger. */
  readonly isLarge?: boolean;
  /** True for a page that needs no sign-in. */
  readonly isOpen?: boolean;
  /** What the person does on the page. */
  readonly act?: (tab: Tab, work: OfficeWork) => Promise<unknown>;
}

/** Every page of the dashboard that looks like no other. */
export const PICTURED: readonly PicturedPage[] = [
  // The first, as what is done on later ones needs the password.
  { name: "password-again", id: "password.again", path: "customers.csv", onPhone: true },
  { name: "overview", id: "overview", path: "", onPhone: true, isLarge: true },
  { name: "orders", id: "orders", path: "orders", onPhone: true },
  {
    name: "session",
    id: "sessions.show",
    path: ({ order }) => `sessions/${order}`,
    onPhone: true,
    isLarge: true,
  },
  { name: "sessions", id: "sessions", path: "sessions" },
  {
    name: "refund",
    id: "sessions.refund.page",
    path: ({ order }) => `sessions/${order}/refund`,
    onPhone: true,
  },
  { name: "refunds", id: "refunds", path: "refunds" },
  { name: "unexpected-payments", id: "unexpected", path: "unexpected-payments?show=all" },
  {
    name: "unexpected-payment",
    id: "unexpected.show",
    path: ({ payment }) => `unexpected-payments/${payment}`,
  },
  { name: "customers", id: "customers", path: "customers" },
  {
    name: "customer",
    id: "customers.show",
    path: async ({ owner, shop }) => await firstLink(owner, `${shop}/customers`, "customers/"),
  },
  { name: "products", id: "products", path: "products" },
  { name: "product", id: "products.show", path: "products/1002", onPhone: true },
  { name: "product-new", id: "products.create.page", path: "products/new", onPhone: true },
  { name: "product-edit", id: "products.update.page", path: "products/1002/edit" },
  { name: "variant-edit", id: "products.variant.page", path: "products/1002/variants/11021/edit" },
  { name: "product-import", id: "products.preview.page", path: "products/import" },
  { name: "product-import-preview", id: "products.import.page", path: preview, isLarge: true },
  { name: "coupons", id: "coupons", path: "coupons" },
  {
    name: "coupon",
    id: "coupons.show",
    path: async ({ owner, shop }) => await firstLink(owner, `${shop}/coupons`, "coupons/[0-9a-f]"),
  },
  { name: "coupon-new", id: "coupons.create.page", path: "coupons/new" },
  {
    name: "coupon-products",
    id: "coupons.create",
    path: "coupons/new?kind=gift",
    async act(tab, { shop }) {
      const action = `${shop}/coupons/new?kind=gift`;
      const find = { "gift.product_ids.find": "a" };
      await fillIn(tab, action, { code: "FREEMUG", "gift.target": "999", ...find });
      await send(tab, action);
    },
  },
  { name: "settings", id: "settings", path: "settings" },
  {
    name: "settings-payments",
    id: "settings.payments",
    path: "settings/payments",
    onPhone: true,
  },
  { name: "settings-delivery", id: "settings.delivery", path: "settings/delivery", onPhone: true },
  {
    name: "settings-checkout",
    id: "settings.checkout",
    path: "settings/checkout",
    onPhone: true,
  },
  {
    name: "settings-messages",
    id: "settings.messages",
    path: "settings/messages",
    onPhone: true,
  },
  { name: "keys", id: "keys", path: "keys" },
  {
    name: "key",
    id: "keys.show",
    path: async ({ owner, shop }) => await firstLink(owner, `${shop}/keys`, "keys/[0-9a-f]"),
  },
  { name: "key-new", id: "keys.create.page", path: "keys/new" },
  {
    name: "key-secret",
    id: "keys.create",
    path: "keys/new",
    onPhone: true,
    async act(tab, { shop }) {
      await fillIn(tab, `${shop}/keys/new`, { name: "Warehouse" });
      await send(tab, `${shop}/keys/new`);
    },
  },
  { name: "providers", id: "providers", path: "providers" },
  {
    name: "provider",
    id: "providers.show",
    path: async ({ owner, shop }) =>
      await firstLink(owner, `${shop}/providers`, "providers/[0-9a-f]"),
    onPhone: true,
  },
  { name: "provider-new", id: "providers.add.page", path: "providers/new/stripe", onPhone: true },
  { name: "webhooks", id: "webhooks", path: "webhooks" },
  { name: "webhook", id: "webhooks.show", path: `webhooks/${HOOKS[1].id}` },
  { name: "webhook-new", id: "webhooks.add.page", path: "webhooks/new" },
  { name: "deliveries", id: "deliveries", path: "webhooks/deliveries" },
  {
    name: "delivery",
    id: "deliveries.show",
    path: async ({ owner, shop }) => {
      const list = `${shop}/webhooks/deliveries?state=FAILED`;
      return await firstLink(owner, list, "webhooks/deliveries/");
    },
  },
  { name: "people", id: "people", path: "people", onPhone: true },
  {
    name: "invitation-link",
    id: "people.add",
    path: "people",
    async act(tab, { shop }) {
      await fillIn(tab, `${shop}/people/add`, { name: "Emil Fernandes" });
      await send(tab, `${shop}/people/add`);
    },
  },
  { name: "audit", id: "audit", path: "audit" },
  { name: "health", id: "health", path: "/health" },
  { name: "shops", id: "start", path: "/" },
  { name: "sign-in", id: "sign-in.password.show", path: "/sign-in", onPhone: true, isOpen: true },
  { name: "sign-in-link", id: "sign-in.link.show", path: "/sign-in/link", isOpen: true },
  {
    name: "sign-in-forgot",
    id: "sign-in.forgot.show",
    path: "/sign-in/forgot",
    onPhone: true,
    isOpen: true,
  },
  { name: "account", id: "account", path: "/account", onPhone: true },
  { name: "email-link", id: "account.email-link.show", path: "/account/email/link" },
  ...FACTOR_PAGES,
  { name: "invitation", id: "invitation", path: "/invitation", onPhone: true, isOpen: true },
  { name: "invitation-accepted", id: "invitation.accepted", path: "/invitation/accepted" },
];

/**
 * Ids of pages that look like another one: a coupon is changed in the form of a new one, and addresses
 * of forms lead to their page.
 */
export const LIKE = [
  "coupons.update.page",
  "invitation.accept.show",
  "invitation.sign-in.show",
  "invitation.account.show",
  "settings.general",
  "settings.limits",
  "settings.tax",
  "settings.coins",
  "settings.look",
  "sign-in.passkey.show",
];

/** The first link of a page that leads below a path. */
async function firstLink(
  { get }: OfficeWork["owner"],
  path: string,
  below: string,
): Promise<string> {
  const { text } = await get(path);
  const [, link] = new RegExp(`href="([^"]*/${below}[^"]*)"`).exec(text) ?? [];
  if (link === undefined) throw new Error(`No link to ${below} on ${path}`);
  return link;
}

/** A file with new prices, a new variant and a new product. */
async function preview({ owner, shop }: OfficeWork): Promise<string> {
  const { merchants: [{ products: [mug] }] } = JSON.parse(demoShopText);
  const [indigo, sand] = mug.variants;
  const variants = [
    { ...indigo, price: "479.00", inventory_quantity: 90 },
    { ...sand, inventory_quantity: 60 },
    { ...sand, id: 11003, title: "Moss", inventory_quantity: 40 },
  ];
  const filter = { id: 11081, title: "Default Title", price: "649.00", inventory_quantity: 25 };
  const products = [
    { ...mug, variants },
    { id: 1008, title: "Brass Coffee Filter", vendor: "Steady Pour", variants: [filter] },
  ];
  const file = JSON.stringify({ products });
  const { headers, text } = await owner.post(`${shop}/products/import`, { file });
  const path = headers.get("location");
  if (path === null) throw new Error(text);
  return path;
}

/** Serves the dashboard while pages are shown in a tab. */
export function withPictured(
  run: (show: (tab: Tab, page: PicturedPage) => Promise<void>) => Promise<void>,
): Promise<void> {
  return withTrade(async (world, trade) => {
    const done = await work(world, trade);
    const { dashboard: { origin, fetch }, owner, shop } = done;
    // Links have the origin that a dashboard has by itself.
    const serve = ({ url, method, headers: sent, body }: Request) => {
      const headers = new Headers(sent);
      headers.set("host", new URL(origin).host);
      const { pathname, search } = new URL(url);
      const request = new Request(`${origin}${pathname}${search}`, { method, headers, body });
      return fetch(request, () => "192.0.2.1");
    };
    await withPort(serve, (port) =>
      run(async (tab, { path, isOpen = false, act }) => {
        if (isOpen) await tab.page.browserContext().deleteMatchingCookies({ name: "ck" });
        else await signIn(tab, owner);
        const place = typeof path === "string" ? path : await path(done);
        const below = place.startsWith("/") ? place : `${shop}/${place}`;
        if (act !== undefined) await owner.confirm();
        await tab.goTo(`http://localhost:${port}${below}`);
        await act?.(tab, done);
      }));
  });
}
