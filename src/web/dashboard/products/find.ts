import { AppError } from "../../../domain/errors.ts";
import { parseInt64 } from "../../../domain/ids.ts";
import type { Product, Variant } from "../../../domain/shop/catalog.ts";
import type { DashboardServices, ShopCall } from "../page.ts";

/** The product of a page's path. */
export async function findProduct(
  { catalog }: Pick<DashboardServices, "catalog">,
  call: ShopCall,
): Promise<Product> {
  const id = parseInt64(call.param("product"));
  const found = id === undefined ? undefined : (await catalog.find(call.shop.id, [id])).get(id);
  if (found !== undefined) return found;
  throw new AppError("error.not-found", "No such product");
}

/** The variant of a page's path. */
export function pathVariant({ variants }: Product, call: ShopCall): Variant {
  const found = variants.find(({ variantId }) => variantId === call.param("variant"));
  if (found !== undefined) return found;
  throw new AppError("error.variant-not-found", "No such variant");
}
