import { COUPON_PLATFORMS, TARGET_TYPES } from "../../domain/shop/coupon.ts";
import { DISCOUNT_TYPES } from "../../domain/shop/merchant.ts";
import { SeedFlags } from "./seed_flags.ts";
import { flagName, oneOf } from "./values.ts";

const DISCOUNT = "Discount:";
const GIFT = "Free gift, instead of a discount:";
const LIMITS = "Conditions:";

/** The options that describe a coupon: every field of a coupon in a seed file. */
export const COUPON_FLAGS = new SeedFlags([
  { flags: "--code <code>", help: "code that customers enter, in any case", field: "code" },
  {
    flags: "--automatic",
    help: "apply it without a code being entered",
    field: "application_type",
    value: "AUTOMATIC",
  },
  { flags: "--combine", help: "combine with other coupons that combine", field: "combine" },
  {
    flags: "--disable-cod",
    help: "disable cash on delivery for the cart",
    field: "disable_cod",
  },
  {
    flags: "--platform <platform>",
    help: `origin: ${names(COUPON_PLATFORMS)}`,
    field: "coupon_platform",
    read: oneOf(COUPON_PLATFORMS),
  },
  {
    flags: "--type <type>",
    help: names(DISCOUNT_TYPES),
    field: "discount_type",
    read: oneOf(DISCOUNT_TYPES),
    group: DISCOUNT,
  },
  {
    flags: "--amount <amount>",
    help: "percent, or an amount in the shop's currency",
    field: "discount_amount",
    group: DISCOUNT,
  },
  {
    flags: "--max-cap <amount>",
    help: "maximum discount",
    field: "discount_max_cap",
    group: DISCOUNT,
  },
  {
    flags: "--product <id>",
    help: "only for this product; repeat for several",
    field: "product_ids",
    read: integer,
    repeats: true,
    group: LIMITS,
  },
  {
    flags: "--starts <time>",
    help: "start of validity, such as 2026-01-31T00:00:00+05:30",
    field: "starts_at",
    group: LIMITS,
  },
  { flags: "--ends <time>", help: "end of validity (exclusive)", field: "ends_at", group: LIMITS },
  {
    flags: "--min-purchase <amount>",
    help: "minimum cart amount",
    field: "min_purchase",
    group: LIMITS,
  },
  {
    flags: "--min-quantity <n>",
    help: "minimum number of units",
    field: "min_quantity",
    read: integer,
    group: LIMITS,
  },
  {
    flags: "--usage-limit <n>",
    help: "maximum uses by all customers together",
    field: "usage_limit",
    read: integer,
    group: LIMITS,
  },
  {
    flags: "--per-customer <n>",
    help: "maximum uses per customer",
    field: "usage_limit_per_customer",
    read: integer,
    group: LIMITS,
  },
  {
    flags: "--gift-product <id>",
    help: "gift product to choose from; repeat for several",
    field: "gift.product_ids",
    read: integer,
    repeats: true,
    group: GIFT,
  },
  {
    flags: "--gift-target <target>",
    help: "amount or units that unlock the gift",
    field: "gift.target",
    read: integer,
    group: GIFT,
  },
  {
    flags: "--gift-target-type <type>",
    help: `meaning of the target: ${names(TARGET_TYPES)}`,
    field: "gift.target_type",
    read: oneOf(TARGET_TYPES),
    group: GIFT,
  },
  {
    flags: "--gift-max <n>",
    help: "maximum units per customer (default: 1)",
    field: "gift.max_quantity",
    read: integer,
    group: GIFT,
  },
]);

/** A whole number exactly; anything else stays text, for the field's own reader to judge. */
function integer(text: string): unknown {
  if (!/^-?(?:0|[1-9][0-9]{0,18})$/.test(text)) return text;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

function names(values: readonly string[]): string {
  return values.map(flagName).join(" or ");
}
