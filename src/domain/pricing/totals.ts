import type { Minor } from "../values/money.ts";
import { isCodAvailable, prepaidPart } from "./cod.ts";
import { priceCoins } from "./coins.ts";
import type { Order, PricedCart, PricingRules, Totals } from "./model.ts";
import { paymentOfferDiscount } from "./offers.ts";
import { servesCountry } from "../shop/merchant.ts";
import { quoteShipping } from "./shipping.ts";
import { exactSum } from "./sums.ts";

/** Goods after coupons and gifts. */
export interface Goods {
  readonly subTotal: Minor;
  /** The cart after coupons. */
  readonly amount: Minor;
  /** Of all lines. */
  readonly tax: Minor;
  /** True if an applied coupon disables cash on delivery. */
  readonly disablesCod: boolean;
}

/** Adds up an order: shipping, the method's fee and offer, coins, tax. */
export function sumUp(
  order: Order,
  { shop, coinBalance }: Pick<PricingRules, "shop" | "coinBalance">,
  { subTotal, amount: goods, tax, disablesCod }: Goods,
): Pick<
  PricedCart,
  "totals" | "coins" | "shippingOptions" | "shippingOption" | "serviceable"
> {
  const { destination, amountPaid } = order;
  const quote = destination === null ? undefined : quoteShipping(shop.shipping, destination, goods);
  const shippingOptions = quote ?? [];
  const option = shippingOptions.find(({ id }) => id === order.shippingOption) ??
    shippingOptions[0];
  const countryCode = destination?.countryCode ?? order.countryCode;
  const context = {
    goods,
    countryCode,
    served: quote === undefined ? servesCountry(shop.shipping, countryCode) : quote !== null,
    disabledByCoupon: disablesCod,
  };
  const cod = isCodAvailable(shop.cod, context) ? shop.cod : null;
  const codAvailable = cod !== null;
  const codOrder = order.method === "COD" && codAvailable;
  const codPrice = cod?.fee ?? 0;

  const offerMethod = order.method === "COD" && !codAvailable ? null : order.method;
  const paymentOffer = paymentOfferDiscount(goods, shop.paymentOffers, offerMethod);
  const { use: coins, discount: coinDiscount } = priceCoins(goods - paymentOffer, shop.coin, {
    balance: coinBalance,
    wanted: order.coins,
  });

  const couponDiscount = subTotal - goods;
  const discount = couponDiscount + paymentOffer + coinDiscount;
  const total = subTotal - discount;
  const taxesIncluded = shop.tax.included;
  const shipping = option?.price ?? -1;
  const beforeCod = exactSum([total, taxesIncluded ? 0 : tax, Math.max(shipping, 0)]);
  const withCod = exactSum([beforeCod, codPrice]);
  const partial = cod === null ? 0 : prepaidPart(cod, withCod);
  const totals: Totals = {
    subTotal,
    couponDiscount,
    paymentOfferDiscount: paymentOffer,
    coinDiscount,
    discount,
    total,
    tax,
    taxesIncluded,
    shipping,
    codAvailable,
    codOrder,
    codPrice,
    partialCodPrice: partial,
    isPartialCod: codOrder && partial > 0,
    totalPayable: codOrder ? withCod : beforeCod,
    amountPaid,
  };
  const shippingOption = option?.id ?? null;
  return { totals, coins, shippingOptions, shippingOption, serviceable: quote !== null };
}

/**
 * Cost for comparing coupons: the amount to pay plus the value of coins, without the fee of cash on
 * delivery, which no coupon should save by disabling it.
 */
export function costOf({ totalPayable, coinDiscount, codOrder, codPrice }: Totals): Minor {
  return totalPayable + coinDiscount - (codOrder ? codPrice : 0);
}
