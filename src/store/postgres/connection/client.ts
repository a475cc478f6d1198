import type { DatabaseUrl } from "../../database_url.ts";
import { type Driver, driverOf, type DriverQuery, type DriverResult } from "./driver.ts";
import { isConnectionLost, isStalePlan, QueryTimeout } from "./errors.ts";
import { Line } from "./line.ts";
import { storable } from "./storable.ts";

/** A value of a parameter; texts and numbers are sent as text. */
export type SqlValue =
  | null
  | number
  | bigint
  | string
  | boolean
  | Uint8Array
  | readonly (string | number)[];

/** Time limits of a connection, in milliseconds. */
export interface ConnectionLimits {
  /** Longest wait for a new connection. */
  readonly connectMs: number;
  /** Longest wait for the answer to a query; the connection is closed then. */
  readonly queryMs: number;
  /** Connections that are silent together (default: this one alone). */
  readonly line?: Line;
}

/** Longest wait for the end of a connection. */
const CLOSE_MS = 1000;
/** Pause before another attempt to connect, while earlier ones wait. */
const ATTEMPT_EVERY_MS = 1000;
/** Time without an answer after which a server is silent, and not only slow. */
const SILENT_MS = 1000;

/** One connection; queries on it are answered in order. */
export class PgConnection {
  readonly #client: Driver;
  readonly #url: DatabaseUrl;
  readonly #limits: ConnectionLimits;
  /** Names of prepared statements by text; null where none may be prepared. */
  readonly #names: Map<string, string> | null;
  #named = 0;
  #isOpen = true;
  #running = 0;
  readonly #line: Line;
  #heardAt: number;

  private constructor(client: Driver, url: DatabaseUrl, limits: ConnectionLimits) {
    this.#line = limits.line ?? new Line();
    this.#heardAt = this.#line.now;
    this.#client = client;
    this.#url = url;
    this.#limits = limits;
    this.#names = url.prepare ? new Map() : null;
    // A lost connection is also reported to its queries.
    client.on("error", () => this.destroy());
    client.on("end", () => this.#ended());
  }

  /**
   * Connects. Another attempt begins each second: one whose packets were dropped is not answered when
   * the network is back.
   *
   * @throws the error of the connection, or of the server that refuses it
   */
  static async open(url: DatabaseUrl, limits: ConnectionLimits): Promise<PgConnection> {
    const { promise, resolve, reject } = Promise.withResolvers<PgConnection>();
    const waiting = new Set<PgConnection>();
    let leftMs = limits.connectMs;
    const attempt = () => {
      if (leftMs <= 0) return;
      const connection = new PgConnection(
        driverOf(url, { ...limits, connectMs: leftMs }),
        url,
        limits,
      );
      leftMs -= ATTEMPT_EVERY_MS;
      waiting.add(connection);
      connection.#client.connect().then(() => resolve(connection), (error) => {
        connection.destroy();
        waiting.delete(connection);
        // Others may still be answered.
        if (waiting.size === 0) reject(error);
      });
    };
    const timer = setInterval(attempt, ATTEMPT_EVERY_MS);
    try {
      attempt();
      const connection = await promise;
      waiting.delete(connection);
      connection.#heardAt = connection.#line.now;
      connection.#line.add(connection);
      return connection;
    } finally {
      clearInterval(timer);
      for (const one of waiting) one.destroy();
    }
  }

  /** Opens another connection to the same database. */
  another(queryMs: number = this.#limits.queryMs): Promise<PgConnection> {
    return PgConnection.open(this.#url, { ...this.#limits, queryMs });
  }

  /** True if statements are prepared. */
  get prepares(): boolean {
    return this.#names !== null;
  }

  /** Process of the server, as it was told; another number through a pooler. */
  get processId(): number | null {
    return this.#client.processID;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** {@link Line.now} when the server last answered. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Number of unanswered queries. */
  get running(): number {
    return this.#running;
  }

  /**
   * Runs one statement; again without preparation if a migration has changed its columns.
   *
   * @param timeoutMs replaces the connection's limit
   * @throws {QueryTimeout} when it is not answered in time
   */
  async query(
    text: string,
    values: readonly SqlValue[] = [],
    timeoutMs: number = this.#limits.queryMs,
  ): Promise<unknown[]> {
    const sent = values.map((value) => typeof value === "string" ? storable(value) : value);
    const query = { text, values: sent };
    const name = this.#name(text);
    try {
      return (await this.#send({ ...query, ...name }, timeoutMs)).rows;
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      // Its next use prepares it by another name, unless another query has done so already.
      if (this.#names?.get(text) === name.name) this.#names?.delete(text);
      return (await this.#send(query, timeoutMs)).rows;
    }
  }

  /** Runs several statements without parameters, in one transaction. */
  async script(text: string, timeoutMs: number): Promise<void> {
    await this.#send({ text }, timeoutMs);
  }

  async #send(query: DriverQuery, timeoutMs: number): Promise<DriverResult> {
    const { promise, resolve, reject } = Promise.withResolvers<DriverResult>();
    const sent = this.#line.sends();
    const timer = setTimeout(() => {
      reject(new QueryTimeout(timeoutMs));
      this.destroy();
      if (timeoutMs >= SILENT_MS) this.#line.endSilentSince(sent);
    }, timeoutMs);
    this.#running++;
    try {
      // Without a callback the driver makes promises that keep every result in memory until a full
      // garbage collection, which costs a read a quarter of its CPU time.
      this.#client.query(
        query,
        (error, result) => {
          this.#heardAt = this.#line.now;
          if (error === null) resolve(result);
          else reject(error);
        },
      );
      return await promise;
    } catch (error) {
      if (isConnectionLost(error)) this.destroy();
      throw error;
    } finally {
      this.#running--;
      clearTimeout(timer);
    }
  }

  #name(text: string): { readonly name?: string } {
    if (this.#names === null) return {};
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `q${this.#named++}`;
      this.#names.set(text, name);
    }
    return { name };
  }

  /** Closes the connection without a farewell; unanswered queries fail. */
  destroy(): void {
    this.#ended();
    this.#client.connection.stream.destroy();
  }

  /** Closes the connection after its unanswered queries. */
  async close(): Promise<void> {
    this.#ended();
    // A server that is frozen does not answer the farewell.
    const timer = setTimeout(() => this.destroy(), CLOSE_MS);
    await this.#client.end();
    clearTimeout(timer);
  }

  #ended(): void {
    this.#isOpen = false;
    this.#line.remove(this);
  }
}
