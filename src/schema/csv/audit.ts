import type { AuditEntry, FieldValues } from "../../domain/trail/entry.ts";
import { localTime } from "../../domain/values/calendar.ts";
import { type CsvCell, csvForm } from "./csv.ts";

/** An entry with the time zone of the shop. */
export interface CsvAuditEntry {
  readonly entry: AuditEntry;
  readonly timeZone: string;
}

/** The audit trail as CSV: times in the shop's time zone, fields as JSON. */
export const AUDIT_CSV = csvForm<CsvAuditEntry>([
  ["id", ({ entry }) => entry.id],
  ["at", ({ entry, timeZone }) => localTime(entry.at, timeZone)],
  ["subject_kind", ({ entry }) => entry.subject.kind],
  ["subject", ({ entry }) => entry.subject.label],
  ["action", ({ entry }) => entry.action],
  ["object_kind", ({ entry }) => entry.object.kind],
  ["object_id", ({ entry }) => entry.object.id],
  ["object", ({ entry }) => entry.object.label],
  ["before", ({ entry }) => fields(entry.before)],
  ["after", ({ entry }) => fields(entry.after)],
  ["time_zone", ({ timeZone }) => timeZone],
]);

function fields(values: FieldValues | null): CsvCell {
  return values === null ? null : JSON.stringify(values);
}
