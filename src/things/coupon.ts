import { type Coupon, couponType } from "../domain/shop/coupon.ts";
import { percentOf } from "../domain/values/money.ts";
import type { List, ListFields, Money, PhrasePart, StateWord } from "./list.ts";

/** A coupon with its uses. */
export interface ListedCoupon {
  readonly coupon: Coupon;
  readonly used: number;
}

/** State of a coupon for customers: whether it can be used now. */
export function couponState({ coupon, used }: ListedCoupon, now: number): StateWord {
  const { enabled, startsAt, endsAt, usageLimit } = coupon;
  if (!enabled) return ["Disabled", "plain"];
  if (endsAt !== null && now >= endsAt) return ["Ended", "plain"];
  if (usageLimit !== null && used >= usageLimit) return ["Used up", "plain"];
  if (startsAt !== null && now < startsAt) return ["Not started", "warn"];
  return ["Active", "good"];
}

/** Benefit for the customer: `10% off, at most ₹100.00`. */
export function benefitOf({ discount, gift }: Coupon, currencyCode: string): PhrasePart[] {
  const money = (minor: number): Money => ({ minor, currencyCode });
  if (gift !== null) {
    const { targetType, target, maxQuantity } = gift;
    const from = targetType === "QUANTITY" ? { count: target, one: "unit" } : money(target);
    return [{ count: maxQuantity, one: "free gift" }, " from ", from];
  }
  const size = discount.type === "PERCENTAGE"
    ? { percent: percentOf(discount.rate) }
    : money(discount.amount);
  return [size, " off", ...discount.cap === null ? [] : [", at most ", money(discount.cap)]];
}

/** Conditions on the cart, and whether it can be paid on delivery. */
function conditionsOf(
  coupon: Coupon,
  currencyCode: string,
  { before, after }: { readonly before: string; readonly after: readonly PhrasePart[] },
): PhrasePart[] {
  const { minPurchase, minQuantity, productIds, usageLimitPerCustomer: perCustomer } = coupon;
  const conditions: PhrasePart[][] = [
    before === "" ? [] : [before],
    minPurchase > 0 ? ["from ", { minor: minPurchase, currencyCode }] : [],
    minQuantity > 0 ? ["from ", { count: minQuantity, one: "unit" }] : [],
    productIds.length > 0 ? ["on ", { count: productIds.length, one: "product" }] : [],
    perCustomer === null ? [] : [{ count: perCustomer, one: "use" }, " per customer"],
    [...after],
    coupon.disableCod ? ["no cash on delivery"] : [],
  ];
  return conditions.filter((one) => one.length > 0).flatMap((one, i) =>
    i === 0 ? one : [", ", ...one]
  );
}

function fieldsOf(currencyCode: string) {
  const money = (minor: number): Money => ({ minor, currencyCode });
  return {
    code: { kind: "text", of: ({ coupon }) => coupon.code },
    enabled: { kind: "flag", of: ({ coupon }) => coupon.enabled },
    application_type: { kind: "word", of: ({ coupon }) => coupon.applicationType },
    coupon_type: { kind: "word", of: ({ coupon }) => couponType(coupon) },
    discount_type: {
      kind: "word",
      of: ({ coupon }) => coupon.gift === null ? coupon.discount.type : null,
    },
    discount_amount: {
      kind: "phrase",
      of: ({ coupon }) => coupon.gift === null ? benefitOf(coupon, currencyCode).slice(0, 1) : null,
    },
    discount_max_cap: {
      kind: "amount",
      of: ({ coupon: { discount } }) => discount.cap === null ? null : money(discount.cap),
    },
    combine: { kind: "flag", of: ({ coupon }) => coupon.combine },
    disable_cod: { kind: "flag", of: ({ coupon }) => coupon.disableCod },
    min_purchase: { kind: "amount", of: ({ coupon }) => money(coupon.minPurchase) },
    min_quantity: { kind: "count", of: ({ coupon }) => coupon.minQuantity },
    product_ids: { kind: "words", of: ({ coupon }) => coupon.productIds },
    gift_target_type: { kind: "word", of: ({ coupon }) => coupon.gift?.targetType ?? null },
    gift_target: {
      kind: "phrase",
      of: ({ coupon }) => coupon.gift && benefitOf(coupon, currencyCode).slice(-1),
    },
    gift_max_quantity: { kind: "count", of: ({ coupon }) => coupon.gift?.maxQuantity ?? null },
    gift_product_ids: { kind: "words", of: ({ coupon }) => coupon.gift?.productIds ?? null },
    used: { kind: "count", of: ({ used }) => used },
    usage_limit: { kind: "count", of: ({ coupon }) => coupon.usageLimit },
    usage_limit_per_customer: {
      kind: "count",
      of: ({ coupon }) => coupon.usageLimitPerCustomer,
    },
    starts_at: { kind: "moment", of: ({ coupon }) => coupon.startsAt },
    ends_at: { kind: "moment", of: ({ coupon }) => coupon.endsAt },
    created_at: { kind: "moment", of: ({ coupon }) => coupon.createdAt },
    time_zone: { kind: "zone" },
    currency_code: { kind: "word", of: () => currencyCode },
  } as const satisfies ListFields<ListedCoupon>;
}

