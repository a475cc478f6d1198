import { hash } from "node:crypto";
import type { MerchantId } from "../ids.ts";

/** Names of the limits of what strangers may cost a shop. Those of carts, codes are per hour. */
export const LIMIT_NAMES = [
  /** Carts that an address may open by one link. */
  "cartsPerLink",
  /** Carts that an address may open. */
  "cartsPerAddress",
  /** Carts that all links of the shop may open. */
  "carts",
  /** One-time codes that an address may have sent, besides the limits of each phone. */
  "codesPerAddress",
  /** Wrong coupon codes that an address may enter. */
  "wrongCouponsPerAddress",
  /** Wrong coupon codes that may be entered in the shop. */
  "wrongCoupons",
  /** Messages to a phone number or e-mail address. */
  "messagesPerRecipient",
  /** Messages that the orders of a client address may cause. */
  "messagesPerAddress",
  /** Messages of the shop in a day of its time zone. */
  "messagesDaily",
  /** SMS of an order to a phone number that it has not verified. */
  "unverifiedSmsPerOrder",
  /** SMS in 24 hours to a phone number that its orders have not verified. */
  "unverifiedSms",
  /**
   * Units of a variant in an order, and unpaid units of a variant that a phone number and a delivery
   * address may hold: of carts that links opened.
   */
  "maxQuantity",
  /** Unpaid units of a variant that a client address may hold, however few are free. */
  "holdsPerClient",
  /** Beyond those, percent of the free units that it may hold. */
  "holdsPercentPerClient",
] as const;
/** One of {@link LIMIT_NAMES}. */
export type LimitName = (typeof LIMIT_NAMES)[number];

/** The limits of a shop. */
export type CheckoutLimits = Readonly<Record<LimitName, number>>;

/** Customers of a mobile network share an address, so the limits of addresses are wide. */
export const DEFAULT_LIMITS: CheckoutLimits = {
  cartsPerLink: 600,
  cartsPerAddress: 1000,
  carts: 20_000,
  codesPerAddress: 60,
  wrongCouponsPerAddress: 40,
  wrongCoupons: 2000,
  messagesPerRecipient: 5,
  messagesPerAddress: 20,
  messagesDaily: 1000,
  unverifiedSmsPerOrder: 1,
  unverifiedSms: 3,
  maxQuantity: 50,
  holdsPerClient: 50,
  holdsPercentPerClient: 25,
};

/** Makes a value of each limit. */
export function eachLimit<Value>(of: (name: LimitName) => Value): Record<LimitName, Value> {
  return {
    cartsPerLink: of("cartsPerLink"),
    cartsPerAddress: of("cartsPerAddress"),
    carts: of("carts"),
    codesPerAddress: of("codesPerAddress"),
    wrongCouponsPerAddress: of("wrongCouponsPerAddress"),
    wrongCoupons: of("wrongCoupons"),
    messagesPerRecipient: of("messagesPerRecipient"),
    messagesPerAddress: of("messagesPerAddress"),
    messagesDaily: of("messagesDaily"),
    unverifiedSmsPerOrder: of("unverifiedSmsPerOrder"),
    unverifiedSms: of("unverifiedSms"),
    maxQuantity: of("maxQuantity"),
    holdsPerClient: of("holdsPerClient"),
    holdsPercentPerClient: of("holdsPercentPerClient"),
  };
}

/** A limit as fields, options and metrics name it: `carts_per_link`. */
export function limitField(name: LimitName | LimitRefusal): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Limits by which a shop refuses strangers, as refusals are counted. */
export const REFUSALS = [
  ...LIMIT_NAMES,
  "messageNumber",
  "messageCountry",
  "holdsPerPhone",
  "holdsPerDelivery",
  /** Refunds beyond what the shop may give back in a day. */
  "refundsDaily",
  /** Coins beyond what people may give in a day. */
  "coinsDaily",
] as const;
/** One of {@link REFUSALS}. */
export type LimitRefusal = (typeof REFUSALS)[number];

/** How often something was refused. */
export interface RefusedCount {
  readonly refusal: LimitRefusal;
  readonly count: number;
}

/** Refusals are counted by the hour. */
export const REFUSED_HOUR_MS = 3_600_000;
/** Period in which refusals are shown. */
export const REFUSED_LATELY_MS = 7 * 24 * REFUSED_HOUR_MS;

/**
 * A short name of what is counted for a shop. Servers share it by the database, so it is a digest:
 * no row has an address.
 */
export function limitSubject(merchantId: MerchantId, parts: readonly string[]): string {
  return hash("sha256", JSON.stringify([merchantId, ...parts]), "base64url").slice(0, 22);
}

/** A client of a shop's checkout page, as sessions, holds and messages keep it: never its address. */
export function clientOf(merchantId: MerchantId, address: string): string {
  return limitSubject(merchantId, ["client", address]);
}
