import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import { MAX_ATTEMPTS } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { referenceUsed } from "./payment_reports.ts";
import type { AuditedStep, StepFunction, Steps } from "./steps.ts";

/** Dependencies of {@link takeUntilDone}. */
export interface TakingDeps extends Pick<Deps, "store"> {
  readonly steps: Steps;
  /** True in a process of the operator, whose changes make the server read the session again. */
  readonly isOperator: boolean;
}

/** A step that a provider's answer is the reason for. */
export interface Taken<Input> {
  readonly step: StepFunction<Input>;
  readonly input: Input;
  /** True for a session that is as the step would make it. */
  readonly isDone: (session: CheckoutSession, input: Input) => boolean;
  /** Its audit entry (default: none). */
  readonly audit?: AuditedStep;
  /** Further changes of the same commit (default: none). */
  readonly also?: readonly Change[];
}

/**
 * Takes a step on a session, and decides again if others were faster. It is no activity of the
 * customer.
 *
 * @returns the session afterwards, and if the step was taken; null if the session is gone
 * @throws {AppError} the step's own errors; `error.conflict` if others keep changing the session
 */
export async function takeUntilDone<Input>(
  { store, steps, isOperator }: TakingDeps,
  sessionId: SessionId,
  { step, input, isDone, audit, also = [] }: Taken<Input>,
): Promise<{ readonly session: CheckoutSession; readonly isTaken: boolean } | null> {
  let stored: StoredSession | null;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    stored = await store.sessions.find(sessionId);
    if (stored === null) return null;
    const session = stored.load();
    if (isDone(session, input)) return { session, isTaken: false };
    const isTaken = await steps.take(stored, step, {
      input,
      refusedAs: referenceUsed,
      activeAt: stored.lastActiveAt,
      expired: stored.expired,
      byOperator: isOperator,
      audit,
      also,
    });
    if (!isTaken) continue;
    const after = await store.sessions.find(sessionId);
    return after && { session: after.load(), isTaken };
  }
  throw new AppError("error.conflict", "Other requests are changing the session: try again");
}
