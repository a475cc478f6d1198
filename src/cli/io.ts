import type { DashboardOptions } from "../command/dashboard_options.ts";
import type { FileSettings } from "../command/file_settings.ts";
import type { Terminal } from "../command/sink.ts";
import type { SecretKeys } from "../domain/secret.ts";
import type { PictureMaker } from "../domain/shop/picture.ts";
import type { Channels } from "../service/channels/channels.ts";
import type { OperatorServices } from "../service/services.ts";
import type { Deliveries } from "../service/webhooks/deliveries.ts";
import type { EventFeed } from "../service/webhooks/event_feed.ts";
import type { Webhooks } from "../service/webhooks/webhooks.ts";
import type { Maintenance } from "../store/maintenance.ts";
import type { Machine } from "../service/health/machine.ts";
import type { Questions } from "./output/questions.ts";

/** An open database with its services. */
export interface OpenDatabase {
  readonly services: OperatorServices;
  /** Webhook endpoints; servers deliver events without them. */
  readonly webhooks: Webhooks;
  /** Deliveries of events to endpoints. */
  readonly deliveries: Deliveries;
  /** New events. */
  readonly eventFeed: EventFeed;
  /** Channels of messages to customers. */
  readonly channels: Channels;
  /** Schema version. */
  readonly schemaVersion: number;
  /** Rejects once the database cannot be used any more, as after an upgrade by a newer program. */
  readonly lost: Promise<never>;
  /** Finishes pending writes and closes it. */
  close(): Promise<void>;
}

/** Options of {@link CliIo.open}. */
export interface DatabaseOptions {
  /**
   * `create` makes a missing database, `migrate` upgrades one too (default: neither, as the name may
   * be mistyped, and a server of an earlier version may be running).
   */
  readonly schema?: "create" | "migrate";
  /** File of the keys that seal secrets; undefined for the default. */
  readonly secretsKey?: string | undefined;
  /** Upgrades it although servers are running that are too old for the result. */
  readonly force?: boolean;
}

/** Address of a server on this machine, running or to be started. */
export interface OwnServer {
  readonly url: string;
  readonly isRunning: boolean;
  /** True if a program listens at the URL that may be another one. */
  readonly isUncertain: boolean;
  /** Port to start it with, if its usual one is taken; null otherwise. */
  readonly port: number | null;
}

/** The side effects of the command line. */
export interface CliIo extends Terminal {
  /** Output of `--version`, as a line and as JSON. */
  readonly version: {
    readonly text: string;
    readonly fields: Readonly<Record<string, string | number>>;
  };
  readonly stdinIsTerminal: boolean;
  /** A variable `CHECKOUT_*`, or `NO_COLOR`; undefined when not set. */
  env(name: string): string | undefined;
  /** Reads a file of UTF-8 text; throws what the platform throws when it cannot. */
  readTextFile(path: string): Promise<string>;
  /** Reads a file up to a number of bytes; throws as {@link readTextFile}. */
  readBytes(path: string, most: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Makes a picture of a file. */
  readonly makePicture: PictureMaker;
  /** What a message about a file that this user may not use adds; "" for other errors. */
  readonly deniedHint?: (error: unknown) => string;
  /** Asks a yes-or-no question on the terminal; a cancelled one is a no. */
  confirm(question: string): Promise<boolean>;
  /** Takes the terminal to ask for lines of text; the caller closes it. */
  questions(): Questions;
  /** Opens a database by its path or URL. */
  open(database: string, options: DatabaseOptions): Promise<OpenDatabase>;
  /**
   * Serves the dashboard of the database at a path until a signal ends it.
   *
   * @param onListen called with its URL
   * @returns the exit code
   */
  dashboard(
    path: string,
    options: DashboardOptions & Pick<DatabaseOptions, "secretsKey">,
    onListen: (url: string) => void,
  ): Promise<number>;
  /** Backup, restore and checks of a whole database. */
  readonly maintenance: Maintenance;
  /** Copies a database to a new one, by paths or URLs; the numbers of rows by table. */
  copyDatabase(
    from: string,
    to: string,
    onProgress: (text: string) => void,
  ): Promise<Readonly<Record<string, number>>>;
  /**
   * Keys that seal the secrets of a database.
   *
   * @param file undefined for the default
   */
  secretKeys(database: string, file: string | undefined): SecretKeys;
  /** Facts about the machine, for `doctor`. */
  readonly machine: Machine;
  /** Finds the server of a database. */
  server(path: string): OwnServer;
  /** URL of a checkoutd on the usual port that is not the server of a file; null without one. */
  otherServer(path: string): Promise<string | null>;
  /** Settings of the installation, which were taken from its file. */
  readonly settings: FileSettings;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The machine's time zone, an IANA name. */
  readonly timeZone: string;
  /** Resolves after a time, or once the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves after the timers that are due. */
  nextTurn(): Promise<void>;
  /** Does work that Ctrl-C does not kill: it aborts the signal, and the work ends itself. */
  untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}
