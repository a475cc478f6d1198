/**
 * Tables of both engines, in an order in which every reference leads to an earlier one; without the
 * numbers and sums of others, which are counted again when rows are added.
 */
export const TABLES = [
  "merchants",
  "merchant_domains",
  "api_keys",
  "products",
  "variants",
  "coupons",
  "customers",
  "coin_movements",
  "sessions",
  "epoch",
  "stock_holds",
  "coupon_uses",
  "otp_sends",
  "events",
  "webhook_endpoints",
  "deliveries",
  "idempotency_records",
  "payment_references",
  "unexpected_payments",
  "stock_sales",
  "secret_keys",
  "secrets",
  "checkout_links",
  "payment_returns",
  "payment_providers",
  "provider_payments",
  "refunds",
  "disputes",
  "people",
  "person_roles",
  "sign_in_links",
  "invitations",
  "sign_ins",
  "authenticators",
  "recovery_codes",
  "sign_in_waits",
  "limit_refusals",
  "message_sends",
  "audit_entries",
  "purged_sessions",
] as const;

/** One of {@link TABLES}. */
export type Table = (typeof TABLES)[number];
