/** A request to one of several servers, as the client saw it. */
export interface Operation {
  /** A `take` holds units of counters until a `return` of its session. */
  readonly kind: "write" | "read" | "take" | "return";
  /** The server that was asked. */
  readonly server: number;
  /** The session; for one that was not made, the text that its name would have had. */
  readonly session: string;
  /** Value written, or read. Null if it is not known. */
  readonly value: string | null;
  /** Units that a `take` holds, by counter. */
  readonly holds?: Readonly<Record<string, number>>;
  /** `Idempotency-Key`. */
  readonly key?: string;
  /** The answer under a key, status and body; absent unless it is what a replay must answer. */
  readonly answer?: string;
  /** Milliseconds by the clock of the clients. */
  readonly beganMs: number;
  readonly endedMs: number;
  /** An `unknown` one had no answer, or one that leaves it open: it may take effect at any time. */
  readonly outcome: "done" | "refused" | "unknown";
}

/** A version of a session that was committed. */
export interface StoredVersion {
  readonly session: string;
  readonly version: number;
  readonly value: string;
}

/** All that was asked and answered, and all that was committed. */
export interface History {
  readonly operations: readonly Operation[];
  readonly versions: readonly StoredVersion[];
  /** Limits of the counters. */
  readonly limits: Readonly<Record<string, number>>;
}

/** A promise that a history breaks. */
export interface Fault {
  readonly name: FaultName;
  /** What was seen, for people. */
  readonly text: string;
}

export type FaultName =
  | "version twice"
  | "version missing"
  | "lost write"
  | "stale read"
  | "stale write"
  | "unwritten value"
  | "beyond the limit"
  | "two answers for one key";
