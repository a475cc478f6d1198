import { localTime } from "../domain/values/calendar.ts";
import { currencyOf } from "../domain/values/money.ts";
import type { List, PhrasePart, Value } from "../things/list.ts";
import { type CsvCell, csvForm } from "./csv.ts";
import { amountField, momentText } from "./seed/fields.ts";

/**
 * A list as CSV: amounts in the major unit, times in the time zone of their row.
 *
 * @param zoneOf the time zone of a row
 */
export function listCsv<Row>({ fields }: Pick<List<Row>, "fields">, zoneOf: (row: Row) => string) {
  const cellOf = (value: List<Row>["fields"][string], row: Row): CsvCell => {
    if (value.kind === "zone") return zoneOf(row);
    if (value.kind === "moment") {
      const at = value.of(row);
      return at === null ? null : localTime(at, zoneOf(row));
    }
    const written = rowValue(value, row);
    if (typeof written === "boolean") return String(written);
    return typeof written === "object" ? written && written.join(" ") : written;
  };
  return csvForm<Row>(
    Object.entries(fields)
      .filter(([, value]) => value.kind === "zone" || value.only !== "json")
      .map(([name, value]) => [name, (row) => cellOf(value, row)]),
  );
}

/** A row of a list as JSON: amounts in the major unit, times in UTC. */
export function listJson<Row>({ fields }: Pick<List<Row>, "fields">, row: Row) {
  return Object.fromEntries(
    jsonFields(fields).map(([name, value]) => [name, rowValue(value, row)]),
  );
}

/** Fields of a list that its JSON has. */
export function jsonFields<Row>(
  fields: List<Row>["fields"],
): [string, Exclude<List<Row>["fields"][string], { readonly kind: "zone" }>][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value.kind === "zone" || value.only === "csv" ? [] : [[name, value]]
  );
}

/** The value of a field that is an amount in one row, and a part or a count in another. */
function partValue(part: PhrasePart | null): CsvCell {
  if (part === null || typeof part === "string") return part;
  if ("minor" in part) return amountField(part.minor, currencyOf(part.currencyCode));
  if ("at" in part) return momentText(part.at);
  return "percent" in part ? part.percent : part.count;
}

/** A value of a row as JSON; null for none. */
export function rowValue<Row>(value: Value<Row>, row: Row): CsvCell | boolean | readonly string[] {
  switch (value.kind) {
    case "amount": {
      const money = value.of(row);
      return money && amountField(money.minor, currencyOf(money.currencyCode));
    }
    case "moment":
    case "age":
      return momentText(value.of(row));
    case "states":
      return value.of(row)?.map(([text]) => text).join(", ") ?? null;
    case "phrase":
      return partValue(value.of(row)?.[0] ?? null);
    default:
      return value.of(row);
  }
}