/**
 * The list of a shop's coupons. The table has a column for what enables and applies a coupon, as
 * its commands do; the page says what customers notice. With `--json` a coupon has the form of a
 * seed file.
 */
export function couponList(currencyCode: string, now: number): List<ListedCoupon> {
  const fields = fieldsOf(currencyCode);
  return {
    fields,
    table: [
      { title: "CODE", value: fields.code, fit: { canShrink: true, leastWidth: 20 } },
      {
        title: "STATE",
        value: { kind: "word", of: ({ coupon }) => coupon.enabled ? "enabled" : "disabled" },
      },
      {
        title: "APPLIED",
        value: {
          kind: "word",
          of: ({ coupon }) => coupon.applicationType === "CODE" ? "by code" : "automatically",
        },
        fit: { isOptional: true },
      },
      {
        title: "BENEFIT",
        value: { kind: "phrase", of: ({ coupon }) => wholeBenefit(coupon, currencyCode) },
        fit: { canShrink: true },
      },
      {
        title: "CONDITIONS",
        value: {
          kind: "phrase",
          of: ({ coupon }) => {
            const after = coupon.startsAt === null ? [] : ["since ", { at: coupon.startsAt }];
            return conditionsOf(coupon, currencyCode, { before: "", after });
          },
        },
        fit: { canShrink: true },
      },
      {
        title: "USED",
        value: {
          kind: "word",
          of: ({ coupon, used }) =>
            coupon.usageLimit === null ? String(used) : `${used}/${coupon.usageLimit}`,
        },
        isNumber: true,
      },
      { title: "ENDS", value: fields.ends_at, fit: { isOptional: true } },
    ],
    page: [
      { title: "Code", value: fields.code, isMain: true },
      { title: "State", value: { kind: "states", of: (row) => [couponState(row, now)] } },
      {
        title: "Benefit",
        value: { kind: "phrase", of: ({ coupon }) => benefitOf(coupon, currencyCode) },
      },
      {
        title: "Conditions",
        value: {
          kind: "phrase",
          of: ({ coupon }) =>
            conditionsOf(coupon, currencyCode, {
              before: coupon.applicationType === "AUTOMATIC" ? "applies by itself" : "",
              after: coupon.combine ? ["combines"] : [],
            }),
        },
      },
      { title: "Used", value: { kind: "phrase", of: usesOf }, isNumber: true },
      { title: "Ends", value: fields.ends_at },
    ],
  };
}

/** The benefit, and that it combines. */
export function wholeBenefit(coupon: Coupon, currencyCode: string): PhrasePart[] {
  return [...benefitOf(coupon, currencyCode), coupon.combine ? ", combines" : ""];
}

/** Uses, and their limit: `12 of 1,000`. */
export function usesOf({ coupon: { usageLimit }, used }: ListedCoupon): PhrasePart[] {
  return [{ count: used }, ...usageLimit === null ? [] : [" of ", { count: usageLimit }]];
}
