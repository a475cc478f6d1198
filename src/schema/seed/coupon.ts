import { z } from "zod";
import { MAX_QUANTITY } from "../../domain/cart/cart.ts";
import { invalid, shown } from "../../domain/errors.ts";
import type { ProductId } from "../../domain/ids.ts";
import {
  APPLICATION_TYPES,
  type Coupon,
  COUPON_PLATFORMS,
  type CouponDraft,
  type Gift,
  TARGET_TYPES,
} from "../../domain/shop/coupon.ts";
import { type Discount, DISCOUNT_TYPES } from "../../domain/shop/merchant.ts";
import { jsonInteger } from "../../domain/values/json.ts";
import { MAX_CODE } from "../../domain/values/limits.ts";
import { type Currency, parseMajor, parseOptional } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { int64Schema, integerBetween, nonEmptyText, parseWith } from "../parse.ts";
import {
  amountField,
  decimalField,
  MAX_COUNT,
  MAX_ENTRIES,
  momentField,
  momentText,
  readDiscount,
  requireUnique,
  writeDiscount,
} from "./fields.ts";

const productIds = z.array(int64Schema).max(MAX_ENTRIES);

const giftSchema = z.strictObject({
  target_type: z.enum(TARGET_TYPES),
  target: decimalField,
  max_quantity: integerBetween(1, MAX_QUANTITY).optional(),
  product_ids: productIds.min(1),
});

const codeField = nonEmptyText(MAX_CODE).refine(
  // Customers type codes and the program prints them: no invisible characters.
  (code) => code === code.trim() && code === shown(code),
  { error: "must not begin or end with a space or contain control characters" },
);

/** A coupon of a seed file. */
export const seedCouponSchema = z.strictObject({
  code: codeField,
  application_type: z.enum(APPLICATION_TYPES).optional(),
  combine: z.boolean().optional(),
  discount_type: z.enum(DISCOUNT_TYPES).nullish(),
  discount_amount: decimalField.nullish(),
  discount_max_cap: decimalField.nullish(),
  disable_cod: z.boolean().optional(),
  coupon_platform: z.enum(COUPON_PLATFORMS).optional(),
  starts_at: momentField.nullish(),
  ends_at: momentField.nullish(),
  min_purchase: decimalField.nullish(),
  min_quantity: integerBetween(0, MAX_COUNT).nullish(),
  usage_limit: integerBetween(1, MAX_COUNT).nullish(),
  usage_limit_per_customer: integerBetween(1, MAX_COUNT).nullish(),
  product_ids: productIds.optional(),
  gift: giftSchema.nullish(),
});

/** A validated coupon of a seed file. */
export type CouponFields = z.infer<typeof seedCouponSchema>;

/**
 * Reads a coupon of a seed file: a discount or a gift, never both.
 *
 * @param value amounts in the major unit of `currency`, percentages of 0 to 100
 * @throws {AppError} `error.invalid-request` naming the first invalid field by its path
 */
export function readCoupon(value: unknown, currency: Currency, path = ""): CouponDraft {
  return toCoupon(parseWith(seedCouponSchema, value, path), currency, path);
}

/** Converts validated fields; see {@link readCoupon}. */
export function toCoupon(fields: CouponFields, currency: Currency, path: string): CouponDraft {
  const at = (name: string) => path === "" ? name : `${path}.${name}`;
  const startsAt = fields.starts_at ?? null;
  const endsAt = fields.ends_at ?? null;
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) {
    const end = new Date(endsAt).toISOString();
    throw invalid(`${at("ends_at")} must be later than the start: ${end}`);
  }
  return {
    code: fields.code,
    applicationType: fields.application_type ?? "CODE",
    combine: fields.combine ?? false,
    discount: toDiscount(fields, currency, at),
    disableCod: fields.disable_cod ?? false,
    platform: fields.coupon_platform ?? "SERVICE",
    startsAt,
    endsAt,
    minPurchase: parseOptional(fields.min_purchase, currency, at("min_purchase")) ?? 0,
    minQuantity: fields.min_quantity ?? 0,
    usageLimit: fields.usage_limit ?? null,
    usageLimitPerCustomer: fields.usage_limit_per_customer ?? null,
    productIds: uniqueIds(fields.product_ids ?? [], at("product_ids")),
    gift: fields.gift ? toGift(fields.gift, currency, at("gift")) : null,
  };
}

const DISCOUNT_FIELDS = ["discount_type", "discount_amount", "discount_max_cap"] as const;

function toDiscount(
  fields: CouponFields,
  currency: Currency,
  at: (name: string) => string,
): Discount {
  if (fields.gift) {
    for (const name of DISCOUNT_FIELDS) {
      const value = fields[name] ?? null;
      if (value === null) continue;
      throw invalid(`${at(name)} must not be set on a coupon with a gift: ${shown(value)}`);
    }
    return { type: "FIXED", amount: 0, cap: null };
  }
  const { discount_type: type, discount_amount: amount, discount_max_cap: cap } = fields;
  if (!type) throw invalid(`${at("discount_type")} is required, unless the coupon has a gift`);
  if (amount === undefined || amount === null) {
    throw invalid(`${at("discount_amount")} is required`);
  }
  const paths = { amount: at("discount_amount"), cap: at("discount_max_cap") };
  return readDiscount({ type, amount, cap }, paths, currency);
}

function toGift(gift: NonNullable<CouponFields["gift"]>, currency: Currency, path: string): Gift {
  const units = integerBetween(1, MAX_COUNT);
  return {
    targetType: gift.target_type,
    target: gift.target_type === "QUANTITY"
      ? parseWith(units, gift.target, `${path}.target`)
      : parseMajor(gift.target, currency, `${path}.target`),
    maxQuantity: gift.max_quantity ?? 1,
    productIds: uniqueIds(gift.product_ids, `${path}.product_ids`),
  };
}

function uniqueIds(ids: readonly ProductId[], path: string): readonly ProductId[] {
  requireUnique(ids.map((key, i) => ({ key, path: `${path}[${i}]` })), "product id");
  return ids;
}

const NO_DISCOUNT = {
  discount_type: undefined,
  discount_amount: undefined,
  discount_max_cap: undefined,
};

/** Encodes a coupon. A coupon with a gift has no discount. */
export function writeCoupon(coupon: Coupon, currency: Currency): Form<typeof seedCouponSchema> {
  const { gift } = coupon;
  return {
    code: coupon.code,
    application_type: coupon.applicationType,
    combine: coupon.combine,
    ...(gift === null ? writeDiscount(coupon.discount, currency) : NO_DISCOUNT),
    disable_cod: coupon.disableCod,
    coupon_platform: coupon.platform,
    starts_at: momentText(coupon.startsAt),
    ends_at: momentText(coupon.endsAt),
    min_purchase: amountField(coupon.minPurchase, currency),
    min_quantity: coupon.minQuantity,
    usage_limit: coupon.usageLimit,
    usage_limit_per_customer: coupon.usageLimitPerCustomer,
    product_ids: coupon.productIds.map(jsonInteger),
    gift: gift === null ? null : {
      target_type: gift.targetType,
      target: gift.targetType === "QUANTITY" ? gift.target : amountField(gift.target, currency),
      max_quantity: gift.maxQuantity,
      product_ids: gift.productIds.map(jsonInteger),
    },
  };
}
