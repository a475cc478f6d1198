import type { BatchResult, BatchTarget, Outcome } from "../../commit/batch.ts";
import type { RefusalReason, StatementData } from "../../commit/plan/statement.ts";
import { DurabilityLost, unavailable } from "../../errors.ts";
import type { PgConnection } from "../connection/client.ts";
import {
  isCollision,
  isConnectionLost,
  isCrowded,
  isDefect,
  isLockTimeout,
  isReadOnly,
  sqlState,
  writeFaultOf,
} from "../connection/errors.ts";
import { encodeCommit } from "./encode.ts";
import { type RefusedCommit, refusedFrom, settle } from "./fence.ts";
import { NO_ROW, WRITE_FUNCTION } from "./function.ts";
import { locksOf } from "./locks.ts";

/** Dependencies of {@link PostgresBatches}. */
export interface PostgresBatchDeps {
  /** Opens a connection, within milliseconds. */
  readonly connect: (timeoutMs: number) => Promise<PgConnection>;
  /**
   * Creates the function that writes if it is missing.
   *
   * @throws {DurabilityLost} if this program may not write any more
   */
  readonly prepare: (connection: PgConnection) => Promise<void>;
  /** Tidies the database on a connection that no batch waits for. */
  readonly tidy: () => Promise<unknown>;
  /** Makes a UUID that no other batch has. */
  readonly newBatchId: () => string;
  /** Monotonic milliseconds. */
  readonly monotonicMs: () => number;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
}

/** A commit and its JSON. */
interface EncodedCommit {
  readonly commit: readonly StatementData[];
  readonly json: string;
}

/**
 * Limit of the commits in a batch: after a refusal each is a subtransaction, and a backend with more
 * than 64 of them slows down all others.
 */
const MAX_BATCH = 60;
/** Longest time of a batch, so that nothing takes longer than 6 s on a busy machine. */
const TOTAL_MS = 5800;
/** Longest wait for the answer to a batch, so that time is left to find out what became of it. */
const CALL_MS = 5300;
/** Pause before another attempt to connect. */
const RETRY_MS = 50;
/** Attempts after deadlocks, each of which takes a second to be found. */
const MAX_ATTEMPTS = 3;
/** Number of batches after which the database is tidied. */
const TIDY_EVERY = 16;

const CALL = `SELECT ${WRITE_FUNCTION}($1::uuid, $2::jsonb, $3::jsonb) AS refused`;
const STANDS: Outcome = { kind: "stands" };

/**
 * Writes a batch by one call of a function, which is a transaction of its own. It takes all locks
 * first, in one order; refused commits are rolled back alone.
 */
export class PostgresBatches implements BatchTarget {
  readonly maxBatch = MAX_BATCH;
  readonly #deps: PostgresBatchDeps;
  #connection: PgConnection | null = null;
  #written = 0;
  #isTidying = false;

  constructor(deps: PostgresBatchDeps) {
    this.#deps = deps;
  }

