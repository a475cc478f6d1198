import { key, session, sessionById } from "./locks.ts";
import { insertInto, write } from "./write.ts";

const REFERENCE = ["merchant_id", "livemode", "reference", "session_id", "payment_id"] as const;

const UNEXPECTED = [
  "id",
  "merchant_id",
  "livemode",
  "session_id",
  "payment_id",
  "reference",
  "amount",
  "currency_code",
  "reason",
  "message",
  "at",
  "resolved_at",
  "note",
  "key_id",
] as const;

const ACCOUNT = [
  "id",
  "merchant_id",
  "kind",
  "livemode",
  "account",
  "secret",
  "created_at",
  "removed_at",
] as const;

const AT_PROVIDER = [
  "payment_id",
  "session_id",
  "merchant_id",
  "account_id",
  "reference",
  "page_ends_at",
  "next_look_at",
  "looks",
  "demo_act",
  "demo_at",
] as const;

/** The first open record of its key and day, which the record joins; itself if there is none. */
const GROUP_ID = `CASE WHEN :is_unknown = 1 THEN coalesce((
         SELECT f.id FROM unexpected_payments AS f
         WHERE f.group_id = f.id AND f.merchant_id = :merchant_id AND f.key_id = :key_id
           AND f.livemode = :livemode AND f.resolved_at IS NULL AND f.at >= :at - :at % 86400000
         ORDER BY f.at LIMIT 1), :id) END`;

/** References of payments, payment results without an order, and payments at providers. */
export const PAYMENT_WRITES = {
  "provider.add": write(
    insertInto("payment_providers", ACCOUNT),
    key("provider", "merchant_id"),
  ),
  "provider.remove": write(
    "UPDATE payment_providers SET removed_at = :at WHERE id = :id AND removed_at IS NULL",
    key("provider", "id"),
  ),
  "provider.key": write(
    `UPDATE payment_providers SET secret = :secret, account = coalesce(:account, account)
       WHERE id = :id AND (removed_at IS NULL) = (:removed_at IS NULL)`,
    key("provider", "id"),
  ),
  "provider.forget": write(
    `UPDATE payment_providers SET secret = NULL
       WHERE id = :id AND removed_at IS NOT NULL AND secret IS NOT NULL`,
    key("provider", "id"),
  ),
  "atProvider.add": write(
    insertInto("provider_payments", AT_PROVIDER),
    session,
  ),
  // Each writes columns of its own, so that none takes back what another one has noted.
  "atProvider.page": write(
    `UPDATE provider_payments SET reference = :reference, page_ends_at = :page_ends_at
       WHERE payment_id = :payment_id AND session_id = :session_id AND reference IS NULL`,
    session,
  ),
  "atProvider.look": write(
    `UPDATE provider_payments SET next_look_at = :next_look_at, looks = :looks
       WHERE payment_id = :payment_id AND session_id = :session_id
         AND next_look_at IS NOT NULL AND looks = :looks - 1`,
    session,
  ),
  "atProvider.close": write(
    `UPDATE provider_payments SET next_look_at = NULL
       WHERE payment_id = :payment_id AND session_id = :session_id`,
    session,
  ),
  "atProvider.demo": write(
    `UPDATE provider_payments SET demo_act = :demo_act, demo_at = :demo_at
       WHERE payment_id = :payment_id AND session_id = :session_id AND demo_act IS NULL`,
    session,
  ),
  "reference.take": write(
    insertInto("payment_references", REFERENCE),
    key("reference", "merchant_id", "livemode", "reference"),
  ),
  "unexpected.add": write(
    insertInto("unexpected_payments", UNEXPECTED, { computed: { group_id: GROUP_ID } }),
    key("unexpected", "merchant_id"),
  ),
  "unexpected.resolve": write(
    `UPDATE unexpected_payments SET resolved_at = :at, note = :note
       WHERE id = :id AND merchant_id = :merchant_id AND resolved_at IS NULL`,
    key("unexpected", "merchant_id"),
  ),
  "unexpected.resolveGroup": write(
    `UPDATE unexpected_payments SET resolved_at = :at, note = :note
       WHERE group_id = :id AND merchant_id = :merchant_id AND resolved_at IS NULL`,
    key("unexpected", "merchant_id"),
  ),
  "unexpected.eraseNotes": write(
    `UPDATE unexpected_payments SET note = '(erased)'
       WHERE merchant_id = :merchant_id AND session_id = :id AND note IS NOT NULL`,
    sessionById,
  ),
} as const;
