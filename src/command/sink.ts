import { styleText } from "node:util";

import type { Calls } from "./calls.ts";

/** Standard output or standard error. */
export interface Sink {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; unused without one. */
  readonly columns: number;
  /** Height of the terminal in lines; unused without one. */
  readonly rows: number;
  /** True once the reader has closed it, as `... | head` does; writes are then dropped. */
  readonly isClosed: boolean;
}

/** Both outputs, environment variables, and how the programs are called. */
export interface Terminal {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly calls: Calls;
  /** A variable that the program may read; undefined when not set. */
  env(name: string): string | undefined;
}

/** A colour or weight of `styleText`. */
export type Style = Parameters<typeof styleText>[0];

/** Styles a text, without looking at the terminal or its variables. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { validateStream: false });
}

/** True if a sink shows colours (https://no-color.org). */
export function hasColors(sink: Sink, { env }: Pick<Terminal, "env">): boolean {
  return sink.isTerminal && !env("NO_COLOR");
}
