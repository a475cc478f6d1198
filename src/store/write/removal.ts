import { catalogue, key, merchant } from "./locks.ts";
import { write } from "./write.ts";

const OF_MERCHANT = "WHERE merchant_id = :merchant_id";
const COUPONS = `(SELECT id FROM coupons ${OF_MERCHANT} ORDER BY code_key LIMIT :limit)`;
const CUSTOMERS = `(SELECT id FROM customers ${OF_MERCHANT} ORDER BY phone LIMIT :limit)`;
const PRODUCTS = `${OF_MERCHANT} AND product_id IN (
         SELECT product_id FROM products ${OF_MERCHANT} ORDER BY product_id LIMIT :limit)`;

/** The deletion of a shop. */
export const REMOVAL_WRITES = {
  "coupons.clearUses": write(
    `DELETE FROM coupon_uses WHERE coupon_id IN ${COUPONS}`,
    merchant,
  ),
  "coupons.clear": write(
    `DELETE FROM coupons WHERE id IN ${COUPONS}`,
    merchant,
  ),
  "customers.clearCoins": write(
    `DELETE FROM coin_movements WHERE customer_id IN ${CUSTOMERS}`,
    merchant,
  ),
  "customers.clear": write(
    `DELETE FROM customers WHERE id IN ${CUSTOMERS}`,
    merchant,
  ),
  "products.clearVariants": write(
    `DELETE FROM variants ${PRODUCTS}`,
    merchant,
    catalogue,
  ),
  "products.clear": write(
    `DELETE FROM products ${PRODUCTS}`,
    merchant,
  ),
  "payments.clearReferences": write(
    `DELETE FROM payment_references ${OF_MERCHANT} AND reference IN (
         SELECT reference FROM payment_references ${OF_MERCHANT} ORDER BY reference LIMIT :limit)`,
    merchant,
  ),
  "payments.clearUnexpected": write(
    `DELETE FROM unexpected_payments WHERE id IN (
         SELECT id FROM unexpected_payments ${OF_MERCHANT} ORDER BY at LIMIT :limit)`,
    merchant,
  ),
  "refunds.clear": write(
    `DELETE FROM refunds WHERE id IN (
         SELECT id FROM refunds ${OF_MERCHANT} ORDER BY at LIMIT :limit)`,
    merchant,
  ),
  "disputes.clear": write(
    `DELETE FROM disputes ${OF_MERCHANT} AND livemode IN (0, 1) AND reference IN (
         SELECT reference FROM disputes ${OF_MERCHANT} ORDER BY livemode, reference LIMIT :limit)`,
    merchant,
  ),
  "merchant.deleteRecords": write(
    `DELETE FROM idempotency_records ${OF_MERCHANT}`,
    merchant,
  ),
  "merchant.deleteOtps": write(
    `DELETE FROM otp_sends ${OF_MERCHANT}`,
    merchant,
    key("otp", "merchant_id"),
  ),
  "merchant.deleteKeys": write(
    `DELETE FROM api_keys ${OF_MERCHANT}`,
    merchant,
  ),
  "merchant.deleteDeliveries": write(
    `DELETE FROM deliveries WHERE endpoint_id IN (
         SELECT id FROM webhook_endpoints ${OF_MERCHANT})`,
    merchant,
  ),
  "merchant.deleteProviders": write(
    `DELETE FROM payment_providers ${OF_MERCHANT}`,
    merchant,
  ),
  "merchant.deleteEndpoints": write(
    `DELETE FROM webhook_endpoints ${OF_MERCHANT}`,
    merchant,
  ),
  "merchant.deleteEvents": write(
    `DELETE FROM events ${OF_MERCHANT} AND session_id IS NULL`,
    merchant,
  ),
  "merchant.deleteCounts": write(
    {
      sqlite: `DELETE FROM session_counts ${OF_MERCHANT}`,
      postgres: `DELETE FROM session_count_deltas ${OF_MERCHANT};
       DELETE FROM session_sum_deltas ${OF_MERCHANT};
       DELETE FROM money_sum_deltas ${OF_MERCHANT};
       DELETE FROM session_counts ${OF_MERCHANT}`,
    },
    merchant,
  ),
  "merchant.deletePurged": write(
    `DELETE FROM purged_sessions ${OF_MERCHANT}`,
    merchant,
    key("purged"),
  ),
  "merchant.delete": write(
    "DELETE FROM merchants WHERE id = :merchant_id",
    merchant,
  ),
} as const;
