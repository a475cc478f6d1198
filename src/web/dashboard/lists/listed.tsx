import type { Child } from "hono/jsx";
import type { ListedColumn, PhrasePart, Value } from "../../../things/list.ts";
import { writePhrase } from "../../../things/phrase.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { StateBadges, Stock } from "../parts/state.tsx";
import type { ListColumn } from "../parts/table.tsx";

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
  return columns.map(({ title, value, none = "", isMain, isNumber }) => {
    const shown = (row: Row) => cellOf(value, row, page) ?? none;
    if (isMain === true) {
      const cell = (row: Row) => <a href={page.pathOf(row)}>{shown(row)}</a>;
      return { title, kind: "main", cell };
    }
    const kind = isNumber === true ? "number" : KINDS[value.kind];
    return { title, cell: shown, ...kind !== undefined && { kind } };
  });
}

const KINDS: Readonly<Partial<Record<Value<unknown>["kind"], "text" | "number">>> = {
  text: "text",
  words: "text",
  phrase: "text",
  count: "number",
  stock: "number",
  amount: "number",
};

/** A phrase as text. */
export function shownPhrase(phrase: readonly PhrasePart[], formats: DashboardFormats): string {
  return writePhrase(phrase, {
    amount: ({ minor, currencyCode }) => formats.amount(minor, currencyCode),
    moment: formats.moment,
    percent: (percent) => `${percent}%`,
    count: formats.whole,
  });
}

/** A cell; null for no value. */
function cellOf<Row>(value: Value<Row>, row: Row, { formats, now }: ListedPage<Row>): Child | null {
  switch (value.kind) {
    case "text": {
      const text = value.of(row);
      return text === null ? null : <bdi>{text}</bdi>;
    }
    case "phrase":
      return shownPhrase(value.of(row) ?? [], formats);
    case "stock":
      return <Stock units={value.of(row)} formats={formats} />;
    case "words":
      return value.of(row)?.join(", ") ?? null;
    case "code":
      return <code>{value.of(row)}</code>;
    case "amount": {
      const money = value.of(row);
      return money && formats.amount(money.minor, money.currencyCode);
    }
    case "count": {
      const count = value.of(row);
      return count === null ? null : formats.whole(count);
    }
    case "moment":
    case "age": {
      const at = value.of(row);
      if (at === null) return value.kind === "age" ? "Never" : null;
      return value.kind === "age" && now !== undefined
        ? formats.relative(at, now)
        : <MomentText at={at} formats={formats} />;
    }
    case "states":
      return <StateBadges states={value.of(row) ?? []} />;
    case "flag":
      return value.of(row) === true ? "yes" : "no";
    default:
      return value.of(row);
  }
}
