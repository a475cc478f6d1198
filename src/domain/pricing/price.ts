import { unitsByVariant } from "../cart.ts";
import type { Coupon, CouponRefusal } from "../coupon.ts";
import type { Minor } from "../money.ts";
import { isCodAvailable, prepaidPart } from "./cod.ts";
import { redeemCoins } from "./coins.ts";
import { giftLines, keptClaims, unlockedOffers } from "./gifts.ts";
import type { SubTotalLine } from "./discounts.ts";
import type {
  AppliedCoupon,
  GiftClaim,
  GiftOffer,
  Order,
  PricedCart,
  PricedLine,
  PricingRules,
  Totals,
} from "./model.ts";
import { paymentOfferDiscount } from "./offers.ts";
import { couponRefusal, selectCoupons, type Selection } from "./selection.ts";
import { quoteShipping, servesCountry } from "./shipping.ts";
import { exactProduct, exactSum } from "./sums.ts";
import { lineTax } from "./tax.ts";

/**
 * Prices an order: the one function behind every amount this service names.
 *
 * Pure: the same order, rules and moment give the same price. Amounts are integer
 * minor units throughout and each named amount is rounded half up once.
 *
 * @param now milliseconds since the epoch, for validity windows
 * @throws {AppError} `error.invalid-request` when the cart leaves 2^53 minor units
 */
export function price(order: Order, rules: PricingRules, now: number): PricedCart {
  const paid = withSubTotals(order);
  const subTotal = exactSum(paid.map((line) => line.subTotal));
  const selection = selectCoupons(order, rules, { lines: paid, now });
  const goods = subTotal - selection.chosen.amount;

  const giftCoupons = rules.coupons.filter((coupon) =>
    coupon.gift !== null && isInvited(coupon, order) &&
    couponRefusal(coupon, { order, rules, lines: paid, now }) === null
  );
  const quantity = paid.reduce((sum, line) => sum + line.quantity, 0);
  const progress = { purchaseAmount: goods, quantity };
  const offers = unlockedOffers(giftCoupons, rules.giftProducts, progress);
  const claims = keptClaims(order.claims, offers);

  const lines = pricedLines(order, rules, { selection, paid, claims, offers });
  const applied = appliedCoupons(order, { selection, giftCoupons, claims, goods });
  const { totals, coins, serviceable } = sumUp(order, rules, { subTotal, goods, lines, applied });
  return {
    lines,
    coupons: applied,
    offers,
    claims,
    totals,
    coins,
    coinProgram: rules.shop.coin,
    serviceable,
  };
}

/** What the entered codes are worth, and what the engine would take off without them. */
export function compareCodes(
  order: Order,
  rules: PricingRules,
  now: number,
): Pick<Selection, "codesAmount" | "automaticAmount"> {
  return selectCoupons(order, rules, { lines: withSubTotals(order), now });
}

/** Why a coupon may not be used on an order; null when it may. */
export function refusalOf(
  coupon: Coupon,
  order: Order,
  { rules, now }: { readonly rules: PricingRules; readonly now: number },
): CouponRefusal | null {
  return couponRefusal(coupon, { order, rules, lines: withSubTotals(order), now });
}

function withSubTotals({ lines }: Order): SubTotalLine[] {
  return lines.map((line) => ({
    ...line,
    subTotal: exactProduct(line.unitPrice, line.quantity),
  }));
}

/** An automatic coupon is there by itself; one with a code waits until it is entered. */
function isInvited(coupon: Coupon, order: Order): boolean {
  return coupon.applicationType === "AUTOMATIC" ||
    order.codes.some(({ couponId }) => couponId === coupon.id);
}

interface LineParts {
  readonly selection: Selection;
  readonly paid: readonly (Order["lines"][number] & { readonly subTotal: Minor })[];
  readonly claims: readonly GiftClaim[];
  readonly offers: readonly GiftOffer[];
}

function pricedLines(
  order: Order,
  { shop, stock }: PricingRules,
  { selection, paid, claims, offers }: LineParts,
): PricedLine[] {
  const gifts = giftLines(claims, offers);
  const units = unitsByVariant([...order.lines, ...gifts]);
  const isOut = (variantId: PricedLine["variantId"]) =>
    units.get(variantId)! > (stock.get(variantId) ?? Infinity);
  const paidLines = paid.map((line, i): PricedLine => {
    const discount = selection.chosen.lineDiscounts[i]!;
    const total = line.subTotal - discount;
    const tax = lineTax(total, line.taxable, shop.tax);
    return { ...line, giftOf: null, discount, total, tax, outOfStock: isOut(line.variantId) };
  });
  const free = { subTotal: 0, discount: 0, total: 0, tax: 0 };
  return [
    ...paidLines,
    ...gifts.map((gift) => ({ ...gift, ...free, outOfStock: isOut(gift.variantId) })),
  ];
}

interface CouponParts {
  readonly selection: Selection;
  readonly giftCoupons: readonly Coupon[];
  readonly claims: readonly GiftClaim[];
  readonly goods: Minor;
}

/** Discounts in the order they were applied, then gift coupons in use, which take nothing off. */
function appliedCoupons(
  order: Order,
  { selection, giftCoupons, claims, goods }: CouponParts,
): AppliedCoupon[] {
  const discounts = selection.chosen.applied.map(({ candidate, amount, cartAfter }) => ({
    coupon: candidate.coupon,
    amount,
    cartAfter,
    previousCode: candidate.previousCode,
  }));
  const gifts = giftCoupons.flatMap((coupon) => {
    const entered = order.codes.find(({ couponId }) => couponId === coupon.id);
    const claimed = claims.some(({ couponId }) => couponId === coupon.id);
    if (entered === undefined && !claimed) return [];
    return [{ coupon, amount: 0, cartAfter: goods, previousCode: entered?.previousCode ?? null }];
  });
  return [...discounts, ...gifts];
}

interface SumParts {
  readonly subTotal: Minor;
  readonly goods: Minor;
  readonly lines: readonly PricedLine[];
  readonly applied: readonly AppliedCoupon[];
}

function sumUp(
  order: Order,
  { shop, coinBalance }: PricingRules,
  { subTotal, goods, lines, applied }: SumParts,
): Pick<PricedCart, "totals" | "coins" | "serviceable"> {
  const { destination, amountPaid } = order;
  const quote = destination === null ? undefined : quoteShipping(shop.shipping, destination, goods);
  const countryCode = destination?.countryCode ?? order.countryCode;
  const context = {
    goods,
    countryCode,
    served: quote === undefined ? servesCountry(shop.shipping, countryCode) : quote !== null,
    disabledByCoupon: applied.some(({ coupon }) => coupon.disableCod),
  };
  const cod = isCodAvailable(shop.cod, context) ? shop.cod : null;
  const codAvailable = cod !== null;
  const codOrder = order.method === "COD" && codAvailable;
  const codPrice = cod?.fee ?? 0;

  const offerMethod = order.method === "COD" && !codAvailable ? null : order.method;
  const paymentOffer = paymentOfferDiscount(goods, shop.paymentOffers, offerMethod);
  const { use: coins, discount: coinDiscount } = redeemCoins(goods - paymentOffer, shop.coin, {
    balance: coinBalance,
    wanted: order.coins,
  });

  const couponDiscount = subTotal - goods;
  const discount = couponDiscount + paymentOffer + coinDiscount;
  const total = subTotal - discount;
  const tax = exactSum(lines.map((line) => line.tax));
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
