import { type Sql, sql } from "../sql/sql.ts";
import { rows, sessionById } from "./locks.ts";
import { insertInto, isIn, PURGED_AT_ONCE, write } from "./write.ts";

const EVENT = ["id", "merchant_id", "session_id", "type", "at", "data"] as const;

/** Names of a member of a JSON object, from outside. */
type MemberPath = readonly [string, ...string[]];

/** A member of the document of an event as text; null for none. */
const member = (data: string, path: MemberPath): Sql => ({
  sqlite: `${data} ->> '$.${path.join(".")}'`,
  postgres: `(${data}::json #>> '{${path.join(",")}}')`,
});

/** A change of members to JSON texts. All others keep their place and their bytes. */
const withMembers = (...members: readonly (readonly [MemberPath, string])[]): Sql => ({
  sqlite: `json_set(data${
    members.map(([path, value]) => `, '$.${path.join(".")}', json('${value}')`).join("")
  })`,
  postgres: members.reduce((json, [path, value]) => withMember(json, path, value), "data"),
});

/** Exactly the condition of the partial index, which is used only then. */
const WITH_CODE: Sql = {
  sqlite: "type = 'otp.requested' AND data ->> '$.otp' IS NOT NULL",
  postgres: "type = 'otp.requested' AND (data::json ->> 'otp') IS NOT NULL",
};
/** The field stays, so that events keep their fields. */
const REDACT = sql`UPDATE events SET data = ${withMembers([["otp"], "null"])}`;
const OLD_CODES = sql`${WITH_CODE} AND at < :before`;
const REDACT_BEFORE: Sql = {
  sqlite: sql`${REDACT} WHERE ${OLD_CODES}`.sqlite,
  postgres: sql`${REDACT} WHERE seq IN (
         SELECT seq FROM events WHERE ${OLD_CODES} FOR NO KEY UPDATE SKIP LOCKED)`.postgres,
};

const CODES = "session_id = :id AND type = 'otp.requested'";

/** The number of the event, for its deliveries. In SQLite it is that of the last row with one. */
const NUMBERED: Sql = { sqlite: "", postgres: " RETURNING seq INTO event_number" };
const ADD_DELIVERIES = sql`INSERT INTO deliveries
         (endpoint_id, event_seq, state, attempts, next_at, last_status, last_error, updated_at)
       SELECT w.id, ${{
  sqlite: "last_insert_rowid()",
  postgres: "event_number",
}}, 'PENDING', 0, :at, NULL, '', :at
       FROM webhook_endpoints AS w
       WHERE w.merchant_id = :merchant_id AND w.livemode = :livemode AND w.disabled_at IS NULL
         AND (w.events = '[]' OR ${isIn(":type", "w.events")})
         AND (w.kind = 'webhook' OR ${isIn("w.kind", ":reaches")})
         ${{ sqlite: "", postgres: "FOR KEY SHARE OF w" }}`;

/** Sets a member of the events of a session to null. */
const erased = (...path: MemberPath) =>
  sql`UPDATE events SET data = ${withMembers([path, "null"])}
       WHERE session_id = :id AND ${member("data", path)} IS NOT NULL`;

/** Some old events of shops; the same ones in both statements of a commit. */
const OLD_OF_SHOPS = `SELECT seq, merchant_id FROM events
         WHERE session_id IS NULL AND at < :before ORDER BY seq LIMIT ${PURGED_AT_ONCE}`;

/** Events and their deliveries. */
export const EVENT_WRITES = {
  "event.add": write(sql`${insertInto("events", EVENT)}${NUMBERED}`),
  "event.addDeliveries": write(ADD_DELIVERIES),
  "delivery.put": write(
    `UPDATE deliveries SET state = :state, attempts = :attempts, next_at = :next_at,
         last_status = :last_status, last_error = :last_error, updated_at = :updated_at,
         batch_id = :batch_id
       WHERE endpoint_id = :endpoint_id
         AND event_seq = (SELECT seq FROM events WHERE id = :event_id)
         AND (:was_attempts IS NULL
           OR attempts = :was_attempts AND updated_at = :was_updated_at
             AND batch_id IS NOT DISTINCT FROM :was_batch_id)`,
    rows("endpoints", "endpoint_id"),
  ),
  "event.purgeDeliveries": write(
    `DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, listed.seq FROM (${OLD_OF_SHOPS}) AS listed JOIN webhook_endpoints AS w
         ON w.merchant_id = listed.merchant_id)`,
  ),
  "event.purge": write(
    `DELETE FROM events WHERE seq IN (SELECT seq FROM (${OLD_OF_SHOPS}) AS listed)`,
  ),
  "event.redactBefore": write(REDACT_BEFORE),
  "event.redact": write(sql`${REDACT} WHERE ${WITH_CODE} AND id = :id`),
  "event.erasePhones": write(
    sql`UPDATE events SET data = ${withMembers([["phone"], '""'], [["otp"], "null"])}
       WHERE ${CODES} AND (:phone IS NULL OR ${member("data", ["phone"])} = :phone)`,
    sessionById,
  ),
  "event.eraseReferences": write(erased("reference"), sessionById),
  "event.eraseReasons": write(erased("order", "cancel_reason"), sessionById),
  // A code without a phone number cannot be sent.
  "event.deleteErased": write(
    sql`DELETE FROM deliveries WHERE state = 'PENDING' AND (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE ${CODES} AND ${member("e.data", ["phone"])} = '')`,
    sessionById,
    rows("deliveries", "id"),
  ),
  "event.deleteDeliveries": write(
    `DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE e.session_id = :id)`,
    sessionById,
    rows("deliveries", "id"),
  ),
  "event.deleteOfSession": write(
    "DELETE FROM events WHERE session_id = :id",
    sessionById,
  ),
} as const;

/**
 * Makes SQL for a JSON text with another value of one of its members. All others keep their place
 * and their bytes, which `jsonb_set` would not.
 */
function withMember(json: string, [name, ...rest]: readonly string[], value: string): string {
  const row = `m${rest.length}`;
  const changed = rest.length === 0 ? `'${value}'` : withMember(`${row}.value`, rest, value);
  return `(SELECT '{' || string_agg(to_json(${row}.key)::text || ':' || CASE
           WHEN ${row}.key = '${name}' THEN ${changed} ELSE ${row}.value::text END, ','
           ORDER BY ${row}.place) || '}'
         FROM json_each((${json})::json) WITH ORDINALITY AS ${row} (key, value, place))`;
}
