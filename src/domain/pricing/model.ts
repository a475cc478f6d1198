import type { CartLine } from "../cart/cart.ts";
import type { ErrorCode } from "../errors.ts";
import type { CouponId, ProductId, VariantId } from "../ids.ts";
import type { Product } from "../shop/catalog.ts";
import type { Coupon, CouponUsage, Gift } from "../shop/coupon.ts";
import type { AvailableCoins } from "../shop/customer.ts";
import type { CoinProgram, PaymentMethod, ShippingOption, ShopRules } from "../shop/merchant.ts";
import type { Currency, Minor } from "../values/money.ts";

/** A claimed gift. */
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
  /** Code that it replaced; null for none. */
  readonly previousCode: string | null;
}

/** Destination of an order, for its price. */
export interface Destination {
  readonly countryCode: string;
  readonly postalCode: string;
}

/** Choices of the customer that determine the price. */
export interface Order {
  readonly currency: Currency;
  readonly countryCode: string;
  readonly lines: readonly CartLine[];
  readonly claims: readonly GiftClaim[];
  readonly codes: readonly EnteredCode[];
  readonly destination: Destination | null;
  /** Id of the chosen shipping option; null until chosen. */
  readonly shippingOption: string | null;
  /** Null until chosen; offers for a method need it chosen. */
  readonly method: PaymentMethod | null;
  /** Wanted coins; limited to those that the customer has and that fit. */
  readonly coins: number;
  readonly customerKnown: boolean;
  readonly amountPaid: Minor;
}

/** Coins of the customer. */
export interface CoinBalance extends AvailableCoins {
  readonly processing: number;
}

/** Current rules and data of the shop. */
export interface PricingRules {
  readonly shop: ShopRules;
  /** Automatic coupons and those of entered codes. */
  readonly coupons: readonly Coupon[];
  /** Absent for an unused coupon. */
  readonly usage: ReadonlyMap<CouponId, CouponUsage>;
  /** Gift products. */
  readonly giftProducts: ReadonlyMap<ProductId, Product>;
  /** Available units by variant; absent for no limit. */
  readonly stock: ReadonlyMap<VariantId, number>;
  readonly coinBalance: CoinBalance;
  /** True right before payment, when every condition must hold. */
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

/** An applied coupon and its discount. */
export interface AppliedCoupon {
  readonly coupon: Coupon;
  readonly amount: Minor;
  /** Amount of the cart after this coupon. */
  readonly cartAfter: Minor;
  readonly previousCode: string | null;
}

/** An entered code that does not apply now. */
export interface RestingCoupon {
  readonly couponId: CouponId;
  readonly code: string;
  /** Error code of the reason. */
  readonly reason: ErrorCode;
  /** Message for the customer. */
  readonly message: string;
}

/** An automatic coupon that a verified phone number would add to the order. */
export interface UnverifiedCoupon {
  readonly couponId: CouponId;
  readonly code: string;
  /** What the customer would pay less with it than now; null for a gift. */
  readonly saves: Minor | null;
}

/** A gift offer whose target is reached. */
export interface GiftOffer {
  readonly couponId: CouponId;
  readonly gift: Gift;
  /** With all variants; `offeredVariants()` has the available ones. */
  readonly products: readonly Product[];
}

/** Totals of a priced cart (spec 2.4) in minor units; `shipping` is -1 until known. */
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

/** Coins of this cart (spec 2.7); whole coins, not money. */
export interface CoinUse {
  readonly available: number;
  readonly redeemable: number;
  readonly used: number;
  readonly processing: number;
}

/** A shipping option with its price for a cart. */
export type ShippingOffer = Pick<ShippingOption, "id" | "name" | "price">;

/** A cart with its price. */
export interface PricedCart {
  /** The paid lines in the order of the cart, then the claimed gifts. */
  readonly lines: readonly PricedLine[];
  readonly coupons: readonly AppliedCoupon[];
  /** Entered codes that do not apply, in order of entry. */
  readonly resting: readonly RestingCoupon[];
  /** By code. They do not count for {@link requires}. */
  readonly unverified: readonly UnverifiedCoupon[];
  readonly offers: readonly GiftOffer[];
  /** Claims that are still covered; others are removed. */
  readonly claims: readonly GiftClaim[];
  readonly totals: Totals;
  readonly coins: CoinUse;
  /** The loyalty programme used; null for a shop without one. */
  readonly coinProgram: CoinProgram | null;
  /** For the address; empty without one, and where the shop does not deliver. */
  readonly shippingOptions: readonly ShippingOffer[];
  /** Id of the option in the price; null for none. */
  readonly shippingOption: string | null;
  /** False when the shop does not deliver to the address. */
  readonly serviceable: boolean;
  /** Requirements before the order can be paid or placed. */
  readonly requires: readonly Requirement[];
}

/** Requirements of an order: a verified phone, an address. */
export const REQUIREMENTS = ["phone", "address"] as const;
/** One of {@link REQUIREMENTS}. */
export type Requirement = (typeof REQUIREMENTS)[number];
