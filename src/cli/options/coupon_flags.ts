import { DISCOUNT_TYPES } from "../../domain/merchant.ts";
import { COUPON_PLATFORMS, TARGET_TYPES } from "../../domain/coupon.ts";
import { SeedFlags } from "./seed_flags.ts";
import { flagName, oneOf } from "./values.ts";

const DISCOUNT = "Discount:";
const GIFT = "Free gift, instead of a discount:";
const LIMITS = "Conditions:";

/** The options that describe a coupon: every field of a coupon in a seed file. */
export const COUPON_FLAGS = new SeedFlags([
  { flags: "--code <code>", help: "what customers enter, in any case", field: "code" },
  {
    flags: "--automatic",
    help: "applied by itself, without being entered",
    field: "application_type",
    value: "AUTOMATIC",
  },
  { flags: "--combine", help: "can be used together with others", field: "combine" },
  {
    flags: "--disable-cod",
    help: "takes cash on delivery away from the cart",
    field: "disable_cod",
  },
  {
    flags: "--platform <platform>",
    help: `where it was made: ${names(COUPON_PLATFORMS)}`,
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
    help: "most that it takes off",
    field: "discount_max_cap",
    group: DISCOUNT,
  },
  {
    flags: "--product <id>",
    help: "acts on this product only; repeat for several",
    field: "product_ids",
    read: integer,
    repeats: true,
    group: LIMITS,
  },
  {
    flags: "--starts <time>",
    help: "first moment, such as 2026-01-31T00:00:00+05:30",
    field: "starts_at",
    group: LIMITS,
  },
  { flags: "--ends <time>", help: "first moment after it", field: "ends_at", group: LIMITS },
  {
    flags: "--min-purchase <amount>",
    help: "smallest cart",
    field: "min_purchase",
    group: LIMITS,
  },
  {
    flags: "--min-quantity <n>",
    help: "fewest units",
    field: "min_quantity",
    read: integer,
    group: LIMITS,
  },
  {
    flags: "--usage-limit <n>",
    help: "how often by all customers together",
    field: "usage_limit",
    read: integer,
    group: LIMITS,
  },
  {
    flags: "--per-customer <n>",
    help: "how often by each customer",
    field: "usage_limit_per_customer",
    read: integer,
    group: LIMITS,
  },
  {
    flags: "--gift-product <id>",
    help: "a product to choose from; repeat for several",
    field: "gift.product_ids",
    read: integer,
    repeats: true,
    group: GIFT,
  },
  {
    flags: "--gift-target <target>",
    help: "amount or units from which on it is given",
    field: "gift.target",
    read: integer,
    group: GIFT,
  },
  {
    flags: "--gift-target-type <type>",
    help: `what is counted: ${names(TARGET_TYPES)}`,
    field: "gift.target_type",
    read: oneOf(TARGET_TYPES),
    group: GIFT,
  },
  {
    flags: "--gift-max <n>",
    help: "most units a customer may take; 1 unless given",
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
