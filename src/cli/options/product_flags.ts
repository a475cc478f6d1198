import { INVENTORY_POLICIES, PRODUCT_STATUSES } from "../../domain/shop/catalog.ts";
import { SeedFlags, seedFlags } from "./seed_flags.ts";
import { exactInteger, oneOf } from "./values.ts";

const PRODUCT = seedFlags([
  ["--title <title>", "title", "name that customers see"],
  ["--text <text>", "text", "description, as text"],
  ["--handle <handle>", "handle", "name in addresses (default: made of the title)"],
  ["--vendor <name>", "vendor", "maker or brand"],
  ["--status <status>", "status", PRODUCT_STATUSES.join(", "), { read: oneOf(PRODUCT_STATUSES) }],
  ["--max-quantity <n>", "max_quantity", "units of a variant in an order by a link", {
    read: exactInteger,
  }],
  ["--no-max-quantity", "max_quantity", "as many as the shop allows", { value: null }],
  ["--option <option>", "options", 'what variants differ by, such as "Size: S, M, L"; repeat', {
    repeats: true,
  }],
], "Product:");

const VARIANT = seedFlags([
  ["--price <amount>", "price", "price of a unit"],
  ["--compare-at <amount>", "compare_at_price", "price before, which is struck through"],
  ["--no-compare-at", "compare_at_price", "no price before", { value: null }],
  ["--sku <code>", "sku", "your own code of the article"],
  ["--grams <n>", "grams", "weight of a unit", { read: exactInteger }],
  ["--taxable", "taxable", "tax is due on it (default)"],
  ["--no-taxable", "taxable", "no tax is due on it", { value: false }],
  ["--when-sold-out <policy>", "inventory_policy", INVENTORY_POLICIES.join(" or "), {
    read: oneOf(INVENTORY_POLICIES),
  }],
], "Variant:");

/** Options of a product. */
export const PRODUCT_FLAGS = new SeedFlags(PRODUCT);
/** Options of a variant. */
export const VARIANT_FLAGS = new SeedFlags(VARIANT);
