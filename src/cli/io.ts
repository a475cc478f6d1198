import type { Services } from "../service/services.ts";
import type { Webhooks } from "../service/webhooks/webhooks.ts";

/** One of the two places that a command writes to. */
export interface Sink {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; not used when it is none. */
  readonly columns: number;
}

/** A database that was opened, with everything that can be done in it. */
export interface OpenDatabase {
  readonly services: Services;
  /** Where shops are told of events; apart from the services, for servers have no use for it. */
  readonly webhooks: Webhooks;
  /** The version of its tables, brought up to date by opening it. */
  readonly schemaVersion: number;
  /** Lets go of it, once what was begun is finished. */
  close(): Promise<void>;
}

/** Everything that the command line needs of the world around it. */
export interface CliIo {
  readonly version: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly stdinIsTerminal: boolean;
  /** The variables `CHECKOUT_DB`, `CHECKOUT_DEBUG` and `NO_COLOR`; undefined when not set. */
  env(name: string): string | undefined;
  /** Reads a file of UTF-8 text; throws what the platform throws when it cannot. */
  readTextFile(path: string): Promise<string>;
  /** Asks a yes-or-no question on the terminal; a cancelled one is a no. */
  confirm(question: string): Promise<boolean>;
  /** Opens the database at a path, made when it is not there. */
  open(path: string): Promise<OpenDatabase>;
  /** Milliseconds since the epoch. */
  now(): number;
}
