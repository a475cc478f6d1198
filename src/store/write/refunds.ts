import { sql } from "../sql/sql.ts";
import { key, type LocksOf, session, sessionById } from "./locks.ts";
import { fromExcluded, insertInto, write } from "./write.ts";

const REFUND = [
  "id",
  "merchant_id",
  "livemode",
  "session_id",
  "payment_id",
  "unexpected_id",
  "account_id",
  "charge",
  "amount",
  "currency_code",
  "reference",
  "state",
  "origin",
  "at",
  "settled_at",
  "next_try_at",
  "tries",
  "person_id",
] as const;

const DISPUTE_KEY = ["merchant_id", "livemode", "reference"] as const;
const DISPUTE_DATA = [
  "session_id",
  "payment_id",
  "unexpected_id",
  "account_id",
  "amount",
  "currency_code",
  "reason",
  "status",
  "evidence_due_at",
  "at",
  "decided_at",
  "next_look_at",
] as const;

/** One refund at a time with a reference. */
const reference: LocksOf = ({ merchant_id, livemode, reference }, lock) => {
  if (reference !== null) lock.add("keys", `refund:${merchant_id}:${livemode}:${reference}`);
};

/**
 * One refund or dispute at a time of a payment without an order: its session need not be stored, so
 * that no row can be locked.
 */
const record: LocksOf = ({ unexpected_id = null }, lock) => {
  if (unexpected_id !== null) lock.add("keys", `refund:${unexpected_id}`);
};

/** True if refunds and disputes of a payment without an order are at most so much, or any. */
const IS_LEFT = `(:most_back IS NULL OR (SELECT coalesce(sum(o.amount), 0) FROM refunds AS o
         WHERE o.unexpected_id = :unexpected_id AND o.state <> 'FAILED')
       + (SELECT coalesce(sum(d.amount), 0) FROM disputes AS d
         WHERE d.session_id = :session_id AND d.unexpected_id = :unexpected_id
           AND d.status <> 'WON') <= :most_back)`;

/** True if the person has refunded at most so much since a time, or without a limit. */
const IS_ALLOWED = `(:most IS NULL OR (SELECT coalesce(sum(one.amount), 0) FROM refunds AS one
         WHERE one.merchant_id = :merchant_id AND one.person_id = :person_id AND one.at >= :since
           AND one.state <> 'FAILED') <= :most)`;

/** The refunds of a person, whose sum is counted. */
const person: LocksOf = ({ person_id = null }, lock) => {
  if (person_id !== null) lock.add("keys", `refunds-of:${person_id}`);
};

/** True if the dispute is as it was read: unknown, in a state, or any. */
const IS_AS_READ = `(:was_status IS NULL OR :was_status = coalesce((
         SELECT CASE WHEN d.amount = :was_amount AND d.evidence_due_at IS NOT DISTINCT FROM :was_due_at
           THEN d.status ELSE 'CHANGED' END
         FROM disputes AS d
         WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode
           AND d.reference = :reference), ''))`;

/** Refunds and disputes. */
export const REFUND_WRITES = {
  "refund.add": write(
    insertInto("refunds", REFUND, { where: `${IS_LEFT} AND ${IS_ALLOWED}` }),
    session,
    record,
    reference,
    person,
  ),
  "refund.move": write(
    `UPDATE refunds SET state = :state, reference = :reference, settled_at = :settled_at,
         next_try_at = :next_try_at, tries = :tries
       WHERE id = :id AND session_id = :session_id AND state = :was_state`,
    session,
  ),
  "refund.try": write(
    `UPDATE refunds SET next_try_at = :next_try_at, tries = :tries
       WHERE id = :id AND session_id = :session_id
         AND next_try_at IS NOT NULL AND tries = :tries - 1`,
    session,
  ),
  "refund.deleteOfSession": write(
    "DELETE FROM refunds WHERE session_id = :id AND unexpected_id IS NULL",
    sessionById,
  ),
  "dispute.put": write(
    sql`${insertInto("disputes", [...DISPUTE_KEY, ...DISPUTE_DATA], { where: IS_AS_READ })}
       ON CONFLICT (${DISPUTE_KEY.join(", ")}) DO UPDATE SET ${fromExcluded(DISPUTE_DATA)}`,
    session,
    record,
    key("dispute", ...DISPUTE_KEY),
  ),
  "dispute.look": write(
    `UPDATE disputes SET next_look_at = :next_look_at
       WHERE merchant_id = :merchant_id AND livemode = :livemode AND reference = :reference
         AND session_id = :session_id AND next_look_at = :was_look_at`,
    session,
  ),
  "dispute.deleteOfSession": write(
    "DELETE FROM disputes WHERE session_id = :id AND livemode = 0",
    sessionById,
  ),
  "provider.listed": write(
    `UPDATE payment_providers SET listed_until = :until
       WHERE id = :id AND listed_until IS NOT DISTINCT FROM :was_until`,
    key("provider", "id"),
  ),
  "provider.relist": write(
    `UPDATE payment_providers SET listed_until = :until
       WHERE id = :id AND listed_until > :until`,
    key("provider", "id"),
  ),
} as const;
