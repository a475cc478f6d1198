import { AppError } from "../../../domain/errors.ts";
import type { DatabaseUrl } from "../../database_url.ts";
import { TAKES_NO_WRITES, unavailable } from "../../errors.ts";
import { PgConnection, type SqlValue } from "./client.ts";
import type { Line } from "./line.ts";
import {
  isCollision,
  isConnectionLost,
  isCrowded,
  isDefect,
  isLockTimeout,
  isReadOnly,
  QueryTimeout,
  sqlState,
} from "./errors.ts";

/** Limits of a {@link Pool}. */
export interface PoolOptions {
  /** Number of connections. */
  readonly size: number;
  /** Longest time of a read, in milliseconds; including new connections. */
  readonly queryMs: number;
  /** Longest wait for a new connection, in milliseconds. */
  readonly connectMs: number;
  /** Monotonic milliseconds. */
  readonly monotonicMs: () => number;
  /** As in {@link ConnectionLimits}. */
  readonly line?: Line;
}

/** Limit of the unanswered reads, most of which wait for a server that does not answer. */
export const MAX_READS = 4096;

/**
 * Connections for reads and other statements that may run twice. Each goes to the one with the
 * fewest unanswered statements.
 */
export class Pool {
  readonly #url: DatabaseUrl;
  readonly #options: PoolOptions;
  readonly #open: PgConnection[] = [];
  /** Connections that are being made. */
  readonly #opening = new Set<Promise<PgConnection>>();
  readonly #answeredBy = new WeakMap<unknown[], PgConnection>();
  #running = 0;
  #isClosed = false;

  constructor(url: DatabaseUrl, options: PoolOptions) {
    this.#url = url;
    this.#options = options;
  }

  /**
   * Runs one read; again if its connection was lost, as all are by a restart of the server, or if it
   * and a migration have waited for each other.
   *
   * @throws {AppError} `error.unavailable` if the server does not answer
   */
  query(text: string, values: readonly SqlValue[] = []): Promise<unknown[]> {
    return this.#run(text, values, this.#options.size);
  }

  /**
   * Runs one statement that must not run twice: never again.
   *
   * @throws {AppError} `error.unavailable` if it is unknown whether it ran
   */
  queryOnce(text: string, values: readonly SqlValue[]): Promise<unknown[]> {
    return this.#run(text, values, 0);
  }

  async #run(text: string, values: readonly SqlValue[], retries: number): Promise<unknown[]> {
    if (this.#running >= MAX_READS) throw unavailable(`${MAX_READS} reads are already waiting`);
    const deadlineMs = this.#options.monotonicMs() + this.#options.queryMs;
    this.#running++;
    try {
      return await this.#tried(text, values, { deadlineMs, retries });
    } catch (error) {
      throw readFailure(error);
    } finally {
      this.#running--;
    }
  }

  /**
   * Ends the connection that answered with these rows: they are not those of its statement, so that
   * none of its prepared statements can be relied on.
   */
  distrust(rows: unknown[]): void {
    this.#answeredBy.get(rows)?.destroy();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#opening);
    await Promise.all(this.#open.map((connection) => connection.close()));
  }

  async #tried(
    text: string,
    values: readonly SqlValue[],
    { deadlineMs, retries }: { readonly deadlineMs: number; readonly retries: number },
  ): Promise<unknown[]> {
    for (let attempt = 0;; attempt++) {
      try {
        return await this.#query(text, values, deadlineMs);
      } catch (error) {
        const isOver = error instanceof QueryTimeout || attempt === retries;
        if (isOver || !(isConnectionLost(error) || isCollision(error))) throw error;
      }
    }
  }

  async #query(
    text: string,
    values: readonly SqlValue[],
    deadlineMs: number,
  ): Promise<unknown[]> {
    const connection = this.#idlest() ?? await this.#another(deadlineMs);
    const rows = await connection.query(text, values, this.#leftMs(deadlineMs));
    this.#answeredBy.set(rows, connection);
    return rows;
  }

  /** A new connection; an open one if the server has no room. */
  async #another(deadlineMs: number): Promise<PgConnection> {
    try {
      return await this.#connect(this.#leftMs(deadlineMs));
    } catch (error) {
      const open = this.#open.find(({ isOpen }) => isOpen);
      if (open === undefined || !isCrowded(error)) throw error;
      return open;
    }
  }

  #leftMs(deadlineMs: number): number {
    return Math.max(1, Math.ceil(deadlineMs - this.#options.monotonicMs()));
  }

  /** Undefined if another connection is to be made. */
  #idlest(): PgConnection | undefined {
    let found: PgConnection | undefined;
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const connection = this.#open[i]!;
      if (!connection.isOpen) this.#open.splice(i, 1);
      else if (connection.running < (found?.running ?? Infinity)) found = connection;
    }
    if (found?.running === 0) return found;
    return this.#open.length + this.#opening.size < this.#options.size ? undefined : found;
  }

  /** @throws {QueryTimeout} if there is no connection in time */
  async #connect(leftMs: number): Promise<PgConnection> {
    if (this.#isClosed) throw unavailable("it is closed");
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new QueryTimeout(leftMs)), leftMs);
    try {
      return await Promise.race([this.#opened(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A new connection; one that is being made if there are enough. */
  async #opened(): Promise<PgConnection> {
    const [first] = this.#opening;
    if (first !== undefined && this.#open.length + this.#opening.size >= this.#options.size) {
      return await first;
    }
    const opening = PgConnection.open(this.#url, this.#options);
    this.#opening.add(opening);
    try {
      const connection = await opening;
      this.#open.push(connection);
      return connection;
    } finally {
      this.#opening.delete(opening);
    }
  }
}

function readFailure(error: unknown): unknown {
  if (error instanceof AppError || isDefect(error)) return error;
  if (isConnectionLost(error)) return unavailable("its server does not answer", error);
  if (isCrowded(error)) return unavailable("its server has too many connections", error);
  if (isLockTimeout(error)) return unavailable("another process holds its lock", error);
  if (isReadOnly(error)) return unavailable(TAKES_NO_WRITES, error);
  return sqlState(error) === undefined ? error : unavailable("its server fails", error);
}
