import type { ApiKey } from "../shop/api_key.ts";
import type { Coupon } from "../shop/coupon.ts";
import type { Discount, Merchant } from "../shop/merchant.ts";
import type { ProviderAccount } from "../shop/provider.ts";
import { type Endpoint, secretOf } from "../shop/webhook.ts";
import { percentOf } from "../values/money.ts";
import { type AuditKind, snakeCased, timeText } from "./fact.ts";

/** A shop. Amounts are in minor units. */
export const AUDITED_MERCHANT: AuditKind<Merchant> = {
  kind: "merchant",
  place: ({ id, name }) => ({ merchantId: id, id, label: name }),
  shown: ({ rules, checkout, ...merchant }) => ({
    name: merchant.name,
    domains: merchant.domains,
    country_code: merchant.countryCode,
    currency_code: merchant.currencyCode,
    cart_format: merchant.cartFormat,
    catalogue: merchant.catalogue,
    redirect_url: merchant.redirectUrl,
    recovery_url: merchant.recoveryUrl,
    otp_countries: merchant.otpCountries,
    time_zone: merchant.timeZone,
    idle_after_minutes: merchant.idleAfterMinutes,
    staff_refunds_daily: merchant.staffRefundsDaily,
    refunds_daily: merchant.refundsDaily,
    coins_daily: merchant.coinsDaily,
    pictures_mb: merchant.picturesMb,
    orders_hourly: merchant.ordersHourly,
    sign_ins_hourly: merchant.signInsHourly,
    messages_hourly: merchant.messagesHourly,
    refunds_factor_over: merchant.refundsFactorOver,
    require_factor: merchant.requiresFactor,
    tax: { percent: percentOf(rules.tax.rate), included: rules.tax.included },
    shipping: snakeCased(rules.shipping),
    cod: rules.cod && {
      fee: rules.cod.fee,
      min: rules.cod.min,
      max: rules.cod.max,
      countries: rules.cod.countries,
      prepaid: discountFields(rules.cod.prepaid),
    },
    payment_offers: rules.paymentOffers.map(({ method, discount }) => ({
      method,
      discount: discountFields(discount),
    })),
    coin: rules.coin && {
      provider: rules.coin.provider,
      name: rules.coin.name,
      logo: rules.coin.logo,
      coin_value: rules.coin.coinValue,
      base_currency_value: rules.coin.baseCurrencyValue,
      earn_percent: percentOf(rules.coin.earnRate),
    },
    verify_phone: rules.verifyPhone,
    return_origins: checkout.returnOrigins,
    embed_origins: checkout.embedOrigins,
    logo: checkout.logo,
    accent: checkout.accent,
    terms_url: checkout.termsUrl,
    privacy_url: checkout.privacyUrl,
    cart_links: checkout.cartLinks,
    payment_order: checkout.payOrder,
    manual_payment_days: checkout.manual?.days ?? null,
    limits: snakeCased(checkout.limits),
    // Where money goes: who reads the entry must see where it went before.
    payment_host: hostOf(checkout.paymentUrl),
    manual_payment_instructions: checkout.manual?.instructions ?? null,
    manual_payment_upi: snakeCased(checkout.manual?.upi),
  }),
  // It can have a secret.
  hidden: ({ checkout: { paymentUrl } }) => ({ payment_url: paymentUrl }),
};

/** A coupon. Amounts are in minor units. */
export const AUDITED_COUPON: AuditKind<Coupon> = {
  kind: "coupon",
  place: ({ merchantId, id, code }) => ({ merchantId, id, label: code }),
  shown: (coupon) => ({
    code: coupon.code,
    application_type: coupon.applicationType,
    combine: coupon.combine,
    discount: discountFields(coupon.discount),
    disable_cod: coupon.disableCod,
    platform: coupon.platform,
    starts_at: timeText(coupon.startsAt),
    ends_at: timeText(coupon.endsAt),
    min_purchase: coupon.minPurchase,
    min_quantity: coupon.minQuantity,
    usage_limit: coupon.usageLimit,
    usage_limit_per_customer: coupon.usageLimitPerCustomer,
    product_ids: coupon.productIds,
    gift: snakeCased(coupon.gift),
    enabled: coupon.enabled,
  }),
};

/** An API key, without its secret. */
export const AUDITED_KEY: AuditKind<ApiKey> = {
  kind: "key",
  place: ({ merchantId, id, name }) => ({ merchantId, id, label: name }),
  shown: (key) => ({
    name: key.name,
    prefix: key.prefix,
    rate_limit: key.rateLimit,
    scopes: [...key.scopes],
    allowed_from: [...key.allowedFrom],
    livemode: key.livemode,
    expires_at: timeText(key.expiresAt),
    revoked_at: timeText(key.revokedAt),
    successor_id: key.successorId,
  }),
};

const ENDPOINT: Omit<AuditKind<Endpoint>, "kind"> = {
  place: ({ merchantId, id, url }) => ({ merchantId, id, label: hostOf(url) }),
  shown: (endpoint) => ({
    host: hostOf(endpoint.url),
    events: endpoint.events,
    ...(endpoint.kind === "webhook" && {
      include: endpoint.include,
      lanes: endpoint.lanes,
      batch: endpoint.batch,
      livemode: endpoint.livemode,
      previous_secret_ends_at: timeText(endpoint.previous?.endsAt ?? null),
    }),
    allow_insecure: endpoint.allowInsecure,
    disabled_at: timeText(endpoint.disabledAt),
  }),
  // Their paths and queries can have secrets too.
  hidden: (endpoint) => ({
    url: endpoint.url,
    [endpoint.kind === "webhook" ? "secret" : "server"]: secretOf(endpoint).stored,
    ...(endpoint.kind !== "webhook" && {
      sender: endpoint.kind === "email" ? endpoint.from : null,
      templates: endpoint.templates,
    }),
  }),
};

/** A webhook endpoint. */
export const AUDITED_WEBHOOK: AuditKind<Endpoint> = { kind: "webhook", ...ENDPOINT };

/** A channel of messages to customers. */
export const AUDITED_CHANNEL: AuditKind<Endpoint> = {
  kind: "channel",
  ...ENDPOINT,
  place: ({ merchantId, id, kind }) => ({ merchantId, id, label: kind }),
};

function discountFields(discount: Discount | null) {
  if (discount === null) return null;
  const { type, cap } = discount;
  return type === "PERCENTAGE"
    ? { type, percent: percentOf(discount.rate), cap }
    : { type, amount: discount.amount, cap };
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.host ?? null;
}

/** A shop's account at a provider. */
export const AUDITED_PROVIDER: AuditKind<ProviderAccount> = {
  kind: "provider",
  place: ({ merchantId, id, kind }) => ({ merchantId, id, label: kind }),
  shown: ({ livemode, account, removedAt }) => ({
    livemode,
    account,
    removed_at: timeText(removedAt),
  }),
  hidden: ({ secret }) => ({ key: secret?.stored ?? null }),
};
