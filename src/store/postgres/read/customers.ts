import { z } from "zod";
import { nothingLeft } from "../../../domain/filters.ts";
import { pageOf } from "../../../domain/values/page.ts";
import {
  customerFromRow,
  messageCountsFromRow,
  movementFromRow,
  otpCountFromRow,
  otpSentFromRow,
} from "../../../schema/stored/customer.ts";
import { customerId, parseRow } from "../../../schema/stored/parse.ts";
import { sessionIdFromRow } from "../../../schema/stored/session_row.ts";
import type { CustomerReads, PeopleReads } from "../../reads/customers.ts";
import { pgPageOfText, PgQuery, type Reads } from "./query.ts";

/** Reads customers, their coins and the codes sent to phones. */
export function postgresCustomers(reads: Reads): CustomerReads {
  const customers = (rest: string) =>
    new PgQuery(reads, `SELECT * FROM customers WHERE ${rest}`, customerFromRow);
  const byPhone = customers("merchant_id = $1 AND phone = $2");
  const byId = customers("id = $1");
  const page = customers(`merchant_id = $1 AND ${pgPageOfText("phone")}`);
  const movements = new PgQuery(
    reads,
    "SELECT * FROM coin_movements WHERE customer_id = $1 ORDER BY moved_at, place",
    movementFromRow,
  );
  // A code sent at exactly that moment does not count, as in the statement that keeps the limit.
  const otpSends = new PgQuery(
    reads,
    `SELECT * FROM otp_sends WHERE merchant_id = $1 AND phone = $2 AND sent_at > $3
     ORDER BY sent_at`,
    otpSentFromRow,
  );
  // Counts the codes of a day, of which there are no more than the shop's daily limit.
  const otpsSince = new PgQuery(
    reads,
    "SELECT count(*) AS count FROM otp_sends WHERE merchant_id = $1 AND sent_at >= $2",
    otpCountFromRow,
  );
  const messages = new PgQuery(
    reads,
    `SELECT
       (SELECT count(*) FROM message_sends
         WHERE merchant_id = $1 AND recipient = $2 AND sent_at > $3) AS to_recipient,
       (SELECT count(*) FROM message_sends WHERE merchant_id = $1 AND recipient = $2
         AND sent_at > $4 AND unverified = 1) AS unverified,
       (SELECT count(*) FROM message_sends WHERE merchant_id = $1 AND recipient = $2
         AND session_id = $5 AND unverified = 1) AS of_session,
       (SELECT count(*) FROM message_sends WHERE merchant_id = $1 AND client = $9
         AND sent_at > $3) AS of_client,
       (SELECT count(*) FROM message_sends
         WHERE merchant_id = $1 AND sent_at >= $6) AS of_shop,
       (EXISTS (SELECT 1 FROM message_sends WHERE event_id = $7 AND kind = $8))::integer AS is_counted`,
    messageCountsFromRow,
  );
  return {
    byPhone: (merchantId, phone) => byPhone.one(merchantId, phone),
    find: (id) => byId.one(id),
    of: async (merchantId, { prefix, ...rest }, { limit, after = "" }) => {
      nothingLeft(rest);
      const found = await page.all(merchantId, after, prefix ?? "", limit + 1);
      return pageOf(found, limit, ({ customer }) => customer.phone);
    },
    movements: (id) => movements.all(id),
    messageCounts: async (message, limits) => {
      const found = await messages.one(
        message.merchantId,
        message.recipient,
        limits.hourSince,
        limits.daySince,
        message.sessionId,
        limits.shopSince,
        message.eventId,
        message.kind,
        message.client,
      );
      if (found === null) throw new RangeError("Counts are always there");
      return found;
    },
    otpSends: (merchantId, phone, since) => otpSends.all(merchantId, phone, since),
    otpsSince: async (merchantId, since) => await otpsSince.one(merchantId, since) ?? 0,
  };
}

const WITH_PHONE = `
  SELECT id FROM sessions AS s
  WHERE id > $1 AND ($2::text IS NULL OR merchant_id = $2)
    AND (customer_phone = $3 OR doc ~ $4 OR view ~ $4 OR extra ~ $4
      OR EXISTS (SELECT 1 FROM events WHERE session_id = s.id AND data ~ $4))
  ORDER BY id LIMIT $5`;

const PAGE = `
  SELECT max(id) AS id FROM (SELECT id FROM customers WHERE id > $1 ORDER BY id LIMIT $2) AS page`;

const IDLE = `
  SELECT id FROM customers AS c
  WHERE id > $1 AND id <= $2 AND created_at < $3 AND available = 0 AND processing = 0
    AND phone LIKE '+%'
    AND NOT EXISTS (SELECT 1 FROM sessions
      WHERE customer_phone = c.phone AND merchant_id = c.merchant_id AND livemode = 1)
    AND NOT EXISTS (SELECT 1 FROM coin_movements
      WHERE customer_id = c.id AND moved_at >= $3)`;

const customerIdSchema = z.object({ id: customerId.nullable() });

/** Searches for persons to erase. */
export function postgresPeople(reads: Reads): PeopleReads {
  const idFromRow = (row: unknown) =>
    parseRow(customerIdSchema, row, { table: "customers", keyColumns: ["id"] }).id;
  const withPhone = new PgQuery(reads, WITH_PHONE, sessionIdFromRow);
  const lastOfPage = new PgQuery(reads, PAGE, idFromRow);
  const idle = new PgQuery(reads, IDLE, idFromRow);
  return {
    // The number begins with a plus sign. A digit behind it makes it another, longer number.
    sessionsWith: ({ phone, merchantId, after, limit }) =>
      withPhone.all(after, merchantId, phone, `\\${phone}[^0-9]`, limit),
    idleCustomers: async (after, before, limit) => {
      const last = await lastOfPage.one(after, limit);
      const found = last === null ? [] : await idle.all(after, last, before);
      return { idle: found.filter((id) => id !== null), last };
    },
  };
}
