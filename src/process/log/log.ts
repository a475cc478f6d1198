import { type Style, styled } from "../../command/sink.ts";
import { IsoClock } from "../../domain/values/text.ts";

/** Log levels; each one includes those after it. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines, or short readable lines; `auto` is text on a terminal, else JSON. */
export const LOG_FORMATS = ["auto", "json", "text"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Fields of a line; undefined ones are left out. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The log of the program. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Resolves when all lines so far are written. */
  flush(): Promise<void>;
}

/** Format, clock and output of a logger. */
export interface LoggerOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Name of the server in every line; undefined for none. */
  readonly instance?: string | undefined;
  /** The output, if it is a terminal: whether it shows colours (default: no terminal). */
  readonly terminal?: { readonly hasColors: boolean } | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Writes some lines; called again only after it has resolved. */
  readonly write: (text: string) => Promise<void>;
}

/** Lines are collected this long and written together. */
const COLLECT_MS = 50;
/** Lines are dropped while the reader lags this many characters behind. */
const MAX_BACKLOG = 4 * 1024 * 1024;

/**
 * Creates a logger that never makes its caller wait: lines are collected and written together.
 */
export function createLogger(
  { level, format, instance, terminal, now, write }: LoggerOptions,
): Logger {
  const least = LOG_LEVELS.indexOf(level);
  const isJson = format === "json" || (format === "auto" && terminal === undefined);
  const line = isJson ? jsonLine : terminal?.hasColors ? colouredLine : textLine;
  const render: typeof line = instance === undefined
    ? line
    : (at, level, message, fields) => line(at, level, message, { instance, ...fields });
  const sink = new Sink(
    write,
    (lines) => render(now(), "warn", "Log lines were dropped", { dropped_lines: lines }),
  );
  const at = (severity: LogLevel) => (message: string, fields: LogFields = {}) => {
    if (LOG_LEVELS.indexOf(severity) >= least) sink.add(render(now(), severity, message, fields));
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    flush: () => sink.drained(),
  };
}

class Sink {
  readonly #write: (text: string) => Promise<void>;
  readonly #noteDropped: (lines: number) => string;
  #backlog = "";
  #dropped = 0;
  #writing: Promise<void> | undefined;

  constructor(
    write: (text: string) => Promise<void>,
    noteDropped: (lines: number) => string,
  ) {
    this.#write = write;
    this.#noteDropped = noteDropped;
  }

  add(line: string): void {
    if (this.#backlog.length > MAX_BACKLOG) {
      this.#dropped += 1;
      return;
    }
    this.#backlog += line;
    this.#writing ??= this.#drain();
  }

  async drained(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    // A write costs as much as a hundred lines.
    await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
    while (this.#backlog !== "") {
      const text = this.#dropped === 0
        ? this.#backlog
        : this.#backlog + this.#noteDropped(this.#dropped);
      this.#backlog = "";
      this.#dropped = 0;
      try {
        await this.#write(text);
      } catch {
        // The reader has gone, and there is nowhere else to report it.
      }
    }
    this.#writing = undefined;
  }
}

const clock = new IsoClock();

function jsonLine(at: number, level: LogLevel, msg: string, fields: LogFields): string {
  const rest = JSON.stringify(plain(fields)).slice(1);
  const comma = rest === "}" ? "" : ",";
  const head = `{"time":"${clock.text(at)}","level":"${level}","msg":${JSON.stringify(msg)}`;
  return `${head}${comma}${rest}\n`;
}

function textLine(at: number, level: LogLevel, message: string, fields: LogFields): string {
  return lineOfText(at, level.toUpperCase().padEnd(5), message, fields);
}

const COLOURS: Readonly<Record<LogLevel, Style>> = {
  debug: "gray",
  info: "green",
  warn: "yellow",
  error: "red",
  silent: "reset",
};

function colouredLine(at: number, level: LogLevel, message: string, fields: LogFields): string {
  return lineOfText(at, styled(COLOURS[level], level.toUpperCase().padEnd(5)), message, fields);
}

function lineOfText(at: number, level: string, message: string, fields: LogFields): string {
  const rest = Object.entries(plain(fields)).filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (typeof value !== "string") return `${name}=${JSON.stringify(value)}`;
      // Stacks keep their lines; text from requests must not break lines or control a terminal.
      return `${name}=${fields[name] instanceof Error ? value : harmless(value)}`;
    });
  const time = `${clock.text(at).slice(0, 19).replace("T", " ")}Z`;
  return `${[time, level, message, ...rest].join(" ")}\n`;
}

function harmless(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Replaces errors by their stacks, causes included. */
function plain(fields: LogFields): LogFields {
  if (!holdsError(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? stackOf(value) : value,
    ]),
  );
}

/** A plain loop, as it runs for every request. */
function holdsError(fields: LogFields): boolean {
  for (const name in fields) if (fields[name] instanceof Error) return true;
  return false;
}

function stackOf(error: Error): string {
  const own = error.stack ?? String(error);
  return error.cause instanceof Error ? `${own}\nCaused by: ${stackOf(error.cause)}` : own;
}
