import { KEY_KEPT_DAYS } from "../../domain/shop/provider.ts";
import { countFromRow } from "../../schema/stored/load.ts";
import {
  accountFromRow,
  listedAccountFromRow,
  providerPaymentFromRow,
} from "../../schema/stored/provider.ts";
import type { ProviderReads } from "../reads/providers.ts";
import { mapped, type Reader } from "./query.ts";

/** Reads accounts at providers, and payments that these take. */
export function providerReads(db: Reader): ProviderReads {
  return { ...accountReads(db), ...paymentReads(db) };
}

function accountReads(
  db: Reader,
): Pick<ProviderReads, "of" | "find" | "forgettable" | "toList"> {
  const ofMerchant = db.query(
    ["merchant_id"],
    "SELECT * FROM payment_providers WHERE merchant_id = :merchant_id ORDER BY created_at, id",
    accountFromRow,
  );
  const byId = db.query(["id"], "SELECT * FROM payment_providers WHERE id = :id", accountFromRow);
  const forgettable = db.query(
    ["before"],
    `SELECT * FROM payment_providers AS p
       WHERE removed_at < :before AND secret IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM provider_payments AS o
         WHERE o.account_id = p.id AND o.next_look_at IS NOT NULL)
       ORDER BY id LIMIT 100`,
    accountFromRow,
  );
  const toList = db.query(
    ["before", "until", "limit"],
    `SELECT * FROM payment_providers AS p
       WHERE (secret IS NOT NULL OR kind = 'demo') AND (removed_at IS NULL OR removed_at > :until)
         AND (listed_until IS NULL OR listed_until < :before)
       ORDER BY coalesce(listed_until, 0), id LIMIT :limit`,
    listedAccountFromRow,
  );
  return {
    of: (merchantId) => ofMerchant.all({ merchant_id: merchantId }),
    find: (id) => byId.one({ id }),
    forgettable: (before) => forgettable.all({ before }),
    toList: (before, limit) =>
      toList.all({ before, until: before - KEY_KEPT_DAYS * 86_400_000, limit }),
  };
}

function paymentReads(
  db: Reader,
): Omit<ProviderReads, "of" | "find" | "forgettable" | "toList"> {
  const open = db.query(
    ["account_id"],
    `SELECT count(*) AS count FROM provider_payments
       WHERE account_id = :account_id AND next_look_at IS NOT NULL`,
    countFromRow,
  );
  const underWay = db.query(
    ["account_id", "limit"],
    `SELECT * FROM provider_payments
       WHERE account_id = :account_id AND next_look_at IS NOT NULL
       ORDER BY page_ends_at, payment_id LIMIT :limit`,
    providerPaymentFromRow,
  );
  const payment = db.query(
    ["payment_id"],
    "SELECT * FROM provider_payments WHERE payment_id = :payment_id",
    providerPaymentFromRow,
  );
  const byReference = db.query(
    ["account_id", "reference"],
    `SELECT * FROM provider_payments
       WHERE account_id = :account_id AND reference = :reference`,
    providerPaymentFromRow,
  );
  const anyPage = db.query(
    ["account_id"],
    `SELECT * FROM provider_payments
       WHERE account_id = :account_id AND reference IS NOT NULL
       ORDER BY reference DESC LIMIT 1`,
    providerPaymentFromRow,
  );
  const due = db.query(
    ["kind", "at", "limit"],
    `SELECT * FROM provider_payments AS p WHERE next_look_at IS NOT NULL AND next_look_at <= :at
         AND (SELECT kind FROM payment_providers AS a WHERE a.id = p.account_id) = :kind
       ORDER BY next_look_at LIMIT :limit`,
    providerPaymentFromRow,
  );
  return {
    openPayments: (accountId) => mapped(open.one({ account_id: accountId }), (n) => n ?? 0),
    underWay: (accountId, limit) => underWay.all({ account_id: accountId, limit }),
    payment: (paymentId) => payment.one({ payment_id: paymentId }),
    anyPage: (accountId) => anyPage.one({ account_id: accountId }),
    byReference: (accountId, reference) => byReference.one({ account_id: accountId, reference }),
    due: (kind, now, limit) => due.all({ kind, at: now, limit }),
  };
}
