import { COUPON_PLATFORMS, TARGET_TYPES } from "../../domain/shop/coupon.ts";
import { DISCOUNT_TYPES } from "../../domain/shop/merchant.ts";
import { SeedFlags, seedFlags } from "./seed_flags.ts";
import { exactInteger, flagName, oneOf } from "./values.ts";

const COMMON = [
  ...seedFlags([
    ["--code <code>", "code", "code that customers enter, in any case"],
    ["--automatic", "application_type", "apply without a code", {
      value: "AUTOMATIC",
    }],
    ["--combine", "combine", "combine with other coupons that combine"],
    ["--disable-cod", "disable_cod", "disable cash on delivery for the cart"],
    ["--platform <platform>", "coupon_platform", `origin: ${names(COUPON_PLATFORMS)}`, {
      read: oneOf(COUPON_PLATFORMS),
    }],
  ]),
  ...seedFlags([
    ["--type <type>", "discount_type", names(DISCOUNT_TYPES), { read: oneOf(DISCOUNT_TYPES) }],
    [
      "--amount <amount>",
      "discount_amount",
      "percent (10 or 10%), or an amount in the shop's currency",
    ],
    ["--max-cap <amount>", "discount_max_cap", "maximum discount"],
  ], "Discount:"),
  ...seedFlags([
    ["--product <id>", "product_ids", "only for this product; repeat for several", {
      read: exactInteger,
      repeats: true,
    }],
    ["--starts <time>", "starts_at", "start of validity, such as 2026-01-31T00:00:00+05:30"],
    ["--ends <time>", "ends_at", "end of validity (exclusive)"],
    ["--min-purchase <amount>", "min_purchase", "minimum cart amount"],
    ["--min-quantity <n>", "min_quantity", "minimum number of units", { read: exactInteger }],
    ["--usage-limit <n>", "usage_limit", "maximum uses by all customers together", {
      read: exactInteger,
    }],
    ["--per-customer <n>", "usage_limit_per_customer", "maximum uses per customer", {
      read: exactInteger,
    }],
  ], "Conditions:"),
  ...seedFlags([
    ["--gift-product <id>", "gift.product_ids", "gift product to choose from; repeat for several", {
      read: exactInteger,
      repeats: true,
    }],
    ["--gift-target <target>", "gift.target", "amount or units that unlock the gift", {
      read: exactInteger,
    }],
    [
      "--gift-target-type <type>",
      "gift.target_type",
      `meaning of the target: ${names(TARGET_TYPES)}`,
      { read: oneOf(TARGET_TYPES) },
    ],
    ["--gift-max <n>", "gift.max_quantity", "maximum units per customer (default: 1)", {
      read: exactInteger,
    }],
  ], "Free gift, instead of a discount:"),
];

/** The options that describe a new coupon: every field of a coupon in a seed file. */
export const NEW_COUPON_FLAGS = new SeedFlags(COMMON);

/** The options that change a coupon; some undo what others set. */
export const COUPON_FLAGS = new SeedFlags([
  ...COMMON,
  ...seedFlags([
    ["--by-code", "application_type", "apply by the code", { value: "CODE" }],
    ["--no-combine", "combine", "combine with no other coupon", { value: false }],
    ["--no-disable-cod", "disable_cod", "keep cash on delivery", { value: false }],
    ["--no-max-cap", "discount_max_cap", "no maximum discount", { value: null }],
    ["--no-product", "product_ids", "for all products", { value: [] }],
    ["--no-starts", "starts_at", "valid from the beginning", { value: null }],
    ["--no-ends", "ends_at", "valid without an end", { value: null }],
    ["--no-usage-limit", "usage_limit", "any number of uses", { value: null }],
    ["--no-per-customer", "usage_limit_per_customer", "any number of uses per customer", {
      value: null,
    }],
  ], "Undoing:"),
]);

function names(values: readonly string[]): string {
  return values.map(flagName).join(" or ");
}
