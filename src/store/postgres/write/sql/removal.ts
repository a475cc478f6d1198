const OF_MERCHANT = "WHERE merchant_id = :merchant_id";
const COUPONS = `(SELECT id FROM coupons ${OF_MERCHANT} ORDER BY code_key LIMIT :limit::bigint)`;
const CUSTOMERS = `(SELECT id FROM customers ${OF_MERCHANT} ORDER BY phone LIMIT :limit::bigint)`;
const PRODUCTS = `${OF_MERCHANT} AND product_id IN (
         SELECT product_id FROM products ${OF_MERCHANT} ORDER BY product_id LIMIT :limit::bigint)`;

/** The deletion of a shop. */
export const REMOVAL_WRITES = {
  "coupons.clearUses": `DELETE FROM coupon_uses WHERE coupon_id IN ${COUPONS}`,
  "coupons.clear": `DELETE FROM coupons WHERE id IN ${COUPONS}`,
  "customers.clearCoins": `DELETE FROM coin_movements WHERE customer_id IN ${CUSTOMERS}`,
  "customers.clear": `DELETE FROM customers WHERE id IN ${CUSTOMERS}`,
  "products.clearVariants": `DELETE FROM variants ${PRODUCTS}`,
  "products.clear": `DELETE FROM products ${PRODUCTS}`,
  "payments.clearReferences": `DELETE FROM payment_references ${OF_MERCHANT} AND reference IN (
         SELECT reference FROM payment_references ${OF_MERCHANT} ORDER BY reference LIMIT :limit::bigint)`,
  "payments.clearUnexpected": `DELETE FROM unexpected_payments WHERE id IN (
         SELECT id FROM unexpected_payments ${OF_MERCHANT} ORDER BY at LIMIT :limit::bigint)`,
  "merchant.deleteRecords": `DELETE FROM idempotency_records ${OF_MERCHANT}`,
  "merchant.deleteOtps": `DELETE FROM otp_sends ${OF_MERCHANT}`,
  "merchant.deleteKeys": `DELETE FROM api_keys ${OF_MERCHANT}`,
  "merchant.deleteDeliveries": `DELETE FROM deliveries WHERE endpoint_id IN (
         SELECT id FROM webhook_endpoints ${OF_MERCHANT})`,
  "merchant.deleteEndpoints": `DELETE FROM webhook_endpoints ${OF_MERCHANT}`,
  "merchant.deleteEvents": `DELETE FROM events ${OF_MERCHANT} AND session_id IS NULL`,
  "merchant.deleteCounts": `DELETE FROM session_count_deltas ${OF_MERCHANT};
       DELETE FROM session_counts ${OF_MERCHANT}`,
  "merchant.deletePurged": `DELETE FROM purged_sessions ${OF_MERCHANT}`,
  "merchant.delete": "DELETE FROM merchants WHERE id = :merchant_id",
} as const;
