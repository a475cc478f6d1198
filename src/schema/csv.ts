/** A cell: text, a number, or empty. */
export type CsvCell = string | number | null;

/** A column: its title and its cell of a row. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => CsvCell];

/** A table as CSV, a line at a time. */
export interface CsvForm<Row> {
  /** First line, after a byte order mark: without one Excel does not read UTF-8. */
  readonly head: string;
  /** Encodes a row. */
  line(row: Row): string;
}

/** Makes the form of a table: RFC 4180, with CRLF, and without cells that a spreadsheet runs. */
export function csvForm<Row>(columns: readonly CsvColumn<Row>[]): CsvForm<Row> {
  return {
    head: `\uFEFF${csvLine(columns.map(([title]) => title))}`,
    line: (row) => csvLine(columns.map(([, cell]) => cell(row))),
  };
}

function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** Text before a formula, and its first character, also in full width. */
const FORMULA = String.raw`[\s\p{Cf}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
/** https://owasp.org/www-community/attacks/CSV_Injection */
const AT_START = new RegExp(`^(?=${FORMULA}|[\\t\\r\\n])`, "u");
/** Where a cell begins for a spreadsheet that separates by semicolon or tab, as in many languages. */
const AFTER_SEPARATOR = new RegExp(`[;\\t\\r\\n](?=${FORMULA})`, "gu");

function cellText(cell: CsvCell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = cell.replace(AFTER_SEPARATOR, "$&'").replace(AT_START, "'");
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
