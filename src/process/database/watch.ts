import { AppError } from "../../domain/errors.ts";
import type { Store } from "../../store/store.ts";

/** What {@link watchStore} looks after. */
export type WatchedStore = Pick<Store, "file" | "checkSchema" | "writes">;

/** How often a program that runs on calls {@link watchStore}. */
export const WATCH_MS = 1000;

/**
 * Looks after an open store: ends it if its file is no longer in place or its schema is newer than
 * this program, and tries again what could not be written.
 */
export async function watchStore(store: WatchedStore): Promise<void> {
  await store.file?.checkInPlace();
  try {
    await store.checkSchema();
  } catch (error) {
    // The log of writes has a database that does not answer.
    if (!(error instanceof AppError && error.code === "error.unavailable")) throw error;
  }
  await store.writes.retry();
}
