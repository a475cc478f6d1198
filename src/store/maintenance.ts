/** Keeps others from opening, or from replacing, a database until it is released. */
export interface HeldLock {
  release(): void;
}

/** Result of a backup: a copy that was made, checked, and given its name. */
export interface BackupReport {
  readonly bytes: number;
  readonly pages: number;
  readonly schemaVersion: number;
}

/** Result of a restore. */
export interface RestoreReport {
  readonly bytes: number;
  /** Of the backup, before it was brought up to date. */
  readonly backupVersion: number;
  readonly schemaVersion: number;
  /** Paths of the files that were there before; none where there was no database. */
  readonly keptAs: readonly string[];
}

/** The checks of `check`, in this order. */
export const CHECKS = [
  "integrity",
  "foreign-keys",
  "schema",
  "row",
  "session-row",
  "session-columns",
  "session-state",
  "price",
  "coupon-use",
  "stock-hold",
  "session-coins",
  "view",
  "ledger",
  "coins-aside",
  "coupon-count",
  "stock-count",
  "payment-reference",
  "session-count",
  "event",
  "delivery",
] as const;
/** One of {@link CHECKS}. */
export type CheckName = (typeof CHECKS)[number];

/** A violation that a check found. */
export interface Finding {
  readonly check: CheckName;
  /** The row that it is about: `sessions 01a1...`; a table, or `database`, where there is none. */
  readonly subject: string;
  readonly message: string;
}

/** Result of a check. */
export interface CheckReport {
  readonly schemaVersion: number;
  /** Numbers of rows examined, by table. */
  readonly checked: Readonly<Record<string, number>>;
  /** At most {@link MAX_FINDINGS} of each check. */
  readonly findings: readonly Finding[];
  /** Number of all findings. */
  readonly found: number;
}

/** Limit of the findings kept of one check: a damage that is everywhere is known by then. */
export const MAX_FINDINGS = 100;

/** A key that is not revoked. */
export interface KeyFacts {
  readonly id: string;
  readonly name: string;
  readonly shop: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
}

/** The backlog and the failures of a webhook endpoint. */
export interface EndpointFacts {
  readonly id: string;
  readonly url: string;
  readonly disabledAt: number | null;
  readonly pending: number;
  /** Due time of the first pending delivery; null when there are none. */
  readonly oldestDueAt: number | null;
  /** Deliveries that were given up since the moment that was asked for. */
  readonly failed: number;
}

/** Facts of a database for its operator. Times are milliseconds since the epoch. */
export interface DatabaseFacts {
  readonly schemaVersion: number;
  /** The schema version of this program. */
  readonly knownVersion: number;
  /** Findings of SQLite's quick check, at most ten lines; none for an intact file. */
  readonly damage: readonly string[];
  readonly keys: readonly KeyFacts[];
  readonly endpoints: readonly EndpointFacts[];
  /** Unresolved payment results without an order. */
  readonly unexpected: {
    readonly open: number;
    /** Time of the oldest; null when there are none. */
    readonly oldestAt: number | null;
  };
  /** The latest moments that are written down, to hold the clock against. */
  readonly latest: readonly { readonly what: string; readonly at: number }[];
}

/**
 * The port to a database as a whole, rather than to what is in it. All fail with an
 * `AppError` in one line that names the file.
 */
export interface Maintenance {
  /**
   * Copies a database that may be in use to a file, which is there once it is whole.
   *
   * @throws {AppError} `error.conflict` when the file is there already, unless `force`;
   *   `error.unavailable` when it was interrupted
   */
  backup(path: string, target: string, options: BackupOptions): Promise<BackupReport>;
  /**
   * Puts a backup in the place of a database, keeps what was there before, and brings it up
   * to date.
   *
   * @throws {AppError} `error.conflict` while the database is open in another process;
   *   `error.invalid-request` when the file is no sound backup of this or an older schema
   */
  restore(path: string, source: string, options: RestoreOptions): Promise<RestoreReport>;
  /**
   * Checks that a database is whole and consistent; writes nothing.
   *
   * @throws {AppError} `error.conflict` when its schema is not this program's
   */
  check(path: string, options: Pick<BackupOptions, "onProgress">): Promise<CheckReport>;
  /**
   * Gathers what there is to know of a database; writes nothing.
   *
   * @param failedSince counts deliveries that were given up from this moment on
   * @throws {AppError} `error.conflict` while another process keeps it locked
   */
  examine(path: string, failedSince: number): Promise<DatabaseFacts>;
}

/** Options of a backup. */
export interface BackupOptions {
  /** Replaces a file that is there. */
  readonly force: boolean;
  /** Called with the progress from time to time. */
  readonly onProgress: (text: string) => void;
  /** Interrupts it; nothing is left behind then. */
  readonly signal?: AbortSignal;
}

/** Options of a restore. */
export interface RestoreOptions extends Pick<BackupOptions, "onProgress"> {
  /** Milliseconds since the epoch, for the name of what is kept. */
  readonly now: number;
}
