import { currencyOf } from "../../domain/values/money.ts";
import type { ListedColumn, Value } from "../../things/list.ts";
import type { TableColumn } from "./output.ts";
import { ago, money, shortMoment } from "./text.ts";

/** The columns of a list as those of a table. */
export function tableColumns<Row>(
  columns: readonly ListedColumn<Row>[],
  now: number,
): readonly TableColumn<Row>[] {
  return columns.map(({ title, value, fit }) => [
    title,
    (row) => cellText(value, row, now),
    { ...fit, ...isNumber(value) && { align: "right" } },
  ]);
}

function isNumber<Row>({ kind }: Value<Row>): boolean {
  return kind === "amount" || kind === "count";
}

function cellText<Row>(value: Value<Row>, row: Row, now: number): string {
  switch (value.kind) {
    case "amount": {
      const amount = value.of(row);
      return amount === null ? "-" : money(amount.minor, currencyOf(amount.currencyCode));
    }
    case "moment":
      return shortMoment(value.of(row));
    case "age":
      return ago(value.of(row), now);
    case "states":
      return value.of(row)?.map(([text]) => text).join(", ") ?? "-";
    default:
      return String(value.of(row) ?? "-");
  }
}
