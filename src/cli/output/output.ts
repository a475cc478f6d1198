import { type Failure, failureText } from "../../command/failure.ts";
import { hasColors, type Sink, type Style, styled } from "../../command/sink.ts";
import { shellWord } from "../../demo/curl.ts";
import type { Page } from "../../domain/values/page.ts";
import type { CsvForm } from "../../schema/csv.ts";
import type { PromptCancellation } from "../errors.ts";
import type { CliIo } from "../io.ts";
import { type Column, renderTable, type TableCell } from "./table.ts";
import { clean } from "./text.ts";
import { wrapText } from "./width.ts";

/** A column of a table: its title, its cell of a row, and how it fits a narrow terminal. */
export type TableColumn<T> = readonly [
  title: string,
  cell: (row: T) => TableCell,
  fit?: Omit<Column, "title">,
];

/** Width of texts without a terminal. */
const PLAIN_WIDTH = 80;

/**
 * The output of a command: results on stdout, everything else on stderr. With `--json` stdout gets
 * exactly one JSON value.
 */
export class Output {
  readonly #io: CliIo;
  #asJson = false;

  constructor(io: CliIo) {
    this.#io = io;
  }

  /** Switches to JSON. */
  useJson(): void {
    this.#asJson = true;
  }

  /** True with `--json`. */
  get isJson(): boolean {
    return this.#asJson;
  }

  /** Width in columns that texts are laid out for. */
  get width(): number {
    const { stdout } = this.#io;
    return stdout.isTerminal ? stdout.columns : PLAIN_WIDTH;
  }

  /** True if a sink shows colours. */
  hasColors(sink: Sink): boolean {
    return hasColors(sink, this.#io);
  }

  /** Prints a result: its value with `--json`, else a line, or the text that `print` prints. */
  result(value: unknown, print: string | (() => void)): void {
    if (this.#asJson) this.#io.stdout.write(`${toJson(value)}\n`);
    else if (typeof print === "string") this.line(print);
    else print();
  }

  /** Prints results as they come: a line each, or with `--json` the elements of one array. */
  growing(): { add(value: unknown, line: string): void; end(): void } {
    let count = 0;
    const { stdout } = this.#io;
    return {
      add: (value, line) => {
        if (!this.#asJson) return this.line(line);
        stdout.write(`${count === 0 ? "[" : ","}\n${toJson(value)}`);
        count += 1;
      },
      end: () => {
        if (this.#asJson) stdout.write(count === 0 ? "[]\n" : "\n]\n");
      },
    };
  }

  /** Prints a line of text. Text from data must be cleaned by the caller. */
  line(text = ""): void {
    this.#io.stdout.write(`${text}\n`);
  }

  /** Prints a text unchanged. */
  text(text: string): void {
    this.#io.stdout.write(text);
  }

  /** Prints rows as a table, or a line without rows. */
  table<T>(rows: readonly T[], columns: readonly TableColumn<T>[], ifEmpty: string): void {
    if (rows.length === 0) return this.line(ifEmpty);
    const { stdout } = this.#io;
    const cells = rows.map((row) => columns.map(([, cell]) => this.#cleanCell(cell(row))));
    const width = stdout.isTerminal ? stdout.columns : Infinity;
    const style = (name: Style, text: string) => this.style(name, text);
    const heads = columns.map(([title, , fit]) => ({ title, ...fit }));
    stdout.write(renderTable(heads, cells, { width, style }));
  }

  /**
   * Prints rows as CSV, page by page, until the reader closes it. On a terminal without characters
   * that control it.
   *
   * @returns the key after the last page; null at the end
   */
  async csv<Row, Key>(form: CsvForm<Row>, pages: AsyncIterable<Page<Row, Key>>) {
    const { stdout } = this.#io;
    const lineOf = (row: Row) => {
      const line = form.line(row);
      return stdout.isTerminal ? `${clean(line.trimEnd())}\r\n` : line;
    };
    let last: Key | null = null;
    stdout.write(form.head);
    for await (const { rows, next } of pages) {
      stdout.write(rows.map(lineOf).join(""));
      last = next;
      if (stdout.isClosed) break;
      // Reads of a file never wait, and the check of its schema is a timer.
      await this.#io.nextTurn();
    }
    return last;
  }

  #cleanCell(cell: TableCell): TableCell {
    return typeof cell === "string" ? clean(cell) : { ...cell, text: clean(cell.text) };
  }

  /** Prints on stderr how a list goes on. */
  continued(after: string | null): void {
    if (after === null) return;
    const { stderr } = this.#io;
    const room = stderr.isTerminal ? stderr.columns : Infinity;
    const text = `More rows follow: add --after ${shellWord(after)}`;
    for (const line of wrapText(text, room)) this.note(line);
  }

  /** Prints names with their values, one a line; on a terminal long values are wrapped. */
  fields(entries: readonly (readonly [name: string, value: string])[]): void {
    const width = Math.max(...entries.map(([name]) => name.length));
    const room = this.#io.stdout.isTerminal ? this.width - width - 2 : Infinity;
    for (const [name, value] of entries) {
      const [first = "", ...rest] = wrapText(clean(value), room);
      this.line(`${this.style("bold", name.padEnd(width))}  ${first}`.trimEnd());
      for (const line of rest) this.line(`${" ".repeat(width)}  ${line}`);
    }
  }

  /** Styles a text if stdout shows colours. */
  style(style: Style, text: string): string {
    return styledIf(this.hasColors(this.#io.stdout), style, text);
  }

  /** Prints a line of diagnostics on stderr. */
  note(text: string): void {
    this.#io.stderr.write(`${clean(text)}\n`);
  }

  /** Prints a failure: lines on stderr and, with `--json`, the one value on stdout. */
  failure({ code, message, hints = [] }: Failure): void {
    this.complaint({ code, message, hints });
    if (this.#asJson) this.#io.stdout.write(`${toJson({ error: { code, message } })}\n`);
  }

  /** Prints that questions were cancelled, like a failure but without an error code. */
  ended({ message, hints }: Pick<PromptCancellation, "message" | "hints">): void {
    for (const line of [message, ...hints]) this.note(line);
    if (this.#asJson) this.#io.stdout.write(`${toJson({ error: { code: null, message } })}\n`);
  }

  /** Prints an error on stderr only: one of several, or one beside a result. */
  complaint({ code, message, hints = [] }: Failure): void {
    const { stderr } = this.#io;
    const cleaned = { code, message: clean(message), hints: hints.map(clean) };
    stderr.write(failureText(cleaned, this.hasColors(stderr)));
  }
}

/** Encodes JSON that is safe on a terminal and exact for 64-bit integers. */
function toJson(value: unknown): string {
  const text = JSON.stringify(value, exactIntegers, 2);
  // JSON escapes C0 characters itself; others that control a terminal are escaped here.
  return text.replace(
    UNSAFE_IN_JSON,
    (point) => `\\u${point.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const UNSAFE_IN_JSON = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function exactIntegers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? JSON.rawJSON(String(value)) : value;
}

function styledIf(hasColors: boolean, style: Style, text: string): string {
  return hasColors ? styled(style, text) : text;
}
