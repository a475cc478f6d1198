import Table from "cli-table3";
import type { styleText } from "node:util";
import { wrapText } from "./width.ts";

type Style = Parameters<typeof styleText>[0];

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** Cut with an ellipsis on a narrow terminal. */
  readonly canShrink?: boolean;
  /** Least width after cutting, as long as optional columns can be hidden instead. */
  readonly leastWidth?: number;
  /** Hidden, the last one first, when cutting is not enough. */
  readonly isOptional?: boolean;
  /** An id, whose end names its thing too: its beginning is cut once nothing is left to hide. */
  readonly isId?: boolean;
}

/** A cell: a text, plain or styled. */
export type TableCell = string | { readonly text: string; readonly style: Style };

/** Width and styles of the output. */
export interface TableStyle {
  /** Width of the terminal; Infinity for no limit, as in a pipe. */
  readonly width: number;
  /** Styles a text if the output shows colours. */
  readonly style: (style: Style, text: string) => string;
}

const GAP = "  ";
const MIN_WIDTH = 8;
/** Least width of an id: eight characters of its end. */
const ID_WIDTH = 9;
/** Least width of a column once no column is left to hide. */
const LAST_WIDTH = 4;
const BLOCK = 100;

const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right"].flatMap((side) => [
    [side, ""],
    [`${side}-mid`, ""],
    [`${side}-left`, ""],
    [`${side}-right`, ""],
  ]).concat([["mid", ""], ["mid-mid", ""], ["middle", GAP]]),
);

/**
 * Draws a table without borders, fitted to a width: shrinkable columns are cut, the widest first,
 * then optional columns are hidden and named in a last line, then ids and other texts are cut.
 * Right-aligned columns stay whole.
 *
 * @param rows cells without control characters; as many in each as there are columns
 * @returns lines, each with its line break
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly TableCell[])[],
  { width, style }: TableStyle,
): string {
  const all = columns.map((column, i): SizedColumn => {
    const cells = rows.map((row) => textOf(row[i] ?? ""));
    // Not Math.max: there may be more rows than a call can have arguments.
    const natural = cells.reduce(
      (widest, cell) => Math.max(widest, atMostWide(cell)),
      atMostWide(column.title),
    );
    return { column, at: i, width: natural };
  });
  const kept = leaveOut(all, width);
  const widths = fitWidths(kept, width);
  const options = {
    colWidths: widths,
    colAligns: kept.map(({ column }) => column.align ?? "left"),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    chars: NO_BORDERS,
  };
  const draw = (cells: string[][]) => {
    const table = new Table(options);
    table.push(...cells);
    return table.toString().split("\n").map((line) => line.trimEnd());
  };
  const lines: string[] = [];
  // In blocks: the library's time grows with the square of the rows.
  for (let at = 0; at < rows.length; at += BLOCK) {
    const block = rows.slice(at, at + BLOCK);
    lines.push(...draw(block.map((row) =>
      kept.map(({ column, at: i }, k) => {
        const cell = row[i] ?? "";
        return shown(column.isId === true ? endOf(cell, widths[k] ?? 0) : cell, style);
      })
    )));
  }
  const [head = ""] = draw([kept.map(({ column }) => column.title)]);
  const missing = all.filter((one) => !kept.includes(one)).map(({ column }) => column.title);
  const remark = missing.length === 0
    ? []
    : wrapText(`Hidden to fit: ${missing.join(", ")} (widen the window, or --json)`, width);
  return [style("bold", head), ...lines, ...remark].map((line) => `${line}\n`).join("");
}

interface SizedColumn {
  readonly column: Column;
  /** Its index in every row. */
  readonly at: number;
  readonly width: number;
}

function textOf(cell: TableCell): string {
  return typeof cell === "string" ? cell : cell.text;
}

function shown(cell: TableCell, style: TableStyle["style"]): string {
  return typeof cell === "string" ? cell : style(cell.style, cell.text);
}

/** An id without its beginning, if it is wider than its column. */
function endOf(cell: TableCell, width: number): TableCell {
  const text = textOf(cell);
  if (text.length <= width) return cell;
  const end = `…${text.slice(text.length - width + 1)}`;
  return typeof cell === "string" ? end : { ...cell, text: end };
}

/** Hides optional columns, from the right, until the others fit when cut. */
function leaveOut(all: readonly SizedColumn[], width: number): readonly SizedColumn[] {
  const least = all.map(({ column, width: natural }) =>
    column.canShrink ? Math.min(natural, leastWidth(column)) : natural
  );
  if (totalWidth(least) <= width) return all;
  const last = all.findLastIndex(({ column }) => column.isOptional === true);
  return last < 0 ? all : leaveOut(all.toSpliced(last, 1), width);
}

/** Least widths of columns, in the order in which they are cut; Infinity for one that is not. */
const CUTS: readonly ((column: Column) => number)[] = [
  (column) => column.canShrink === true ? leastWidth(column) : Infinity,
  ({ isId }) => isId === true ? ID_WIDTH : Infinity,
  ({ canShrink }) => canShrink === true ? LAST_WIDTH : Infinity,
  ({ align, isId }) => align === "right" || isId === true ? Infinity : LAST_WIDTH,
];

/** Cuts the widest column that may be cut, a character at a time. */
function fitWidths(columns: readonly SizedColumn[], width: number): number[] {
  const widths = columns.map((one) => one.width);
  const widest = (least: (column: Column) => number) =>
    columns.reduce((found, { column }, i) => {
      const own = widths[i] ?? 0;
      return own > least(column) && own > (widths[found] ?? 0) ? i : found;
    }, -1);
  for (const least of CUTS) {
    while (totalWidth(widths) > width) {
      const at = widest(least);
      if (at < 0) break;
      widths[at] = (widths[at] ?? 0) - 1;
    }
  }
  return widths;
}

function leastWidth({ leastWidth = 0 }: Column): number {
  return Math.max(MIN_WIDTH, leastWidth);
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));
}

/** Upper bound of a text's width: characters from U+1100 on may take two columns. */
function atMostWide(text: string): number {
  return [...text].reduce((sum, point) => sum + ((point.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2), 0);
}
