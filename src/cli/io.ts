import type { Terminal } from "../command/sink.ts";
import type { OperatorServices } from "../service/services.ts";
import type { Webhooks } from "../service/webhooks/webhooks.ts";
import type { Maintenance } from "../store/maintenance.ts";
import type { Machine } from "./doctor/machine.ts";
import type { Questions } from "./output/questions.ts";

/** A database that was opened, with everything that can be done in it. */
export interface OpenDatabase {
  readonly services: OperatorServices;
  /** Where shops are told of events; apart from the services, for servers have no use for it. */
  readonly webhooks: Webhooks;
  /** The version of its tables, brought up to date by opening it. */
  readonly schemaVersion: number;
  /** Lets go of it, once what was begun is finished. */
  close(): Promise<void>;
}

/** Everything that the command line needs of the world around it. */
export interface CliIo extends Terminal {
  /** What `--version` prints: a line for people, and the same for programs. */
  readonly version: {
    readonly text: string;
    readonly fields: Readonly<Record<string, string | number>>;
  };
  readonly stdinIsTerminal: boolean;
  /**
   * The variables `CHECKOUT_DB`, `CHECKOUT_DEBUG`, `CHECKOUT_SESSION_TTL` and `NO_COLOR`; undefined
   * when not set.
   */
  env(name: string): string | undefined;
  /** Reads a file of UTF-8 text; throws what the platform throws when it cannot. */
  readTextFile(path: string): Promise<string>;
  /** Asks a yes-or-no question on the terminal; a cancelled one is a no. */
  confirm(question: string): Promise<boolean>;
  /** Takes the terminal to ask for whole answers; whoever asks closes it afterwards. */
  questions(): Questions;
  /** Opens the database at a path; one that is not there is made, or is a failure. */
  open(path: string, options: { readonly creates: boolean }): Promise<OpenDatabase>;
  /** What is done to a database as a whole: copies, checks. */
  readonly maintenance: Maintenance;
  /** What the machine tells of itself. */
  readonly machine: Machine;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after a time, or as soon as the signal says to end. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Does work that Ctrl-C does not end in its middle, but tells to end, by the signal. */
  untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
}
