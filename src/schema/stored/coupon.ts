import { z } from "zod";
import type { CouponId } from "../../domain/ids.ts";
import {
  APPLICATION_TYPES,
  type Coupon,
  COUPON_PLATFORMS,
  couponKey,
  type CouponUsage,
  type Gift,
  TARGET_TYPES,
} from "../../domain/shop/coupon.ts";
import type { Form } from "../form.ts";
import { discountSchema } from "./merchant.ts";
import {
  count,
  couponId,
  flag,
  merchantId,
  parseJsonColumn,
  parseRow,
  type Stored,
  storedInt64,
  unlessEmpty,
} from "./parse.ts";

const TABLE = "coupons";

/** A gift in a JSON column. */
export const giftSchema: Stored<Gift> = z.object({
  targetType: z.enum(TARGET_TYPES),
  target: count,
  maxQuantity: count,
  productIds: z.array(storedInt64),
});

const definitionShape = {
  combine: z.boolean(),
  discount: discountSchema,
  disableCod: z.boolean(),
  platform: z.enum(COUPON_PLATFORMS),
  minPurchase: count,
  minQuantity: count,
  usageLimitPerCustomer: count.nullable(),
  productIds: z.array(storedInt64),
  gift: giftSchema.nullable(),
};

const definitionSchema: Stored<CouponDefinition> = z.object(definitionShape);

/** A whole coupon in a JSON column: a session stores the coupons of its price. */
export const couponSchema: Stored<Coupon> = z.object({
  ...definitionShape,
  id: couponId,
  merchantId,
  code: z.string(),
  applicationType: z.enum(APPLICATION_TYPES),
  startsAt: count.nullable(),
  endsAt: count.nullable(),
  usageLimit: count.nullable(),
  enabled: z.boolean(),
  createdAt: count,
});

const nullableCount = count.nullable().default(null);

/** Parts of a coupon that a view does not have; values that most coupons have are omitted. */
export const couponRestSchema = z.object({
  minPurchase: count.default(0),
  minQuantity: count.default(0),
  usageLimit: nullableCount,
  usageLimitPerCustomer: nullableCount,
  productIds: z.array(storedInt64).default([]),
  gift: giftSchema.nullable().default(null),
  startsAt: nullableCount,
  endsAt: nullableCount,
  enabled: z.boolean().default(true),
  createdAt: count,
});

/** Encodes the parts of a coupon that a view does not have. */
export function encodeCouponRest(coupon: Coupon): Form<typeof couponRestSchema> {
  return {
    minPurchase: coupon.minPurchase || undefined,
    minQuantity: coupon.minQuantity || undefined,
    usageLimit: coupon.usageLimit ?? undefined,
    usageLimitPerCustomer: coupon.usageLimitPerCustomer ?? undefined,
    productIds: unlessEmpty(coupon.productIds),
    gift: coupon.gift ?? undefined,
    startsAt: coupon.startsAt ?? undefined,
    endsAt: coupon.endsAt ?? undefined,
    enabled: coupon.enabled ? undefined : false,
    createdAt: coupon.createdAt,
  };
}

const rowSchema = z.object({
  id: couponId,
  merchant_id: merchantId,
  code: z.string(),
  application_type: z.enum(APPLICATION_TYPES),
  enabled: flag,
  starts_at: count.nullable(),
  ends_at: count.nullable(),
  usage_limit: count.nullable(),
  created_at: count,
  definition: z.string(),
});

/**
 * Reads a coupon from a row of `coupons`.
 *
 * @throws {RowError} when the row does not parse
 */
export function couponFromRow(row: unknown): Coupon {
  const read = parseRow(rowSchema, row, { table: TABLE, keyColumns: ["id"] });
  const place = { table: TABLE, key: read.id, name: "definition" };
  return {
    ...parseJsonColumn(definitionSchema, read.definition, place),
    id: read.id,
    merchantId: read.merchant_id,
    code: read.code,
    applicationType: read.application_type,
    startsAt: read.starts_at,
    endsAt: read.ends_at,
    usageLimit: read.usage_limit,
    enabled: read.enabled === 1,
    createdAt: read.created_at,
  };
}

const usageSchema = z.object({ id: couponId, used: count, used_by_customer: count });

/** Reads the uses of a coupon, by all customers and by one. */
export function couponUsageFromRow(row: unknown): [CouponId, CouponUsage] {
  const read = parseRow(usageSchema, row, { table: TABLE, keyColumns: ["id"] });
  return [read.id, { used: read.used, usedByCustomer: read.used_by_customer }];
}

/** The parts of a coupon in its `definition` column. */
export type CouponDefinition = Pick<Coupon, keyof typeof definitionShape>;

/** The columns of `coupons`, except `used`, which is only counted. */
export function couponToRow(
  coupon: Coupon,
): Form<typeof rowSchema> & { readonly code_key: string } {
  const definition: Form<typeof definitionSchema> = {
    combine: coupon.combine,
    discount: coupon.discount,
    disableCod: coupon.disableCod,
    platform: coupon.platform,
    minPurchase: coupon.minPurchase,
    minQuantity: coupon.minQuantity,
    usageLimitPerCustomer: coupon.usageLimitPerCustomer,
    productIds: coupon.productIds,
    gift: coupon.gift,
  };
  return {
    id: coupon.id,
    merchant_id: coupon.merchantId,
    code: coupon.code,
    code_key: couponKey(coupon.code),
    application_type: coupon.applicationType,
    enabled: Number(coupon.enabled),
    starts_at: coupon.startsAt,
    ends_at: coupon.endsAt,
    usage_limit: coupon.usageLimit,
    created_at: coupon.createdAt,
    definition: JSON.stringify(definition),
  };
}
