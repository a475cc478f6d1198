import { unavailable } from "../../errors.ts";
import type { DatabaseUrl } from "../../database_url.ts";
import { PgConnection, type SqlValue } from "./client.ts";
import { isConnectionLost, isLockTimeout, QueryTimeout } from "./errors.ts";

/** Limits of a {@link Pool}. */
export interface PoolOptions {
  /** Number of connections. */
  readonly size: number;
  /** Longest time of a read, in milliseconds. */
  readonly queryMs: number;
  /** Longest wait for a new connection, in milliseconds. */
  readonly connectMs: number;
}

/** Connections for reads. Each read goes to the one with the fewest unanswered reads. */
export class Pool {
  readonly #url: DatabaseUrl;
  readonly #options: PoolOptions;
  readonly #open: PgConnection[] = [];
  /** Connections that are being made. */
  readonly #opening = new Set<Promise<PgConnection>>();
  #isClosed = false;

  constructor(url: DatabaseUrl, options: PoolOptions) {
    this.#url = url;
    this.#options = options;
  }

  /**
   * Runs one read; again if its connection was lost, as all are by a restart of the server.
   *
   * @throws {AppError} `error.unavailable` if the server does not answer
   */
  async query(text: string, values: readonly SqlValue[] = []): Promise<unknown[]> {
    for (let attempt = 0;; attempt++) {
      try {
        return await this.#query(text, values);
      } catch (error) {
        const isOver = error instanceof QueryTimeout || attempt === this.#options.size;
        if (isOver || !isConnectionLost(error)) throw readFailure(error);
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#opening);
    await Promise.all(this.#open.map((connection) => connection.close()));
  }

  async #query(text: string, values: readonly SqlValue[]): Promise<unknown[]> {
    const connection = this.#idlest() ?? await this.#connect();
    return await connection.query(text, values);
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

  async #connect(): Promise<PgConnection> {
    if (this.#isClosed) throw unavailable("it is closed");
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
  if (isConnectionLost(error)) return unavailable("its server does not answer", error);
  if (isLockTimeout(error)) return unavailable("another process holds its lock", error);
  return error;
}
