import type { ApiKey } from "../../domain/shop/api_key.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import type { SeedShop } from "../../domain/shop/seed.ts";
import type { OperatorServices } from "../services.ts";
import type { SeedReport } from "./seed.ts";

/** Lifetime of the key of a demo. */
export const DEMO_KEY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** A shop to try things out with. */
export interface Demo {
  readonly merchant: Merchant;
  readonly key: ApiKey;
  /** The key's secret, available only now. */
  readonly secret: string;
  readonly report: SeedReport;
}

/**
 * Creates the demo shop if it is missing, and a new key for it. Another run leaves the shop as it
 * is and adds another key, because the earlier secret is not stored.
 *
 * @param shops the demo shop, as the only entry
 * @throws {RangeError} when there is no shop in it
 */
export async function seedDemo(
  { seeder, merchants, keys }: Pick<OperatorServices, "seeder" | "merchants" | "keys">,
  shops: readonly SeedShop[],
): Promise<Demo> {
  const report = await seeder.run(shops);
  const [merchantId] = report.merchantIds;
  if (merchantId === undefined) throw new RangeError("The demo needs a shop");
  const merchant = await merchants.find(merchantId);
  const { key, secret } = await keys.create({
    merchantId,
    name: "demo",
    lifetimeMs: DEMO_KEY_LIFETIME_MS,
    rateLimit: null,
  });
  return { merchant, key, secret, report };
}
