import type { Change } from "../domain/changes.ts";
import { AppError } from "../domain/errors.ts";
import { CommitRefused, type Store } from "../store/store.ts";

/**
 * Commits changes whose preconditions somebody else can break in the meantime.
 *
 * @throws {AppError} `error.conflict`, with what the store says of it, when one does not hold
 */
export async function commitOrConflict(store: Store, changes: readonly Change[]): Promise<void> {
  try {
    await store.commit(changes);
  } catch (error) {
    if (!(error instanceof CommitRefused)) throw error;
    throw new AppError("error.conflict", error.message, { cause: error });
  }
}
