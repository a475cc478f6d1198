import type { Child } from "hono/jsx";
import type { ListedColumn, Value } from "../../../things/list.ts";
import type { DashboardFormats } from "./format.ts";
import { MomentText } from "./moment_text.tsx";
import { StateBadges } from "./state.tsx";
import type { ListColumn } from "./table.tsx";

/** Context of the cells of a list. */
export interface ListedPage<Row> {
  /** Path of the page of a row. */
  readonly pathOf: (row: Row) => string;
  readonly formats: DashboardFormats;
  /** The current time; without it an age is shown as its moment. */
  readonly now?: number;
}

/** The columns of a list as those of a page. */
export function listColumns<Row>(
  columns: readonly ListedColumn<Row>[],
  page: ListedPage<Row>,
): ListColumn<Row>[] {
  return columns.map(({ title, value, isMain }) => {
    if (isMain === true) {
      const cell = (row: Row) => <a href={page.pathOf(row)}>{cellOf(value, row, page)}</a>;
      return { title, kind: "main", cell };
    }
    const kind = KINDS[value.kind];
    return { title, cell: (row) => cellOf(value, row, page), ...kind !== undefined && { kind } };
  });
}

const KINDS: Readonly<Partial<Record<Value<unknown>["kind"], "text" | "number">>> = {
  text: "text",
  words: "text",
  count: "number",
  amount: "number",
};

function cellOf<Row>(value: Value<Row>, row: Row, { formats, now }: ListedPage<Row>): Child {
  switch (value.kind) {
    case "text":
      return <bdi>{value.of(row)}</bdi>;
    case "amount": {
      const money = value.of(row);
      return money && formats.amount(money.minor, money.currencyCode);
    }
    case "count": {
      const count = value.of(row);
      return count === null ? "" : formats.whole(count);
    }
    case "moment":
    case "age": {
      const at = value.of(row);
      if (at === null) return value.kind === "age" ? "Never" : "";
      return value.kind === "age" && now !== undefined
        ? formats.relative(at, now)
        : <MomentText at={at} formats={formats} />;
    }
    case "states":
      return <StateBadges states={value.of(row) ?? []} />;
    case "flag":
      return value.of(row) === true ? "yes" : "no";
    default:
      return value.of(row) ?? "";
  }
}
