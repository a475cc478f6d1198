import type { Change } from "../../domain/changes.ts";
import { AppError, type ErrorCode } from "../../domain/errors.ts";
import {
  type AnswerSubject,
  IDEMPOTENCY_LIFETIME_MS,
  type IdempotencyRecord,
  isStale,
  NO_SUBJECT,
  type RequestName,
} from "../../domain/idempotency.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { SessionFinder } from "../cache/finder.ts";

/** A request that named an idempotency key. */
export interface NamedRequest extends RequestName {
  readonly fingerprint: string;
}

/** An answer as it is recorded. */
export type RecordedAnswer = Pick<IdempotencyRecord, "status" | "body" | "location">;

/** The one refusal that is recorded: it has cost a try, and sent again it must not cost another. */
export const RECORDED_REFUSAL: ErrorCode = "error.otp-invalid";

/** True if a refusal is recorded and replayed; after any other the same request is tried anew. */
export function isRecordedRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === RECORDED_REFUSAL;
}

/** Dependencies of {@link Idempotency}. */
export interface IdempotencyDeps extends Pick<Deps, "store" | "now"> {
  readonly finder: Pick<SessionFinder, "hasEnded">;
}

/**
 * Requests that may be sent twice. The answer to the first is recorded in the same
 * commit as the work it guards; the second gets that answer and does no work.
 */
export class Idempotency {
  readonly #deps: IdempotencyDeps;
  /** Requests that are being worked on in this process. */
  readonly #running = new Set<string>();

  constructor(deps: IdempotencyDeps) {
    this.#deps = deps;
  }

  /**
   * Begins a request.
   *
   * @returns the recorded answer to replay; null when the work is to be done, to be ended
   *   by {@link end}
   * @throws {AppError} `error.idempotency-key-reused` when the key stands for another body;
   *   `error.idempotency-key-stale` when what the first request began has come to nothing;
   *   `error.idempotency-in-progress` when the first is not answered yet
   */
  async begin(request: NamedRequest): Promise<RecordedAnswer | null> {
    const name = nameOf(request);
    if (this.#running.has(name)) throw inProgress();
    // Before the first await: of two that arrive together one has to find the other.
    this.#running.add(name);
    try {
      const recorded = await this.#replay(request);
      if (recorded !== null) this.#running.delete(name);
      return recorded;
    } catch (error) {
      this.#running.delete(name);
      throw error;
    }
  }

  /** The record of an answer, for the commit of the work it answers. */
  record(
    request: NamedRequest,
    answer: RecordedAnswer,
    subject: AnswerSubject,
  ): Change {
    const record = { ...request, ...answer, ...subject, at: this.#deps.now() };
    return { kind: "idempotency.add", record };
  }

  /** Records a refusal of a request that did no work. */
  async recordRefusal(request: NamedRequest, answer: RecordedAnswer): Promise<void> {
    try {
      await this.#deps.store.commit([this.record(request, answer, NO_SUBJECT)]);
    } catch (error) {
      // It was recorded with the try that it cost, or by another server.
      if (!(error instanceof CommitRefused)) throw error;
    }
  }

  /**
   * Looks again for an answer to a request that was refused: another server may have done the
   * same request meanwhile.
   *
   * @returns the recorded answer to replay; null when there is none
   * @throws {AppError} what {@link begin} throws; `error.idempotency-in-progress` when the record
   *   that was in the way is gone
   */
  async recover(request: NamedRequest, failure: unknown): Promise<RecordedAnswer | null> {
    const isAnswered = isAnsweredElsewhere(failure);
    if (!isAnswered && !(failure instanceof AppError)) return null;
    const recorded = await this.#replay(request);
    if (recorded === null && isAnswered) throw inProgress();
    return recorded;
  }

  /** Ends a request, whatever came of it. */
  end(request: NamedRequest): void {
    this.#running.delete(nameOf(request));
  }

  async #replay(request: NamedRequest): Promise<RecordedAnswer | null> {
    const record = await this.#find(request);
    if (record === null) return null;
    if (record.fingerprint !== request.fingerprint) {
      throw new AppError(
        "error.idempotency-key-reused",
        "This Idempotency-Key was used for a request with another body",
      );
    }
    if (!await this.#isStale(record)) return record;
    const begun = record.begunId === record.sessionId ? "session" : "payment";
    throw new AppError(
      "error.idempotency-key-stale",
      `The ${begun} that this Idempotency-Key started has ended: use a new key`,
    );
  }

  async #isStale(record: IdempotencyRecord): Promise<boolean> {
    const { sessionId, begunId } = record;
    if (begunId === null || sessionId === null) return false;
    const stored = await this.#deps.store.sessions.find(sessionId);
    const session = stored === null || this.#deps.finder.hasEnded(stored) ? null : stored.load();
    return isStale(record, session);
  }

  async #find(request: NamedRequest): Promise<IdempotencyRecord | null> {
    const record = await this.#deps.store.idempotency.find(request);
    if (record === null) return null;
    const goodSince = this.#deps.now() - IDEMPOTENCY_LIFETIME_MS + 1;
    if (record.at >= goodSince) return record;
    // It has only not been swept yet, and would stand in the way of the new one.
    await this.#deps.store.commit([{ kind: "idempotency.purge", before: goodSince }]);
    return null;
  }
}

/** True if a commit was refused because the request it belongs to has an answer. */
export function isAnsweredElsewhere(failure: unknown): boolean {
  return failure instanceof CommitRefused && failure.change.kind === "idempotency.add";
}

function inProgress(): AppError {
  return new AppError(
    "error.idempotency-in-progress",
    "The first request with this Idempotency-Key is still running",
    { retryAfterSeconds: 1 },
  );
}

function nameOf({ merchantId, livemode, method, path, key }: RequestName): string {
  return `${merchantId} ${livemode} ${method} ${path} ${key}`;
}
