import { styleText } from "node:util";
import { hasColors, type Sink } from "../../command/sink.ts";
import type { CliIo } from "../io.ts";
import { type Column, renderTable, type TableCell } from "./table.ts";
import { clean } from "./text.ts";
import { wrapText } from "./width.ts";

/** A colour or weight, as `styleText` knows it. */
export type Style = Parameters<typeof styleText>[0];

/** Width that texts are laid out for where there is no terminal. */
const PLAIN_WIDTH = 80;

/**
 * What a command says: results on stdout, everything else on stderr.
 *
 * With `--json` a command prints exactly one JSON value on stdout and nothing else there.
 */
export class Output {
  readonly #io: CliIo;
  #asJson = false;

  constructor(io: CliIo) {
    this.#io = io;
  }

  /** Switches to JSON, for a program to read. */
  useJson(): void {
    this.#asJson = true;
  }

  /** Whether one JSON value is all that may be printed. */
  get isJson(): boolean {
    return this.#asJson;
  }

  /** Columns to lay a text out for. */
  get width(): number {
    const { stdout } = this.#io;
    return stdout.isTerminal ? stdout.columns : PLAIN_WIDTH;
  }

  /** Whether a sink shows colours. */
  hasColors(sink: Sink): boolean {
    return hasColors(sink, this.#io);
  }

  /** Prints a result: a value for programs, or whatever `print` prints for people. */
  result(value: unknown, print: () => void): void {
    if (this.#asJson) this.#io.stdout.write(`${toJson(value)}\n`);
    else print();
  }

  /** A line for people. The caller has cleaned what came from data. */
  line(text = ""): void {
    this.#io.stdout.write(`${text}\n`);
  }

  /** A text for people, as it is. */
  text(text: string): void {
    this.#io.stdout.write(text);
  }

  /** A table for people; instead of one without rows, a line that says so. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly TableCell[])[],
    ifEmpty: string,
  ): void {
    if (rows.length === 0) return this.line(ifEmpty);
    const { stdout } = this.#io;
    const cells = rows.map((row) => row.map((cell) => this.#cleanCell(cell)));
    const width = stdout.isTerminal ? stdout.columns : Infinity;
    const style = (name: Style, text: string) => this.style(name, text);
    stdout.write(renderTable(columns, cells, { width, style }));
  }

  #cleanCell(cell: TableCell): TableCell {
    return typeof cell === "string" ? clean(cell) : { ...cell, text: clean(cell.text) };
  }

  /** Names with their values, one a line; on a terminal long values go on below themselves. */
  fields(entries: readonly (readonly [name: string, value: string])[]): void {
    const width = Math.max(...entries.map(([name]) => name.length));
    const room = this.#io.stdout.isTerminal ? this.width - width - 2 : Infinity;
    for (const [name, value] of entries) {
      const [first = "", ...rest] = wrapText(clean(value), room);
      this.line(`${this.style("bold", name.padEnd(width))}  ${first}`.trimEnd());
      for (const line of rest) this.line(`${" ".repeat(width)}  ${line}`);
    }
  }

  /** A text in a style where stdout shows colours. */
  style(style: Style, text: string): string {
    return styled(style, text, this.hasColors(this.#io.stdout));
  }

  /** A line of diagnostics. */
  note(text: string): void {
    this.#io.stderr.write(`${clean(text)}\n`);
  }

  /**
   * A failure: one line on stderr and, with `--json`, the one value on stdout.
   *
   * @param code of the public list of errors
   * @param hints further lines for people
   */
  failure(code: string, message: string, hints: readonly string[] = []): void {
    this.complaint(code, message);
    for (const hint of hints) this.note(hint);
    if (this.#asJson) this.#io.stdout.write(`${toJson({ error: { code, message } })}\n`);
  }

  /** That somebody ended it: a line on stderr and, with `--json`, the one value on stdout. */
  ended(message: string): void {
    this.note(message);
    if (this.#asJson) this.#io.stdout.write(`${toJson({ error: { code: null, message } })}\n`);
  }

  /** What did not work, on stderr only: one of several, or one beside a result. */
  complaint(code: string, message: string): void {
    const { stderr } = this.#io;
    const word = styled("red", "error:", this.hasColors(stderr));
    stderr.write(`${word} ${clean(message)} (${code})\n`);
  }
}

/** A JSON value whose text is safe on a terminal and exact for 64-bit integers. */
function toJson(value: unknown): string {
  const text = JSON.stringify(value, exactIntegers, 2);
  // JSON escapes C0 itself; the rest that a terminal could take for a command is escaped here.
  return text.replace(
    UNSAFE_IN_JSON,
    (point) => `\\u${point.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const UNSAFE_IN_JSON = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function exactIntegers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? JSON.rawJSON(String(value)) : value;
}

function styled(style: Style, text: string, hasColors: boolean): string {
  return hasColors ? styleText(style, text, { validateStream: false }) : text;
}
