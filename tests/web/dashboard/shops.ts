/** Two shops, and the paths of pages in them. */
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { DashboardPage } from "../../../src/web/dashboard/page.ts";
import { withWorld, type World } from "../../support/app.ts";
import { aMerchant, uuid } from "../../support/builders.ts";

/** The second shop. */
export const OTHER = uuid<MerchantId>(2);

/** A world with a second shop. */
export function withShops(test: (world: World) => Promise<void>): Promise<void> {
  return withWorld(async (world) => {
    const merchant = aMerchant({ id: OTHER, name: "Other", domains: ["other.example"] });
    await world.store.commit([{ kind: "merchant.put", merchant }]);
    await test(world);
  });
}

/** The path of a page in a shop, with parameters that name nothing. */
export function pathIn({ path }: DashboardPage, shop: string): string {
  return path.replace("{shop}", shop).replaceAll(/\{\w+\}/g, uuid(999));
}
