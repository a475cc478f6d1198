import { accountFromRow, providerPaymentFromRow } from "../../schema/stored/provider.ts";
import type { ProviderReads } from "../reads/providers.ts";
import type { Reader } from "./query.ts";

/** Reads accounts at providers, and payments that these take. */
export function providerReads(db: Reader): ProviderReads {
  const ofMerchant = db.query(
    ["merchant_id"],
    "SELECT * FROM payment_providers WHERE merchant_id = :merchant_id ORDER BY created_at, id",
    accountFromRow,
  );
  const byId = db.query(["id"], "SELECT * FROM payment_providers WHERE id = :id", accountFromRow);
  const payment = db.query(
    ["payment_id"],
    "SELECT * FROM provider_payments WHERE payment_id = :payment_id",
    providerPaymentFromRow,
  );
  const due = db.query(
    ["at", "limit"],
    `SELECT * FROM provider_payments WHERE next_look_at IS NOT NULL AND next_look_at <= :at
       ORDER BY next_look_at LIMIT :limit`,
    providerPaymentFromRow,
  );
  return {
    of: (merchantId) => ofMerchant.all({ merchant_id: merchantId }),
    find: (id) => byId.one({ id }),
    payment: (paymentId) => payment.one({ payment_id: paymentId }),
    due: (now, limit) => due.all({ at: now, limit }),
  };
}
