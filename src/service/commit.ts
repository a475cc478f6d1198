import type { Change } from "../domain/changes.ts";
import { AppError, type ErrorCode } from "../domain/errors.ts";
import { CommitRefused, type Store } from "../store/store.ts";

/** Attempts at a change of a session: of concurrent attempts one succeeds, so few are needed. */
export const MAX_ATTEMPTS = 10;

/** Errors for a commit that was refused. */
export interface RefusedAs {
  readonly code: ErrorCode;
  /** Left out: what the store says. */
  readonly message?: string;
}

/**
 * Commits changes whose preconditions may not hold.
 *
 * @throws {AppError} `refusedAs` when one does not hold; nothing is written then
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
 * Commits changes whose preconditions somebody else can break in the meantime.
 *
 * @throws {AppError} `error.conflict`, with what the store says of it, when one does not hold
 */
export async function commitOrConflict(store: Store, changes: readonly Change[]): Promise<void> {
  await commitOrRefuse(store, changes, { code: "error.conflict" });
}
