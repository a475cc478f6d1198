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
import type { MaybePromise } from "../../domain/session/stored.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { SessionFinder } from "../cache/finder.ts";

/** A request with an idempotency key. */
export interface NamedRequest extends RequestName {
  readonly fingerprint: string;
}

/** The recorded parts of an answer. */
export type RecordedAnswer = Pick<IdempotencyRecord, "status" | "body" | "location">;

/**
 * The only recorded error: it used up an attempt, and repeating the request must not use another.
 */
export const RECORDED_REFUSAL: ErrorCode = "error.otp-invalid";

/**
 * True for an error that is recorded and replayed; a request with another error can be repeated.
 */
export function isRecordedRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === RECORDED_REFUSAL;
}

/** Errors that say nothing of another request under the same key. */
const OF_OTHERS: ReadonlySet<ErrorCode> = new Set(["error.unavailable", "error.provider-refused"]);

/** Dependencies of {@link Idempotency}. */
export interface IdempotencyDeps extends Pick<Deps, "store" | "now"> {
  readonly finder: Pick<SessionFinder, "hasEnded">;
}

/**
 * Requests that may be repeated. The first answer is recorded in the commit of its work; a repeated
 * request gets that answer and does no work.
 */
export class Idempotency {
  readonly #deps: IdempotencyDeps;
  /** Requests running in this process. */
  readonly #running = new Set<string>();

  constructor(deps: IdempotencyDeps) {
    this.#deps = deps;
  }

  /**
   * Begins a request.
   *
   * @param recorded a read of {@link find} that has begun (default: it begins here)
   * @returns the recorded answer to replay; null if the work is to be done, which {@link end} ends
   * @throws {AppError} `error.idempotency-key-reused` for another body;
   *   `error.idempotency-key-stale` if what the first request started has ended;
   *   `error.idempotency-in-progress` if the first request is still running
   */
  async begin(
    request: NamedRequest,
    recorded?: MaybePromise<IdempotencyRecord | null>,
  ): Promise<RecordedAnswer | null> {
    const name = nameOf(request);
    if (this.#running.has(name)) throw inProgress();
    // Before the first await, so that two concurrent requests see each other.
    this.#running.add(name);
    try {
      const answer = await this.#replay(request, recorded);
      if (answer !== null) this.#running.delete(name);
      return answer;
    } catch (error) {
      this.#running.delete(name);
      throw error;
    }
  }

  /** Makes the record of an answer, for the commit of its work. */
  record(
    request: NamedRequest,
    answer: RecordedAnswer,
    subject: AnswerSubject,
  ): Change {
    const record = { ...request, ...answer, ...subject, at: this.#deps.now() };
    return { kind: "idempotency.add", record };
  }

  /** Records the error of a request that did no work. */
  async recordRefusal(request: NamedRequest, answer: RecordedAnswer): Promise<void> {
    try {
      await this.#deps.store.commit([this.record(request, answer, NO_SUBJECT)]);
    } catch (error) {
      // Already recorded, with the attempt it used or by another server.
      if (!(error instanceof CommitRefused)) throw error;
    }
  }

  /**
   * Looks for a recorded answer after an error: another server may have done the same request. Not
   * when the database is unavailable.
   *
   * @returns the recorded answer to replay; null when there is none
   * @throws {AppError} the errors of {@link begin}; `error.idempotency-in-progress` if the
   *   conflicting record is gone
   */
  async recover(request: NamedRequest, failure: unknown): Promise<RecordedAnswer | null> {
    const isAnswered = isAnsweredElsewhere(failure);
    if (!isAnswered && !(failure instanceof AppError)) return null;
    // The database has been waited for already, or a provider: a repeated request finds what became
    // of this one.
    if (failure instanceof AppError && OF_OTHERS.has(failure.code)) return null;
    const recorded = await this.#replay(request);
    if (recorded === null && isAnswered) throw inProgress();
    return recorded;
  }

  /** Ends a request. */
  end(request: NamedRequest): void {
    this.#running.delete(nameOf(request));
  }

  async #replay(
    request: NamedRequest,
    recorded: MaybePromise<IdempotencyRecord | null> = this.find(request),
  ): Promise<RecordedAnswer | null> {
    const record = await this.#unlessOver(await recorded);
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

  /** The record of a request, also once it is over. */
  find(request: RequestName): MaybePromise<IdempotencyRecord | null> {
    return this.#deps.store.idempotency.find(request);
  }

  async #unlessOver(record: IdempotencyRecord | null): Promise<IdempotencyRecord | null> {
    if (record === null) return null;
    const goodSince = this.#deps.now() - IDEMPOTENCY_LIFETIME_MS + 1;
    if (record.at >= goodSince) return record;
    // Expired but not purged yet: it would block the new record.
    await this.#deps.store.commit([{ kind: "idempotency.purge", before: goodSince }]);
    return null;
  }
}

/** True if a commit was refused because its request already has an answer. */
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
