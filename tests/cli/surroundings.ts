import type { FileSettings } from "../../src/command/file_settings.ts";
import type { OwnServer } from "../../src/cli/io.ts";
import type { WebhookAnswer } from "../../src/service/webhooks/transport.ts";

/** Surroundings of a command that a test may change. */
export interface Surroundings {
  isTerminal: boolean;
  columns: number;
  rows: number;
  /** So many waits are over before somebody presses Ctrl-C. */
  interruptAfter: number;
  env: Record<string, string>;
  timeZone: string;
  files: Map<string, string>;
  /** Answer on the terminal; undefined if nothing may be asked. */
  answer: boolean | undefined;
  /** Lines typed at questions before Ctrl-C; undefined if nothing may be asked. */
  typed: readonly string[] | undefined;
  /** The server of the database. */
  server: OwnServer;
  /** URL of a checkoutd on the usual port that has another database. */
  other: string | null;
  settings: FileSettings;
  /** Rejects once the database cannot be used any more. */
  lost: Promise<never>;
  /** Answer of every webhook endpoint. */
  webhookAnswer: WebhookAnswer;
}
