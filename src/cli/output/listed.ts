import { currencyOf } from "../../domain/values/money.ts";
import { listJson } from "../../schema/list.ts";
import type { List, ListedColumn, PhrasePart, StateWord, Tone, Value } from "../../things/list.ts";
import { writePhrase } from "../../things/phrase.ts";
import type { Context } from "../context.ts";
import type { TableColumn } from "./output.ts";
import type { Style } from "../../command/sink.ts";
import type { TableCell } from "./table.ts";
import { ago, money, shortMoment } from "./text.ts";

/** Rows of a page of a list, and where the next page begins. */
interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly next?: string | null;
}

/**
 * Prints a page of a list, as a table or as JSON.
 *
 * @param jsonOf a row as JSON (default: the fields of the list)
 */
export function printList<Row>(
  { out, io }: Pick<Context, "out" | "io">,
  { rows, next = null }: Rows<Row>,
  list: Pick<List<Row>, "fields" | "table">,
  ifEmpty: string,
  jsonOf: (row: Row) => unknown = (row) => listJson(list, row),
): void {
  out.result(rows.map((row) => jsonOf(row)), () => printTable({ out, io }, rows, list, ifEmpty));
  out.continued(next);
}

/** Prints rows of a list as a table. */
export function printTable<Row>(
  { out, io }: Pick<Context, "out" | "io">,
  rows: readonly Row[],
  { table }: Pick<List<Row>, "table">,
  ifEmpty: string,
): void {
  out.table(rows, tableColumns(table, io.now()), ifEmpty);
}

/** The columns of a list as those of a table. */
function tableColumns<Row>(
  columns: readonly ListedColumn<Row>[],
  now: number,
): readonly TableColumn<Row>[] {
  return columns.map(({ title, value, none = "-", isNumber = NUMBERS.has(value.kind), fit }) => [
    title,
    (row) => cellOf(value, row, now) ?? none,
    { ...fit, ...isNumber && { align: "right" } },
  ]);
}

const NUMBERS: ReadonlySet<Value<unknown>["kind"]> = new Set(["amount", "count", "stock"]);

/** A cell; null for no value. */
function cellOf<Row>(value: Value<Row>, row: Row, now: number): TableCell | null {
  switch (value.kind) {
    case "amount": {
      const amount = value.of(row);
      return amount && money(amount.minor, currencyOf(amount.currencyCode));
    }
    case "moment": {
      const at = value.of(row);
      return at === null ? null : shortMoment(at);
    }
    case "age":
      return ago(value.of(row), now);
    case "states":
      return stateCell(value.of(row) ?? []);
    case "phrase":
      return phraseText(value.of(row) ?? []) || null;
    case "words":
      return value.of(row)?.join(", ") || null;
    default: {
      const one = value.of(row);
      return one === null ? null : String(one);
    }
  }
}

/** A phrase as text. */
export function phraseText(phrase: readonly PhrasePart[]): string {
  return writePhrase(phrase, {
    amount: ({ minor, currencyCode }) => money(minor, currencyOf(currencyCode)),
    moment: shortMoment,
    percent: (percent) => `${percent} %`,
    count: String,
  });
}

/** Style of a state; a good one has none. */
const STYLES: Readonly<Record<Tone, Style | undefined>> = {
  good: undefined,
  plain: "dim",
  warn: "yellow",
  bad: "red",
};

function stateCell(states: readonly StateWord[]): TableCell {
  const text = states.map(([word]) => word.toLowerCase()).join(", ");
  const style = STYLES[states[0]?.[1] ?? "good"];
  return style === undefined ? text : { text, style };
}
