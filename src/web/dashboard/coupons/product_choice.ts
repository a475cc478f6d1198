import { invalid } from "../../../domain/errors.ts";
import { type Int64, type MerchantId, parseInt64, type ProductId } from "../../../domain/ids.ts";
import type { Product } from "../../../domain/shop/catalog.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import type { DashboardServices } from "../page.ts";

/** Products that a search shows. */
const MAX_FOUND = 20;

/** The products of a field, with those that a search has found. */
export interface ProductChoice {
  /** In the catalogue or not. */
  readonly chosen: readonly ProductId[];
  readonly known: ReadonlyMap<ProductId, Product>;
  /** Empty for none. */
  readonly search: string;
  readonly matches: readonly ProductId[];
}

/** Finds the products of a field, by what was entered. */
export async function loadChoice(
  { catalog }: Pick<DashboardServices, "catalog">,
  shopId: MerchantId,
  { name, entered, saved }: {
    readonly name: string;
    readonly entered: FormState;
    readonly saved: readonly ProductId[];
  },
): Promise<ProductChoice> {
  const chosen = entered.all(name, saved).flatMap((text) => parseInt64(text) ?? []);
  const search = entered.text(findName(name)).trim();
  const { rows } = search === ""
    ? { rows: [] }
    : await catalog.list(shopId, { search }, { limit: MAX_FOUND });
  const known = await catalog.find(shopId, [...chosen, ...saved]);
  // Carts of an open catalogue have products that it has not stored: they are chosen by their id.
  const unstored = rows.length === 0 ? parseInt64(search) : undefined;
  return {
    chosen,
    known: new Map([...known, ...rows.map((product) => [product.productId, product] as const)]),
    search,
    matches: unstored === undefined ? rows.map(({ productId }) => productId) : [unstored],
  };
}

/** The fields that choose products: those chosen or found as boxes, and a search. */
export function choiceFields(
  { name, label, hint, entered, saved, choice: { chosen, known, search, matches } }: {
    readonly name: string;
    readonly label: string;
    readonly hint: string;
    readonly entered: FormState;
    readonly saved: readonly ProductId[];
    readonly choice: ProductChoice;
  },
): FormField[] {
  const isNew = !entered.isRefused;
  const values = isNew ? saved : chosen;
  const options = [...new Set([...values, ...matches])].map((value) => ({
    value,
    label: known.get(value)?.title ?? `${value}, which the shop has not stored`,
  }));
  const nothing = `No product has ${search} in its title or vendor, or as its id.`;
  return [
    ...(options.length === 0
      ? []
      : [{ kind: "checks" as const, name, label, values, options, ...entered.errorOf(name) }]),
    {
      kind: "text",
      name: findName(name),
      label: options.length === 0 ? label : `Find more: ${label.toLowerCase()}`,
      hint: search !== "" && matches.length === 0 ? nothing : hint,
      ...entered.field(findName(name)),
    },
    { kind: "hidden", name: foundName(name), value: search },
  ];
}

/**
 * Reads the ids of the products that are chosen.
 *
 * @throws {AppError} `error.invalid-request` for a search whose products the form has not shown yet
 */
export function chosenOf(values: URLSearchParams, name: string): bigint[] {
  const search = (values.get(findName(name)) ?? "").trim();
  if (search !== "" && search !== values.get(foundName(name))) {
    throw invalid("Tick the products that were found, then save", findName(name));
  }
  return values.getAll(name).map((text) => BigInt(idOf(text, name)));
}

function idOf(text: string, name: string): Int64 {
  const id = parseInt64(text);
  if (id !== undefined) return id;
  throw invalid(`${name} must be products that were found`, name);
}

function findName(name: string): string {
  return `${name}.find`;
}

function foundName(name: string): string {
  return `${name}.found`;
}
