import type { Product } from "../../domain/catalog.ts";
import type { Coupon } from "../../domain/coupon.ts";
import type { Int64 } from "../../domain/ids.ts";
import type { Discount, Merchant } from "../../domain/merchant.ts";
import {
  type Currency,
  currencyOf,
  fitsJsonNumber,
  formatMajor,
  majorNumber,
  type Minor,
  percentOf,
} from "../../domain/money.ts";
import { jsonInteger } from "../../domain/json_integer.ts";

/** An amount as a seed file writes it: a JSON number in the major unit, or its digits where a number is not exact. */
export function amountField(amount: Minor, currency: Currency): number | string {
  return fitsJsonNumber(amount) ? majorNumber(amount, currency) : formatMajor(amount, currency);
}

/** A moment as a seed file writes it: ISO 8601 in UTC, or null. */
export function momentText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** A merchant in the form of a seed file; `readMerchant` makes the same merchant of it. */
export function writeMerchant(merchant: Omit<Merchant, "id" | "createdAt" | "updatedAt">) {
  const currency = currencyOf(merchant.currencyCode);
  const { tax, shipping, paymentOffers } = merchant.rules;
  return {
    name: merchant.name,
    domains: merchant.domains,
    country_code: merchant.countryCode,
    currency_code: merchant.currencyCode,
    redirect_url: merchant.redirectUrl,
    cart_format: merchant.cartFormat,
    catalogue: merchant.catalogue,
    tax: { rate: percentOf(tax.rate), included: tax.included },
    shipping: shipping.map((rule) => ({
      countries: rule.countries,
      postal_prefixes: rule.postalPrefixes,
      price: amountField(rule.price, currency),
      free_above: optionalAmount(rule.freeAbove, currency),
    })),
    cod: writeCod(merchant, currency),
    payment_offers: paymentOffers.map(({ method, discount }) => ({
      method,
      ...writeDiscount(discount, currency),
    })),
    coin: writeCoin(merchant, currency),
    otp_countries: merchant.otpCountries,
  };
}

/** A coupon in the form of a seed file. */
export function writeCoupon(coupon: Coupon, currency: Currency) {
  const { gift } = coupon;
  return {
    code: coupon.code,
    application_type: coupon.applicationType,
    combine: coupon.combine,
    ...(gift === null ? writeDiscount(coupon.discount, currency) : {}),
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

/** A product in the form of a seed file, its ids exact digit for digit. */
export function writeProduct(product: Omit<Product, "id">, currency: Currency) {
  return {
    id: jsonInteger(product.productId),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    body_html: product.bodyHtml,
    status: product.status,
    images: product.images.map(({ id, src }) => ({ id: jsonInteger(id), src })),
    variants: product.variants.map((variant) => ({
      id: jsonInteger(variant.variantId),
      title: variant.title,
      price: formatMajor(variant.price, currency),
      compare_at_price: variant.compareAtPrice === null
        ? null
        : formatMajor(variant.compareAtPrice, currency),
      grams: variant.grams,
      taxable: variant.taxable,
      inventory_quantity: variant.inventoryQuantity,
      inventory_policy: variant.inventoryPolicy,
      image_id: optionalId(variant.imageId),
    })),
  };
}

/** A discount as coupons and payment offers of a seed file have it. */
export function writeDiscount(discount: Discount, currency: Currency) {
  return {
    discount_type: discount.type,
    discount_amount: discount.type === "PERCENTAGE"
      ? percentOf(discount.rate)
      : amountField(discount.amount, currency),
    discount_max_cap: optionalAmount(discount.cap, currency),
  };
}

function writeCod({ rules: { cod } }: Pick<Merchant, "rules">, currency: Currency) {
  if (cod === null) return null;
  const prepaid = cod.prepaid === null ? null : writeDiscount(cod.prepaid, currency);
  return {
    fee: amountField(cod.fee, currency),
    min: amountField(cod.min, currency),
    max: optionalAmount(cod.max, currency),
    countries: cod.countries,
    prepaid: prepaid === null
      ? null
      : { type: prepaid.discount_type, amount: prepaid.discount_amount },
  };
}

function writeCoin({ rules: { coin } }: Pick<Merchant, "rules">, currency: Currency) {
  // A programme of no provider is no programme, and the file has no way to say otherwise.
  if (coin === null || coin.provider === "NONE") return null;
  return {
    provider: coin.provider,
    name: coin.name,
    logo: coin.logo,
    coin_value: coin.coinValue,
    base_currency_value: amountField(coin.baseCurrencyValue, currency),
    earn_percent: percentOf(coin.earnRate),
  };
}

function optionalAmount(amount: Minor | null, currency: Currency): number | string | null {
  return amount === null ? null : amountField(amount, currency);
}

function optionalId(id: Int64 | null): unknown {
  return id === null ? null : jsonInteger(id);
}
