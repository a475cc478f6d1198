import type { CheckoutForm } from "./checkout_form.ts";
import { type Merchant, servesCountry, type ShippingRule } from "./merchant.ts";
import { prepaidWays } from "./pay_ways.ts";

/** A reason why no customer of a shop's own country can buy. */
export type Obstacle = "payment" | "delivery";

/** The settings by which a shop is paid on its checkout page. */
export interface PaidShop {
  readonly rules: { readonly cod: object | null };
  readonly checkout: Parameters<typeof prepaidWays>[0];
}

/** The settings of a shop that {@link obstaclesOf} reads. */
export interface SellingShop extends PaidShop, Pick<Merchant, "countryCode"> {
  readonly rules: PaidShop["rules"] & {
    readonly shipping: readonly Pick<ShippingRule, "countries">[];
  };
  readonly checkout: PaidShop["checkout"] & Pick<CheckoutForm, "cartLinks">;
}

/** True if no order of a shop can be paid on its checkout page, but for one that costs nothing. */
export function cannotBePaid({ rules, checkout }: PaidShop, hasProvider: boolean): boolean {
  return rules.cod === null && prepaidWays(checkout, hasProvider).length === 0;
}

/**
 * The reasons why customers cannot buy by the links of a shop. A shop without links sells by its own
 * backend, which may take money in its own way.
 *
 * @param hasProvider true if a provider of the server takes the shop's payments
 */
export function obstaclesOf(shop: SellingShop, hasProvider: boolean): Obstacle[] {
  const { countryCode, rules: { shipping }, checkout: { cartLinks } } = shop;
  if (!cartLinks) return [];
  return [
    ...(cannotBePaid(shop, hasProvider) ? ["payment" as const] : []),
    ...(servesCountry(shipping, countryCode) ? [] : ["delivery" as const]),
  ];
}
