import { parseMerchantId } from "../../domain/ids.ts";
import type { Person } from "../../domain/people/person.ts";
import { may, type Permission, type Role, roleIn } from "../../domain/people/role.ts";
import type { MerchantHead } from "../../domain/shop/merchant.ts";
import { SECTION_NAMES, type SectionName, SECTIONS } from "./sections.ts";
import type { DashboardPage, DashboardServices } from "./page.ts";

/** A shop of a person, and the role in it. */
export interface OwnShop {
  readonly shop: MerchantHead;
  readonly role: Role;
}

/**
 * The shop with this id, of those in which the person has a role; undefined for another one, which
 * is answered like an unknown one.
 */
export function ownShop(
  person: Person,
  shops: readonly MerchantHead[],
  idText: string,
): OwnShop | undefined {
  const id = parseMerchantId(idText);
  // Only in its own spelling.
  const shop = id === idText ? shops.find((one) => one.id === id) : undefined;
  const role = shop === undefined ? null : roleIn(person, shop.id);
  return shop === undefined || role === null ? undefined : { shop, role };
}

/** True if a signed-in person may load a page, in the shop with this role. */
export function mayLoad(
  { needs }: Pick<DashboardPage, "needs">,
  person: Person,
  role: Role | null,
): boolean {
  switch (needs) {
    case "open":
    case "signed-in":
      return true;
    case "installation":
      return person.everywhere === "owner";
    default:
      return role !== null && may(role, needs satisfies Permission);
  }
}

/** True for a page of all shops, if one of them requires a factor and the person has none. */
export async function waitsForFactor(
  { needs }: Pick<DashboardPage, "needs">,
  { hasFactor }: Pick<Person, "hasFactor">,
  { merchants }: Pick<DashboardServices, "merchants">,
): Promise<boolean> {
  if (needs !== "installation" || hasFactor) return false;
  return (await merchants.list()).some(({ requiresFactor }) => requiresFactor);
}

/** The first pages of the sections that exist, by section. */
export function sectionPages(
  pages: readonly DashboardPage[],
): ReadonlyMap<SectionName, DashboardPage> {
  const found = SECTION_NAMES.flatMap((name) => {
    const { path, isOfShop } = SECTIONS[name];
    const own = isOfShop ? `/shops/{shop}/${path}` : `/${path}`;
    const page = pages.find((one) => one.method === "GET" && one.path === own);
    return page === undefined ? [] : [[name, page] as const];
  });
  return new Map(found);
}
