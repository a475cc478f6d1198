import type { Change } from "../domain/changes.ts";
import { AppError, type ErrorCode } from "../domain/errors.ts";
import { NOT_SEALED } from "../domain/secret.ts";
import type { StampedThing } from "../domain/stamp.ts";
import { CommitRefused, type Store } from "../store/store.ts";

/** Attempts at a change: of concurrent attempts one succeeds, so few are needed. */
export const MAX_ATTEMPTS = 10;

/** Error of a refused commit. */
export interface RefusedAs {
  readonly code: ErrorCode;
  /** Default: the store's message. */
  readonly message?: string;
}

const CONFLICT: RefusedAs = { code: "error.conflict" };

/**
 * Commits changes, with an error for a failed precondition.
 *
 * @throws {AppError} `refusedAs` if a precondition fails, `error.conflict` for a secret that the
 *   database's key has not sealed; nothing is written then
 */
export async function commitOrRefuse(
  store: Store,
  changes: readonly Change[],
  refusedAs: RefusedAs,
): Promise<void> {
  try {
    await store.commit(changes);
  } catch (error) {
    if (!(error instanceof CommitRefused)) throw error;
    throw refusal(error, refusedAs);
  }
}

/** The error for the caller, who is not to blame for a secret that is not sealed. */
function refusal(error: CommitRefused, { code, message }: RefusedAs): AppError {
  return error.message === NOT_SEALED
    ? new AppError(CONFLICT.code, `${NOT_SEALED}, which has changed: try again`, { cause: error })
    : new AppError(code, message ?? error.message, { cause: error });
}

/**
 * Commits changes whose preconditions another process can break.
 *
 * @throws {AppError} `error.conflict` with the store's message if a precondition fails
 */
export async function commitOrConflict(store: Store, changes: readonly Change[]): Promise<void> {
  await commitOrRefuse(store, changes, CONFLICT);
}

/** Changes that were decided on, and the caller's result. */
export interface DecidedChanges<T> {
  /** None if there is nothing to change. */
  readonly changes: readonly Change[];
  readonly result: T;
  /** Error of another failed precondition (default: `error.conflict` with the store's message). */
  readonly refusedAs?: RefusedAs;
}

/**
 * Changes things that others may change at the same time. The commit replaces exactly what was read:
 * if another commit was faster, reads and decides again.
 *
 * @param decide reads the things and decides
 * @throws {AppError} the errors of `decide`, which may refuse what it reads the second time;
 *   `error.conflict` if others are faster again and again
 */
export async function commitAsRead<T>(
  store: Store,
  things: readonly StampedThing[],
  decide: () => Promise<DecidedChanges<T>>,
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    const expected: Change[] = [];
    for (const thing of things) {
      expected.push({ kind: "expect", thing, stamp: await store.stamps.of(thing) });
    }
    const { changes, result, refusedAs = CONFLICT } = await decide();
    if (changes.length === 0) return result;
    try {
      await store.commit([...expected, ...changes]);
      return result;
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      const wasFaster = error.change.kind === "expect";
      if (wasFaster && attempt < MAX_ATTEMPTS) continue;
      throw refusal(error, wasFaster ? CONFLICT : refusedAs);
    }
  }
}

/** Commits; false if the first change, which says that something is new, is refused. */
export async function isCommitted(store: Store, changes: readonly [Change, ...Change[]]) {
  try {
    await store.commit(changes);
    return true;
  } catch (error) {
    if (error instanceof CommitRefused && error.change === changes[0]) return false;
    throw error;
  }
}
