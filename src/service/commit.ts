import type { Change } from "../domain/changes.ts";
import { AppError, type ErrorCode } from "../domain/errors.ts";
import { CommitRefused, type Store } from "../store/store.ts";

/** Attempts at a change of a session: of concurrent attempts one succeeds, so few are needed. */
export const MAX_ATTEMPTS = 10;

/** Error of a refused commit. */
export interface RefusedAs {
  readonly code: ErrorCode;
  /** Default: the store's message. */
  readonly message?: string;
}

/**
 * Commits changes, with an error for a failed precondition.
 *
 * @throws {AppError} `refusedAs` if a precondition fails; nothing is written then
 */
export async function commitOrRefuse(
  store: Store,
  changes: readonly Change[],
  { code, message }: RefusedAs,
): Promise<void> {
  try {
    await store.commit(changes);
  } catch (error) {
    if (!(error instanceof CommitRefused)) throw error;
    throw new AppError(code, message ?? error.message, { cause: error });
  }
}

/**
 * Commits changes whose preconditions another process can break.
 *
 * @throws {AppError} `error.conflict` with the store's message if a precondition fails
 */
export async function commitOrConflict(store: Store, changes: readonly Change[]): Promise<void> {
  await commitOrRefuse(store, changes, { code: "error.conflict" });
}
