import type { CartLine } from "../cart/cart.ts";
import type { ErrorCode } from "../errors.ts";
import type { CouponId, ProductId, VariantId } from "../ids.ts";
import type { Product } from "../shop/catalog.ts";
import type { Coupon, CouponUsage, Gift } from "../shop/coupon.ts";
import type { CoinProgram, PaymentMethod, ShopRules } from "../shop/merchant.ts";
import type { Currency, Minor } from "../values/money.ts";

/** Units of a gift product that the customer took. */
export interface GiftClaim {
  readonly couponId: CouponId;
  readonly productId: ProductId;
  readonly variantId: VariantId;
  readonly quantity: number;
}

/** A coupon code that the customer entered. */
export interface EnteredCode {
  readonly couponId: CouponId;
  readonly enteredAt: number;
  /** The code that this one took the place of, if any. */
  readonly previousCode: string | null;
}

/** Where the order goes, as far as its price depends on it. */
export interface Destination {
  readonly countryCode: string;
  readonly postalCode: string;
}

/** Everything the customer decided; what the price is the price of. */
export interface Order {
  readonly currency: Currency;
  readonly countryCode: string;
  readonly lines: readonly CartLine[];
  readonly claims: readonly GiftClaim[];
  readonly codes: readonly EnteredCode[];
  readonly destination: Destination | null;
  /** Null until the customer chose; an offer for a method needs it chosen. */
  readonly method: PaymentMethod | null;
  /** Coins the customer wants to use; more than fit or are held count as those. */
  readonly coins: number;
  readonly customerKnown: boolean;
  readonly amountPaid: Minor;
}

/** Coins of the customer at hand. */
export interface CoinBalance {
  readonly available: number;
  readonly processing: number;
}

/** Everything the shop decided, as it stands now. */
export interface PricingRules {
  readonly shop: ShopRules;
  /** The shop's automatic coupons and those that were entered. */
  readonly coupons: readonly Coupon[];
  /** Absent: never used. */
  readonly usage: ReadonlyMap<CouponId, CouponUsage>;
  /** The products that gifts are made of. */
  readonly giftProducts: ReadonlyMap<ProductId, Product>;
  /** Units that can be sold of each tracked variant; absent: no bound. */
  readonly stock: ReadonlyMap<VariantId, number>;
  readonly coinBalance: CoinBalance;
  /** True when the price is about to be paid, and nothing may be left open. */
  readonly atPayment: boolean;
}

/** A line with its amounts; `total = subTotal - discount`. */
export interface PricedLine extends CartLine {
  /** The gift coupon of a claimed gift; null for a paid line. */
  readonly giftOf: CouponId | null;
  readonly subTotal: Minor;
  readonly discount: Minor;
  readonly total: Minor;
  readonly tax: Minor;
  readonly outOfStock: boolean;
}

/** A coupon in force, and what it did. */
export interface AppliedCoupon {
  readonly coupon: Coupon;
  readonly amount: Minor;
  /** The whole cart's remainder after this coupon. */
  readonly cartAfter: Minor;
  readonly previousCode: string | null;
}

/** A code that was entered and does not apply at the moment. */
export interface RestingCoupon {
  readonly couponId: CouponId;
  readonly code: string;
  /** Refusal of its code. */
  readonly reason: ErrorCode;
  /** For the shopper. */
  readonly message: string;
}

/** A gift offer whose target is reached. */
export interface GiftOffer {
  readonly couponId: CouponId;
  readonly gift: Gift;
  /** Whole: `offeredVariants()` tells which variants it can give. */
  readonly products: readonly Product[];
}

/** The sums of a priced cart (spec 2.4); minor units, but `shipping` -1 for not yet known. */
export interface Totals {
  readonly subTotal: Minor;
  readonly couponDiscount: Minor;
  readonly paymentOfferDiscount: Minor;
  readonly coinDiscount: Minor;
  readonly discount: Minor;
  readonly total: Minor;
  readonly tax: Minor;
  readonly taxesIncluded: boolean;
  readonly shipping: Minor;
  readonly codAvailable: boolean;
  readonly codOrder: boolean;
  readonly codPrice: Minor;
  readonly partialCodPrice: Minor;
  readonly isPartialCod: boolean;
  readonly totalPayable: Minor;
  readonly amountPaid: Minor;
}

/** Coins on this cart (spec 2.7); whole coins, not money. */
export interface CoinUse {
  readonly available: number;
  readonly redeemable: number;
  readonly used: number;
  readonly processing: number;
}

/** A cart with its price. */
export interface PricedCart {
  /** The paid lines in the order of the cart, then the claimed gifts. */
  readonly lines: readonly PricedLine[];
  readonly coupons: readonly AppliedCoupon[];
  /** Codes that wait to apply, in the order they were entered. */
  readonly resting: readonly RestingCoupon[];
  readonly offers: readonly GiftOffer[];
  /** The claims that are still good; the others have left the cart. */
  readonly claims: readonly GiftClaim[];
  readonly totals: Totals;
  readonly coins: CoinUse;
  /** The loyalty programme the coins were counted by; null for a shop without one. */
  readonly coinProgram: CoinProgram | null;
  /** False when the shop does not deliver to the address. */
  readonly serviceable: boolean;
  /** Requirements before the order can be paid or placed. */
  readonly requires: readonly Requirement[];
}

/** Requirements of an order: a verified phone, an address. */
export const REQUIREMENTS = ["phone", "address"] as const;
/** One of {@link REQUIREMENTS}. */
export type Requirement = (typeof REQUIREMENTS)[number];
