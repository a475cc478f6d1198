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

/** True if a sink shows colours (https://no-color.org). */
export function hasColors(sink: Sink, { env }: Pick<Terminal, "env">): boolean {
  return sink.isTerminal && !env("NO_COLOR");
}
