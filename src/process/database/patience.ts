import { DatabaseOpenError, OlderSchemaError } from "../../store/open_error.ts";
import { NoDatabaseError } from "../../store/sqlite/file/errors.ts";

/** Time between two attempts. */
const PAUSE_MS = 250;
/** A file that a server creates can be opened by then. */
const PATIENCE_MS = 60_000;

/**
 * Opens a database that the server beside this process creates or upgrades first, which may take as
 * long as it takes.
 *
 * @throws {DatabaseOpenError} when it cannot be opened for a minute, for another reason
 */
export async function openedInTime<T>(
  open: () => Promise<T>,
  { wait, monotonicMs }: {
    readonly wait: (ms: number) => Promise<void>;
    readonly monotonicMs: () => number;
  },
): Promise<T> {
  const endMs = monotonicMs() + PATIENCE_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DatabaseOpenError)) throw error;
      const isMade = !(error instanceof NoDatabaseError || error instanceof OlderSchemaError);
      if (isMade && monotonicMs() >= endMs) throw error;
      await wait(PAUSE_MS);
    }
  }
}
