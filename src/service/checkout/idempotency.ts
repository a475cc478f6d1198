import { IDEMPOTENCY_LIFETIME_MS, type IdempotencyRecord } from "../../domain/idempotency.ts";
import { AppError } from "../../domain/errors.ts";
import type { KeyId } from "../../domain/ids.ts";
import type { Change } from "../../domain/changes.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";

/** A request that named an idempotency key. */
export interface NamedRequest {
  readonly keyId: KeyId;
  readonly key: string;
  readonly fingerprint: string;
}

/** An answer as it is recorded. */
export type RecordedAnswer = Pick<IdempotencyRecord, "status" | "body" | "location">;

/**
 * Requests that may be sent twice. The answer to the first is recorded in the same
 * commit as the work it guards; the second gets that answer and does no work.
 */
export class Idempotency {
  readonly #deps: Deps;
  /** Requests that are being worked on in this process. */
  readonly #running = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Begins a request.
   *
   * @returns the recorded answer to replay; null when the work is to be done, to be ended
   *   by {@link end}
   * @throws {AppError} `error.idempotency-key-reused` when the key stands for another
   *   request; `error.idempotency-in-progress` when the first is not answered yet
   */
  async begin(request: NamedRequest): Promise<RecordedAnswer | null> {
    const name = nameOf(request);
    if (this.#running.has(name)) {
      throw new AppError(
        "error.idempotency-in-progress",
        "The first request with this Idempotency-Key is still being worked on",
        { retryAfterSeconds: 1 },
      );
    }
    // Before the first await: of two that arrive together one has to find the other.
    this.#running.add(name);
    try {
      const record = await this.#find(request);
      if (record === null) return null;
      this.#running.delete(name);
      if (record.fingerprint === request.fingerprint) return record;
    } catch (error) {
      this.#running.delete(name);
      throw error;
    }
    throw new AppError(
      "error.idempotency-key-reused",
      "This Idempotency-Key was used for another request",
    );
  }

  /** The record of an answer, for the commit of the work it answers. */
  record(request: NamedRequest, answer: RecordedAnswer): Change {
    return { kind: "idempotency.add", record: { ...request, ...answer, at: this.#deps.now() } };
  }

  /** Records the answer of a request that did no work: a refusal stays a refusal. */
  async recordRefusal(request: NamedRequest, answer: RecordedAnswer): Promise<void> {
    try {
      await this.#deps.store.commit([this.record(request, answer)]);
    } catch (error) {
      // Another server's record of the same request is as good.
      if (!(error instanceof CommitRefused)) throw error;
    }
  }

  /** Ends a request, whatever came of it. */
  end(request: NamedRequest): void {
    this.#running.delete(nameOf(request));
  }

  async #find({ keyId, key }: NamedRequest): Promise<IdempotencyRecord | null> {
    const record = await this.#deps.store.idempotencyRecord(keyId, key);
    if (record === null) return null;
    const goodSince = this.#deps.now() - IDEMPOTENCY_LIFETIME_MS + 1;
    if (record.at >= goodSince) return record;
    // It has only not been swept yet, and would stand in the way of the new one.
    await this.#deps.store.commit([{ kind: "idempotency.purge", before: goodSince }]);
    return null;
  }
}

function nameOf({ keyId, key }: NamedRequest): string {
  return `${keyId} ${key}`;
}
