import { z } from "zod";
import { givenFromRow } from "../../schema/stored/load.ts";
import { DAILY_SUMS } from "../sql/daily_sums.ts";
import { nothingLeft } from "../../domain/filters.ts";
import { pageOf } from "../../domain/values/page.ts";
import {
  customerFromRow,
  messageCountsFromRow,
  movementFromRow,
  otpCountFromRow,
  otpSentFromRow,
} from "../../schema/stored/customer.ts";
import { customerId, parseRow } from "../../schema/stored/parse.ts";
import { sessionIdFromRow } from "../../schema/stored/session_row.ts";
import type { CustomerReads, PeopleReads } from "../reads/customers.ts";
import { ADDED, pageOfText } from "../sql/dialect.ts";
import { mapped, type Reader } from "./query.ts";
import { type Sql, sql } from "../sql/sql.ts";

const OF_RECIPIENT =
  "SELECT count(*) FROM message_sends WHERE merchant_id = :merchant_id AND recipient = :recipient";

const MESSAGE_COUNTS = `
  SELECT
    (${OF_RECIPIENT} AND sent_at > :hour_since) AS to_recipient,
    (${OF_RECIPIENT} AND sent_at > :day_since AND unverified = 1) AS unverified,
    (${OF_RECIPIENT} AND session_id = :session_id AND unverified = 1) AS of_session,
    (SELECT count(*) FROM message_sends
      WHERE merchant_id = :merchant_id AND client = :client AND sent_at > :hour_since) AS of_client,
    (SELECT count(*) FROM message_sends
      WHERE merchant_id = :merchant_id AND sent_at >= :shop_since) AS of_shop,
    CAST(EXISTS (SELECT 1 FROM message_sends
      WHERE event_id = :event_id AND kind = :kind) AS INTEGER) AS is_counted`;

/** Counts what was sent before a message. */
function messageCounts(db: Reader): CustomerReads["messageCounts"] {
  const messages = db.query(
    [
      "merchant_id",
      "recipient",
      "hour_since",
      "day_since",
      "session_id?",
      "shop_since",
      "event_id",
      "kind",
      "client?",
    ],
    MESSAGE_COUNTS,
    messageCountsFromRow,
  );
  return (message, limits) => {
    const values = {
      merchant_id: message.merchantId,
      recipient: message.recipient,
      hour_since: limits.hourSince,
      day_since: limits.daySince,
      session_id: message.sessionId,
      shop_since: limits.shopSince,
      event_id: message.eventId,
      kind: message.kind,
      client: message.client,
    };
    return mapped(messages.one(values), (found) => {
      if (found === null) throw new RangeError("Counts are always there");
      return found;
    });
  };
}

/** Reads customers, their coins and the codes sent to phones. */
export function customerReads(db: Reader): CustomerReads {
  const byPhone = db.query(
    ["merchant_id", "phone"],
    "SELECT * FROM customers WHERE merchant_id = :merchant_id AND phone = :phone",
    customerFromRow,
  );
  const byId = db.query(["id"], "SELECT * FROM customers WHERE id = :id", customerFromRow);
  const page = db.query(
    ["merchant_id", "after", "prefix", "limit"],
    sql`SELECT * FROM customers WHERE merchant_id = :merchant_id AND ${pageOfText("phone")}`,
    customerFromRow,
  );
  const movements = db.query(
    ["customer_id"],
    sql`SELECT * FROM coin_movements WHERE customer_id = :customer_id ORDER BY moved_at, ${ADDED}`,
    movementFromRow,
  );
  // A code sent at exactly that moment does not count, as in the statement that keeps the limit.
  const otpSends = db.query(
    ["merchant_id", "phone", "since"],
    `SELECT * FROM otp_sends WHERE merchant_id = :merchant_id AND phone = :phone
       AND sent_at > :since ORDER BY sent_at`,
    otpSentFromRow,
  );
  // Counts the codes of a day, of which there are no more than the shop's daily limit.
  const coinsGiven = db.query(["merchant_id", "since"], DAILY_SUMS.coins, givenFromRow);
  const otpsSince = db.query(
    ["merchant_id", "since"],
    "SELECT count(*) AS count FROM otp_sends WHERE merchant_id = :merchant_id AND sent_at >= :since",
    otpCountFromRow,
  );
  return {
    byPhone: (merchantId, phone) => byPhone.one({ merchant_id: merchantId, phone }),
    find: (id) => byId.one({ id }),
    of: (merchantId, { prefix, ...rest }, { limit, after = "" }) => {
      nothingLeft(rest);
      const values = { merchant_id: merchantId, after, prefix: prefix ?? "", limit: limit + 1 };
      return mapped(
        page.all(values),
        (found) => pageOf(found, limit, ({ customer }) => customer.phone),
      );
    },
    movements: (id) => movements.all({ customer_id: id }),
    messageCounts: messageCounts(db),
    otpSends: (merchantId, phone, since) => otpSends.all({ merchant_id: merchantId, phone, since }),
    coinsGivenSince: (merchantId, since) =>
      mapped(coinsGiven.one({ merchant_id: merchantId, since }), (sum) => sum ?? 0),
    otpsSince: (merchantId, since) =>
      mapped(otpsSince.one({ merchant_id: merchantId, since }), (count) => count ?? 0),
  };
}

