import type { Calls } from "./calls.ts";

/** One of the two places that a program writes to. */
export interface Sink {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; not used where there is no terminal. */
  readonly columns: number;
  /** Height of the terminal in lines; not used where there is no terminal. */
  readonly rows: number;
  /** Whether the reader has gone, as after `... | head`; what is written then is dropped. */
  readonly isClosed: boolean;
}

/** Both of them, the environment variables that decide on colours, and how programs are called. */
export interface Terminal {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly calls: Calls;
  /** A variable that the program may read; undefined when not set. */
  env(name: string): string | undefined;
}

/** Whether a sink shows colours (https://no-color.org). */
export function hasColors(sink: Sink, { env }: Pick<Terminal, "env">): boolean {
  return sink.isTerminal && !env("NO_COLOR");
}
