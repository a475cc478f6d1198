import { z } from "zod";
import { got, invalid } from "../../domain/errors.ts";
import { couponKey } from "../../domain/shop/coupon.ts";
import { isE164 } from "../../domain/shop/customer.ts";
import type { SeedCustomer, SeedShop } from "../../domain/shop/seed.ts";
import { currencyOf } from "../../domain/values/money.ts";
import { parseJson } from "../json.ts";
import { integerBetween, parseWith } from "../parse.ts";
import { seedCouponSchema, toCoupon } from "./coupon.ts";
import { MAX_COUNT, requireUnique } from "./fields.ts";
import { merchantFields, toMerchant } from "./merchant.ts";
import { requireUniqueProducts, seedProductSchema, toProduct } from "./product.ts";
import { isRecord } from "../../domain/values/json.ts";

/** Limit of the shops in a file, which is written in one commit. */
const MAX_SHOPS = 1000;
/** Limit of the products, coupons or customers of a shop in a file. */
const MAX_THINGS = 100_000;

const shopSchema = z.strictObject({
  ...merchantFields,
  products: z.array(seedProductSchema).max(MAX_THINGS).optional(),
  coupons: z.array(seedCouponSchema).max(MAX_THINGS).optional(),
  customers: z.array(z.strictObject({
    phone: z.string(),
    coins: integerBetween(0, MAX_COUNT).optional(),
  })).max(MAX_THINGS).optional(),
});

const fileSchema = z.strictObject({ merchants: z.array(shopSchema).min(1).max(MAX_SHOPS) });

type ShopFields = z.infer<typeof shopSchema>;

/**
 * Reads a seed file: shops with their rules, products, coupons and customers. Amounts are in each
 * shop's major unit, times are ISO 8601 with an offset, ids are exact over 64 bits. Unknown keys
 * are refused, so that typos are noticed.
 *
 * @throws {AppError} `error.invalid-json` for a syntax error; `error.invalid-request` naming the
 *   first invalid field by its path: `merchants[0].coupons[1].discount_amount must ...`
 */
export function readSeed(text: string): SeedShop[] {
  const value = parseJson(text, "The file");
  if (!isRecord(value)) throw invalid(`The file must be an object with merchants, ${got(value)}`);
  const { merchants } = parseWith(fileSchema, value);
  const shops = merchants.map((fields, i) => toShop(fields, `merchants[${i}]`));
  requireUnique(
    shops.flatMap(({ merchant }, i) =>
      merchant.domains.map((key, j) => ({ key, path: `merchants[${i}].domains[${j}]` }))
    ),
    "domain",
  );
  return shops;
}

function toShop(fields: ShopFields, path: string): SeedShop {
  const { products: productList = [], coupons: couponList = [], customers = [], ...own } = fields;
  const merchant = toMerchant(own, path);
  const currency = currencyOf(merchant.currencyCode);
  const products = productList.map((one, i) => toProduct(one, currency, `${path}.products[${i}]`));
  requireUniqueProducts(products, `${path}.products`);
  const coupons = couponList.map((one, i) => toCoupon(one, currency, `${path}.coupons[${i}]`));
  requireUnique(
    coupons.map(({ code }, i) => ({ key: couponKey(code), path: `${path}.coupons[${i}].code` })),
    "code",
  );
  return { merchant, products, coupons, customers: toCustomers(customers, `${path}.customers`) };
}

function toCustomers(
  customers: NonNullable<ShopFields["customers"]>,
  path: string,
): SeedCustomer[] {
  customers.forEach(({ phone }, i) => {
    if (isE164(phone)) return;
    throw invalid(`${path}[${i}].phone must be in E.164 (such as +919876543210), ${got(phone)}`);
  });
  requireUnique(
    customers.map(({ phone: key }, i) => ({ key, path: `${path}[${i}].phone` })),
    "phone number",
  );
  return customers.map(({ phone, coins }) => ({ phone, coins: coins ?? 0 }));
}