/** The condition of a text with `:phone`. A digit behind the number makes it another, longer one. */
const HAS_PHONE: (text: string) => Sql = (text) => ({
  sqlite: `${text} GLOB '*' || :phone || '[^0-9]*'`,
  // The number begins with a plus sign.
  postgres: `${text} ~ ('\\' || :phone || '[^0-9]')`,
});

const WITH_PHONE = sql`
  SELECT id FROM sessions AS s
  WHERE id > :after AND (:merchant_id IS NULL OR merchant_id = :merchant_id)
    AND (customer_phone = :phone OR ${HAS_PHONE("doc")} OR ${HAS_PHONE("view")}
      OR ${HAS_PHONE("extra")}
      OR EXISTS (SELECT 1 FROM events WHERE session_id = s.id AND ${HAS_PHONE("data")}))
  ORDER BY id LIMIT :limit`;

const PAGE = `
  SELECT max(id) AS id FROM (
    SELECT id FROM customers WHERE id > :after ORDER BY id LIMIT :limit
  ) AS page`;

const IS_PHONE: Sql = { sqlite: "phone GLOB '+*'", postgres: "phone LIKE '+%'" };

const IDLE = sql`
  SELECT id FROM customers AS c
  WHERE id > :after AND id <= :last AND created_at < :before AND available = 0 AND processing = 0
    AND ${IS_PHONE}
    AND NOT EXISTS (SELECT 1 FROM sessions
      WHERE customer_phone = c.phone AND merchant_id = c.merchant_id AND livemode = 1)
    AND NOT EXISTS (SELECT 1 FROM coin_movements
      WHERE customer_id = c.id AND moved_at >= :before)`;

const customerIdSchema = z.object({ id: customerId.nullable() });

/** Searches for persons to erase. */
export function peopleReads(db: Reader): PeopleReads {
  const idFromRow = (row: unknown) =>
    parseRow(customerIdSchema, row, { table: "customers", keyColumns: ["id"] }).id;
  const withPhone = db.query(
    ["after", "merchant_id?", "phone", "limit"],
    WITH_PHONE,
    sessionIdFromRow,
  );
  const lastOfPage = db.query(["after", "limit"], PAGE, idFromRow);
  const idle = db.query(["after", "last", "before"], IDLE, idFromRow);
  return {
    sessionsWith: ({ phone, merchantId, after, limit }) =>
      withPhone.all({ after, merchant_id: merchantId, phone, limit }),
    idleCustomers: (after, before, limit) =>
      mapped(lastOfPage.one({ after, limit }), (last) => {
        if (last === null) return { idle: [], last };
        return mapped(idle.all({ after, last, before }), (found) => ({
          idle: found.filter((id) => id !== null),
          last,
        }));
      }),
  };
}
