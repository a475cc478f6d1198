import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import { localTime } from "../../domain/values/calendar.ts";
import { csvForm } from "./csv.ts";

/** A payment result without an order, and the time zone of its shop. */
export interface CsvUnexpectedPayment extends UnexpectedPayment {
  readonly timeZone: string;
}

/** Payment results without an order as CSV: times in the shop's time zone. */
export const UNEXPECTED_CSV = csvForm<CsvUnexpectedPayment>([
  ["id", ({ id }) => id],
  ["received_at", ({ at, timeZone }) => localTime(at, timeZone)],
  ["session_id", ({ sessionId }) => sessionId],
  ["payment_id", ({ paymentId }) => paymentId],
  ["reference", ({ reference }) => reference],
  ["amount", ({ amount }) => amount],
  ["currency_code", ({ currencyCode }) => currencyCode],
  ["reason", ({ reason }) => reason],
  ["message", ({ message }) => message],
  [
    "resolved_at",
    ({ resolution, timeZone }) => resolution && localTime(resolution.at, timeZone),
  ],
  ["note", ({ resolution }) => resolution?.note ?? null],
  ["time_zone", ({ timeZone }) => timeZone],
]);
