import { type SectionName, SECTIONS } from "./sections.ts";

/** Values of a query by name; undefined and empty ones are left out. */
export type QueryValues = Readonly<Record<string, string | undefined>>;

/** Path of a section's page, of a shop unless the section is about the installation. */
export function sectionPath(shopId: string, section: SectionName): string {
  const { path, isOfShop } = SECTIONS[section];
  return isOfShop ? `/shops/${encodeURIComponent(shopId)}/${path}` : `/${path}`;
}

/**
 * Path of a page below a section: `pathWithin(shop, "orders", "A-1001")`.
 *
 * @param names encoded here
 */
export function pathWithin(
  shopId: string,
  section: SectionName,
  ...names: readonly string[]
): string {
  return [sectionPath(shopId, section), ...names.map(encodeURIComponent)].join("/");
}

/** A path with a query. */
export function withQuery(path: string, values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") query.append(name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
