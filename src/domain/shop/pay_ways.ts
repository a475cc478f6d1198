/**
 * Ways to pay, in the default order of the checkout page: at a provider's page or the shop's own
 * payment page, by transfer, on delivery.
 */
export const PAY_WAYS = ["PROVIDER", "MANUAL", "COD"] as const;
/** One of {@link PAY_WAYS}. */
export type PayWay = (typeof PAY_WAYS)[number];

/** Ways to pay before delivery: those of the payment method `PREPAID`. */
export const PREPAID_WAYS = ["PROVIDER", "MANUAL"] as const satisfies readonly PayWay[];
/** One of {@link PREPAID_WAYS}. */
export type PrepaidWay = (typeof PREPAID_WAYS)[number];

/** All ways, those first that are named. */
export function payOrder(named: readonly PayWay[]): PayWay[] {
  return [...named, ...PAY_WAYS.filter((way) => !named.includes(way))];
}

/** The settings of a checkout page that say how a shop is paid. */
interface PaySettings {
  readonly paymentUrl: string;
  readonly manual: object | null;
  readonly payOrder: readonly PayWay[];
}

/**
 * Ways to pay before delivery on a shop's checkout page, in the shop's order.
 *
 * @param hasProvider true if a provider of the server takes the shop's payments
 */
export function prepaidWays(
  { paymentUrl, manual, payOrder }: PaySettings,
  hasProvider: boolean,
): PrepaidWay[] {
  const has = {
    PROVIDER: hasProvider || paymentUrl !== "",
    MANUAL: manual !== null && paymentUrl === "",
    COD: false,
  };
  return payOrder.filter((way): way is PrepaidWay => has[way]);
}

/** The way that was chosen, else the first; null without ways. */
export function wayOf<Way extends PayWay>(
  chosen: PayWay | null,
  ways: readonly Way[],
): Way | null {
  return ways.find((way) => way === chosen) ?? ways[0] ?? null;
}