  async write(batch: readonly (readonly StatementData[])[]): Promise<BatchResult> {
    const deadlineMs = this.#deps.monotonicMs() + TOTAL_MS;
    try {
      const commits = await Promise.all(
        batch.map(async (commit) => ({ commit, json: await encodeCommit(commit) })),
      );
      return { kind: "done", outcomes: await this.#write(commits, deadlineMs) };
    } catch (error) {
      if (error instanceof DurabilityLost) throw error;
      // After a failover the address may lead to another server.
      if (isReadOnly(error)) this.#connection?.destroy();
      const message = error instanceof Error ? error.message : String(error);
      return isLockTimeout(error)
        ? { kind: "busy", message }
        : { kind: "failed", message, fault: writeFaultOf(error) };
    }
  }

  tidy(): undefined {
    if (++this.#written % TIDY_EVERY !== 0 || this.#isTidying) return;
    this.#isTidying = true;
    // The next time does it as well.
    this.#deps.tidy().catch(() => {}).finally(() => this.#isTidying = false);
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  /** @throws the error of the server or the connection, if nothing was written or it is unknown */
  async #write(commits: readonly EncodedCommit[], deadlineMs: number): Promise<readonly Outcome[]> {
    try {
      return await this.#again(commits, deadlineMs);
    } catch (error) {
      const ofCommits = isCollision(error) || isDefect(error);
      if (commits.length === 1 && isDefect(error)) return [brokenBy(error)];
      if (commits.length === 1 || !ofCommits) throw error;
    }
    const outcomes: Outcome[] = [];
    for (const one of commits) outcomes.push(await this.#alone(one, deadlineMs));
    return outcomes;
  }

  /** Other commits of the batch were written, so that its failure is the commit's own. */
  async #alone(one: EncodedCommit, deadlineMs: number): Promise<Outcome> {
    try {
      const [outcome = STANDS] = await this.#write([one], deadlineMs);
      return outcome;
    } catch (error) {
      return { kind: "broken", error: unavailable("it is busy", error) };
    }
  }

  /** Repeats a batch after a collision, which only its neighbours in time have caused. */
  async #again(commits: readonly EncodedCommit[], deadlineMs: number): Promise<readonly Outcome[]> {
    for (let attempt = 1;; attempt++) {
      try {
        return await this.#call(commits, deadlineMs);
      } catch (error) {
        if (!isCollision(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #call(
    commits: readonly EncodedCommit[],
    deadlineMs: number,
    isRepeated = false,
  ): Promise<readonly Outcome[]> {
    const id = this.#deps.newBatchId();
    const locks = locksOf(commits.map(({ commit }) => commit));
    const batch = `[${commits.map(({ json }) => json).join()}]`;
    const connection = await this.#connect(deadlineMs);
    let refused: readonly RefusedCommit[] | null;
    try {
      const timeoutMs = Math.min(CALL_MS, this.#leftMs(deadlineMs));
      const [row] = await connection.query(CALL, [id, locks, batch], timeoutMs);
      refused = refusedFrom((row as { readonly refused: string | null }).refused);
    } catch (error) {
      if (sqlState(error) === UNDEFINED_FUNCTION && !isRepeated) {
        await this.#prepare(connection, this.#leftMs(deadlineMs));
        return await this.#call(commits, deadlineMs, true);
      }
      if (!isConnectionLost(error)) throw error;
      refused = await this.#settle(id, deadlineMs, error);
      if (refused === null) {
        if (isRepeated) throw error;
        return await this.#call(commits, deadlineMs, true);
      }
    }
    return outcomesOf(commits.length, refused);
  }

  async #prepare(connection: PgConnection, leftMs: number): Promise<void> {
    const timer = setTimeout(() => connection.destroy(), leftMs);
    await this.#deps.prepare(connection).finally(() => clearTimeout(timer));
  }

  /** @throws the error of the lost connection if the outcome stays unknown */
  async #settle(
    id: string,
    deadlineMs: number,
    lost: unknown,
  ): Promise<readonly RefusedCommit[] | null> {
    while (this.#leftMs(deadlineMs) > RETRY_MS) {
      try {
        const connection = await this.#connect(deadlineMs);
        return await settle(connection, id, this.#leftMs(deadlineMs));
      } catch (error) {
        if (!isConnectionLost(error) && !isCrowded(error)) throw error;
        await this.#deps.delay(RETRY_MS);
      }
    }
    throw lost;
  }

  async #connect(deadlineMs: number): Promise<PgConnection> {
    if (this.#connection?.isOpen !== true) {
      this.#connection = await this.#deps.connect(this.#leftMs(deadlineMs));
    }
    return this.#connection;
  }

  #leftMs(deadlineMs: number): number {
    return Math.max(1, Math.ceil(deadlineMs - this.#deps.monotonicMs()));
  }
}

const UNDEFINED_FUNCTION = "42883";

function broken(message: string): Outcome {
  return { kind: "broken", error: new Error(message) };
}

/** Without the server's context, which quotes the values. */
function brokenBy(error: unknown): Outcome {
  return broken(`The database refused a commit: ${sqlState(error)}`);
}

function outcomesOf(count: number, refused: readonly RefusedCommit[]): readonly Outcome[] {
  const outcomes: Outcome[] = new Array(count).fill(STANDS);
  for (const { commit, index, detail, ...violated } of refused) {
    const because = becauseOf(violated);
    outcomes[commit] = because === undefined
      // The function's own messages name the statement; the server's quote the values.
      ? broken(
        violated.state.startsWith("CK")
          ? detail
          : `The database refused a commit: ${violated.state}`,
      )
      : { kind: "refused", index, because, detail };
  }
  return outcomes;
}

/** Undefined for a defect. */
function becauseOf(
  violated: Pick<RefusedCommit, "state" | "constraint">,
): RefusalReason | undefined {
  switch (violated.state) {
    case NO_ROW:
      return "onNoRow";
    case "23514":
      return "onCheck";
    case "23503":
      return "onForeignKey";
    case "23505":
      return violated.constraint.endsWith("_pkey") ? "onPrimaryKey" : "onUnique";
  }
}
