/** Every page of the dashboard that a role may load, found as people find it: by its links. */
import type { Role } from "../../../../src/domain/people/role.ts";
import { ROLES } from "../../../../src/domain/people/role.ts";
import { mayLoad } from "../../../../src/web/dashboard/access.ts";
import type { DashboardPage } from "../../../../src/web/dashboard/page.ts";
import { dashboardPages } from "../../../../src/web/dashboard/pages.ts";
import { Router } from "../../../../src/web/router.ts";
import type { Visitor } from "../../dashboard/dashboard.ts";
import { hostile } from "../hostile.ts";
import type { Office } from "./scene.ts";

/** Most addresses of one page: each coupon has one. */
const MAX_PLACES = 12;

/** A page at one address. */
export interface Place {
  readonly page: DashboardPage;
  readonly path: string;
  /** Elements and their classes: what a look at the page is about. */
  readonly shape: string;
}

/** A person of a role, and the pages that links and forms lead to, from the first page on. */
export interface Walk {
  readonly role: Role;
  readonly visitor: Visitor;
  /** The pages that the person may load, without those that need no sign-in. */
  readonly pages: readonly DashboardPage[];
  readonly places: readonly Place[];
  /** Ids of all pages that answered, with those that lead to another. */
  readonly reached: ReadonlySet<string>;
  /** Links that lead nowhere, with the page that has them. */
  readonly dead: readonly { readonly page?: DashboardPage | undefined; readonly link: string }[];
}

/** Walks through the dashboard as a person of each role. */
export async function walks({ dashboard, person, scene }: Office): Promise<Walk[]> {
  const pages = dashboardPages(dashboard.services);
  const shop = `/shops/${scene.world.merchant.id}`;
  const walks: Walk[] = [];
  for (const role of ROLES) {
    const visitor = await person(role);
    const own = pages.filter((page) =>
      page.method === "GET" && page.needs !== "open" && mayLoad(page, visitor.person, role)
    );
    walks.push({
      role,
      visitor,
      pages: own,
      ...await follow(pages, visitor, await more(visitor, shop)),
    });
  }
  return walks;
}

/** Pages that no link leads to, or another query only. */
async function more(visitor: Visitor, shop: string): Promise<string[]> {
  // A changed product with a new variant, and a new product.
  const variants = [
    { id: 11, title: "Moss", price: "399.00" },
    { id: 13, title: "Rust", price: "123456789.00" },
  ];
  const products = [{ id: 1, title: "Mug", variants }, {
    id: 4,
    title: "Jug",
    variants: [
      { id: 41, title: "Default Title", price: "123456789.00" },
    ],
  }];
  const file = JSON.stringify({ products: hostile(products) });
  const { headers } = await visitor.post(`${shop}/products/import`, { file });
  const preview = headers.get("location");
  const others = [
    `${shop}/coupons/new?kind=gift`,
    // Behind an invitation, an export, a sign-in in another browser, and the mail with its link.
    "/invitation/accepted",
    "/password?next=/account",
    "/account/sign-ins/end-others",
    "/account/sign-ins/none/end",
    "/account/email/link",
    // For a person with an e-mail.
    `${shop}/settings/messages/test`,
    "/account/email/remove",
    // Of a person with a second factor.
    "/account/factor/confirm",
    "/account/factor/codes",
    "/account/factor/remove",
    // Of a device.
    "/account/factor/passkey/add",
    "/account/factor/passkeys/none/remove",
  ];
  return preview === null ? others : [preview, ...others];
}

async function follow(
  pages: readonly DashboardPage[],
  visitor: Visitor,
  more: readonly string[],
): Promise<Pick<Walk, "places" | "reached" | "dead">> {
  const router = new Router(pages);
  const places: Place[] = [];
  const reached = new Set<string>();
  const dead: Walk["dead"][number][] = [];
  /** The page that leads to each path. */
  const from = new Map<string, DashboardPage>();
  const paths = new Set(["/", ...more]);
  for (const path of paths) {
    const [place = ""] = path.split("?");
    const page = router.find("GET", place)?.operation;
    const isFull = places.filter((one) => one.page.id === page?.id).length >= MAX_PLACES;
    if (isFull || page?.needs === "open" || router.methodsOf(place).join() === "POST") continue;
    const { status, headers, text } = await visitor.get(path);
    if (page !== undefined) reached.add(page.id);
    if (status === 303) paths.add(headers.get("location") ?? "");
    else if (status !== 200) dead.push({ page: from.get(path), link: `${status} ${path}` });
    if (page === undefined || !headers.get("content-type")?.startsWith("text/html")) continue;
    if (status === 200) places.push({ page, path, shape: shapeOf(text) });
    for (const [, link = ""] of text.matchAll(/(?:href|action|src)="(\/[^"?#]*)/g)) {
      const path = link.replaceAll("&amp;", "&");
      if (!from.has(path)) from.set(path, page);
      paths.add(path);
    }
  }
  return { places, reached, dead };
}

function shapeOf(text: string): string {
  const [main = ""] = /<main[^]*/.exec(text) ?? [];
  return [...main.matchAll(/<(\w+)(?:[^>]*?(class="[^"]*"))?/g)]
    .map(([, tag, classes]) => `${tag} ${classes}`).join();
}
