import type { Minor } from "../values/money.ts";
import { isCodAvailable, prepaidPart } from "./cod.ts";
import { priceCoins } from "./coins.ts";
import type { Order, PricedCart, PricingRules, Totals } from "./model.ts";
import { paymentOfferDiscount } from "./offers.ts";
import { quoteShipping, servesCountry } from "./shipping.ts";
import { exactSum } from "./sums.ts";

/** Goods whose coupons and gifts are settled. */
export interface Goods {
  readonly subTotal: Minor;
  /** The cart after coupons. */
  readonly amount: Minor;
  /** Of all lines. */
  readonly tax: Minor;
  /** A coupon in force rules cash on delivery out. */
  readonly disablesCod: boolean;
}

/** Adds up what an order comes to: shipping, the method's fee and offer, coins, tax. */
export function sumUp(
  order: Order,
  { shop, coinBalance }: Pick<PricingRules, "shop" | "coinBalance">,
  { subTotal, amount: goods, tax, disablesCod }: Goods,
): Pick<PricedCart, "totals" | "coins" | "serviceable"> {
  const { destination, amountPaid } = order;
  const quote = destination === null ? undefined : quoteShipping(shop.shipping, destination, goods);
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
  const shipping = quote?.price ?? -1;
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
  return { totals, coins, serviceable: quote !== null };
}

/**
 * Amount that coupons are compared by: the amount to pay, coins counted as the money they are, and
 * without the fee of cash on delivery, which no coupon saves by ruling it out.
 */
export function costOf({ totalPayable, coinDiscount, codOrder, codPrice }: Totals): Minor {
  return totalPayable + coinDiscount - (codOrder ? codPrice : 0);
}
