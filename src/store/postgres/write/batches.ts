import type { BatchResult, BatchTarget, Claims, Outcome } from "../../commit/batch.ts";
import type { StatementData } from "../../commit/plan/statement.ts";
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
import { WRITE_FUNCTION } from "./function.ts";
import { claimsOf, locksOf } from "./locks.ts";
import { brokenBy, outcomesOf, STANDS } from "./outcomes.ts";

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
/**
 * Calls of one batch: its connection may be lost more than once while the other batch goes on, and
 * what the call came to is known before it is repeated.
 */
const MAX_CALLS = 5;
/** Number of batches after which the database is tidied. */
const TIDY_EVERY = 16;

const CALL = `SELECT ${WRITE_FUNCTION}($1::uuid, $2::jsonb, $3::jsonb) AS refused`;

/** One of the two batches that may be written at the same time, and its end. */
interface Turn {
  readonly isHot: boolean;
  readonly deadlineMs: number;
}

/**
 * Writes a batch by one call of a function, which is a transaction of its own. It takes all locks
 * first, in one order; refused commits are rolled back alone.
 */
export class PostgresBatches implements BatchTarget {
  readonly maxBatch = MAX_BATCH;
  readonly #deps: PostgresBatchDeps;
  /** Of both kinds of batches. */
  readonly #connections = new Map<boolean, PgConnection>();
  #written = 0;
  #isTidying = false;

  constructor(deps: PostgresBatchDeps) {
    this.#deps = deps;
  }

  claims(commit: readonly StatementData[]): Claims {
    return claimsOf(commit);
  }

  async write(
    batch: readonly (readonly StatementData[])[],
    isHot = false,
  ): Promise<BatchResult> {
    const turn = { isHot, deadlineMs: this.#deps.monotonicMs() + TOTAL_MS };
    try {
      const commits = await Promise.all(
        batch.map(async (commit) => ({ commit, json: await encodeCommit(commit) })),
      );
      return { kind: "done", outcomes: await this.#write(commits, turn) };
    } catch (error) {
      if (error instanceof DurabilityLost) throw error;
      // After a failover the address may lead to another server.
      if (isReadOnly(error)) this.#connections.get(isHot)?.destroy();
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
    await Promise.all([...this.#connections.values()].map((one) => one.close()));
  }

  /** @throws the error of the server or the connection, if nothing was written or it is unknown */
  async #write(commits: readonly EncodedCommit[], turn: Turn): Promise<readonly Outcome[]> {
    try {
      return await this.#again(commits, turn);
    } catch (error) {
      const ofCommits = isCollision(error) || isDefect(error);
      if (commits.length === 1 && isDefect(error)) return [brokenBy(error)];
      if (commits.length === 1 || !ofCommits) throw error;
    }
    const outcomes: Outcome[] = [];
    for (const one of commits) outcomes.push(await this.#alone(one, turn));
    return outcomes;
  }

  /** Other commits of the batch were written, so that its failure is the commit's own. */
  async #alone(one: EncodedCommit, turn: Turn): Promise<Outcome> {
    try {
      const [outcome = STANDS] = await this.#write([one], turn);
      return outcome;
    } catch (error) {
      return { kind: "broken", error: unavailable("it is busy", error) };
    }
  }

  /** Repeats a batch after a collision, which only its neighbours in time have caused. */
  async #again(commits: readonly EncodedCommit[], turn: Turn): Promise<readonly Outcome[]> {
    for (let attempt = 1;; attempt++) {
      try {
        return await this.#call(commits, turn);
      } catch (error) {
        if (!isCollision(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #call(
    commits: readonly EncodedCommit[],
    turn: Turn,
    calls = 1,
  ): Promise<readonly Outcome[]> {
    const id = this.#deps.newBatchId();
    const locks = locksOf(commits.map(({ commit }) => commit));
    const batch = `[${commits.map(({ json }) => json).join()}]`;
    const connection = await this.#connect(turn);
    let refused: readonly RefusedCommit[] | null;
    try {
      const timeoutMs = Math.min(CALL_MS, this.#leftMs(turn));
      const [row] = await connection.query(CALL, [id, locks, batch], timeoutMs);
      refused = refusedFrom((row as { readonly refused: string | null }).refused);
    } catch (error) {
      const isLast = calls === MAX_CALLS;
      if (sqlState(error) === UNDEFINED_FUNCTION && !isLast) {
        await this.#prepare(connection, this.#leftMs(turn));
        return await this.#call(commits, turn, calls + 1);
      }
      if (!isConnectionLost(error)) throw error;
      refused = await this.#settle(id, turn, error);
      if (refused === null) {
        if (isLast || this.#leftMs(turn) <= RETRY_MS) throw error;
        return await this.#call(commits, turn, calls + 1);
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
    turn: Turn,
    lost: unknown,
  ): Promise<readonly RefusedCommit[] | null> {
    while (this.#leftMs(turn) > RETRY_MS) {
      try {
        const connection = await this.#connect(turn);
        return await settle(connection, id, this.#leftMs(turn));
      } catch (error) {
        if (!isConnectionLost(error) && !isCrowded(error)) throw error;
        await this.#deps.delay(RETRY_MS);
      }
    }
    throw lost;
  }

  async #connect(turn: Turn): Promise<PgConnection> {
    const open = this.#connections.get(turn.isHot);
    if (open?.isOpen === true) return open;
    const connection = await this.#deps.connect(this.#leftMs(turn));
    this.#connections.set(turn.isHot, connection);
    return connection;
  }

  #leftMs({ deadlineMs }: Turn): number {
    return Math.max(1, Math.ceil(deadlineMs - this.#deps.monotonicMs()));
  }
}

const UNDEFINED_FUNCTION = "42883";
