import { z } from "zod";
import { type CheckoutEvent, EVENT_TYPES } from "../../domain/events.ts";
import { isRecord, parseExactly } from "../../domain/values/json.ts";
import type { Form } from "../form.ts";
import {
  count,
  merchantId,
  parseJsonColumn,
  parseRow,
  type RowPlace,
  sessionId,
  storedUuid,
} from "./parse.ts";

const PLACE: RowPlace = { table: "events", keyColumns: ["id"] };

/** Checked without rebuilding: the keys depend on the event. */
const dataSchema = z.custom<CheckoutEvent["data"]>(
  isRecord,
  "not an object",
);

const rowSchema = z.object({
  id: storedUuid,
  merchant_id: merchantId,
  session_id: sessionId.nullable(),
  type: z.enum(EVENT_TYPES),
  at: count,
  data: z.string(),
});

const numberSchema = z.looseObject({ seq: count });

/**
 * Reads an event from a row of `events`.
 *
 * @throws {RowError} when the row does not parse
 */
export function eventFromRow(row: unknown): CheckoutEvent {
  const read = parseRow(rowSchema, row, PLACE);
  return {
    id: read.id,
    merchantId: read.merchant_id,
    sessionId: read.session_id,
    type: read.type,
    at: read.at,
    data: parseJsonColumn(dataSchema, read.data, {
      table: PLACE.table,
      key: read.id,
      name: "data",
      // Ids in it are sent on digit for digit.
      parse: parseExactly,
    }),
  };
}

/**
 * Reads the number of an event from a row of `events`.
 *
 * @throws {RowError} when the row does not parse
 */
export function eventNumber(row: unknown): number {
  return parseRow(numberSchema, row, PLACE).seq;
}

/** The columns of `events`, except its number, which the database assigns. */
export function eventToRow(event: CheckoutEvent): Form<typeof rowSchema> {
  return {
    id: event.id,
    merchant_id: event.merchantId,
    session_id: event.sessionId,
    type: event.type,
    at: event.at,
    data: JSON.stringify(event.data),
  };
}
