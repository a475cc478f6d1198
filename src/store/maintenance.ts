import type { ProviderKind } from "../domain/shop/provider.ts";
import type { SealOptions, SealReport, SecretFacts } from "../domain/sealing.ts";
import type { AuditSeal } from "../domain/trail/seal.ts";
import type { Unusual } from "../domain/shop/hourly.ts";
import type { RefusedCount } from "../domain/shop/limits.ts";
import type { VerifyPhone } from "../domain/shop/merchant.ts";
import type { SellingShop } from "../domain/shop/obstacles.ts";
import type { BackupOptions, BackupReport, RestoreOptions, RestoreReport } from "./backup.ts";

/** A lock against opening or replacing a database. */
export interface HeldLock {
  release(): void;
}

/** Names of the checks, in order. */
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
  "picture",
  "refund",
  "session-count",
  "session-sum",
  "money-sum",
  "event",
  "delivery",
] as const;
/** One of {@link CHECKS}. */
export type CheckName = (typeof CHECKS)[number];

/** A violation that a check found. */
export interface Finding {
  readonly check: CheckName;
  /** The row, `sessions 01a1...`; a table, or `database`, if there is none. */
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

/** Limit of the findings kept per check. */
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
  /** Due time of the first pending delivery; null for none. */
  readonly oldestDueAt: number | null;
  /** Deliveries that failed lately. */
  readonly failed: number;
}

/** A shop, as far as it is examined. */
export interface ShopFacts extends SellingShop {
  /** The first of its domains. */
  readonly domain: string;
  readonly rules: SellingShop["rules"] & { readonly verifyPhone: VerifyPhone };
  /** True if a provider of the server takes its live payments. */
  readonly hasProvider: boolean;
  /** True if an enabled SMS channel or live webhook takes `otp.requested`. */
  readonly canSendCodes: boolean;
}

/** Facts of the PostgreSQL server of a database. */
export interface ServerFacts {
  /** `15.10`. */
  readonly version: string;
  readonly encoding: string;
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  /** The parameters of the same names. */
  readonly synchronousCommit: string;
  readonly synchronousStandbys: string;
  /** Number of connected standbys. */
  readonly standbys: number;
  /** Connections that this user can still make. */
  readonly connectionsLeft: number;
  /** Difference of its clock to that of this machine; 0 within the time of asking. */
  readonly clockAheadMs: number;
  /** Missing rights: `insert on sessions`. */
  readonly lacking: readonly string[];
  /** Version of TLS; null for a plain connection. */
  readonly tls: string | null;
  /** True if the server's certificate was verified. */
  readonly isVerified: boolean;
  /** True if what is sent stays on this machine. */
  readonly isOwnMachine: boolean;
  /** Size of the database. */
  readonly bytes: number;
  /** True if a copy into the database was begun and not completed. */
  readonly isUnfinishedCopy: boolean;
}

/** Facts of a database for its operator. Times are milliseconds since the epoch. */
export interface DatabaseFacts {
  readonly schemaVersion: number;
  /** The schema version of this program. */
  readonly knownVersion: number;
  /** True if this program works on it: its own version, or a later one that is compatible. */
  readonly isUsable: boolean;
  /** Lines of SQLite's quick check, at most ten; empty for an intact file, null without a check. */
  readonly damage: readonly string[] | null;
  /** Null for a file. */
  readonly server: ServerFacts | null;
  readonly shops: readonly ShopFacts[];
  /** Numbers of shops above their limits of an hour, in this one and the one before. */
  readonly unusual: readonly (Unusual & { readonly shop: string })[];
  /** Refusals by limits of a day, in the last 24 hours. */
  readonly stopped: readonly (RefusedCount & { readonly shop: string })[];
  readonly keys: readonly KeyFacts[];
  readonly endpoints: readonly EndpointFacts[];
  /** Unresolved payment results without an order. */
  readonly unexpected: {
    readonly open: number;
    /** Time of the oldest; null for none. */
    readonly oldestAt: number | null;
    /** Most of one key and day, of payments that its shop never had. */
    readonly mostUnknown: number;
  };
  /** Kinds of providers whose accounts are in use, with the number of these. */
  readonly providers: readonly { readonly kind: ProviderKind; readonly accounts: number }[];
  /** Pending live payments at providers, that whose page ends first before others. */
  readonly atProviders: readonly { readonly paymentId: string; readonly pageEndsAt: number }[];
  /** Latest stored times, to compare the clock with. */
  readonly latest: readonly { readonly what: string; readonly at: number }[];
}

/**
 * Port for maintaining a database as a whole. All errors are `AppError`s in one line that names the
 * file.
 */
export interface Maintenance {
  /**
   * Copies a database, which may be in use, to a file that appears when it is complete.
   *
   * @throws {AppError} `error.conflict` if the file exists, unless `force`; `error.unavailable` if
   *   it was interrupted
   */
  backup(path: string, target: string, options: BackupOptions): Promise<BackupReport>;
  /**
   * Replaces a database with a backup, keeps the old files, and migrates it.
   *
   * @throws {AppError} `error.conflict` while another process has the database open;
   *   `error.invalid-request` for a file that is no sound backup of this or an older schema
   */
  restore(path: string, source: string, options: RestoreOptions): Promise<RestoreReport>;
  /**
   * Checks that a database is intact and consistent; writes nothing.
   *
   * @throws {OlderSchemaError}
   */
  check(path: string, options: Pick<BackupOptions, "onProgress">): Promise<CheckReport>;
  /**
   * Gathers facts of a database; writes nothing.
   *
   * @throws {AppError} `error.conflict` while another process holds the lock
   */
  examine(path: string, options: ExamineOptions): Promise<DatabaseFacts>;
  /**
   * Seals secrets that are plain text, and overwrites where they were if that is wanted; records the
   * first key. Servers may use the database meanwhile.
   */
  seal(path: string, options: SealOptions): Promise<SealReport>;
  /** Reads which secrets there are, and which keys the database has the fingerprints of. */
  secrets(path: string): Promise<SecretFacts>;
  /**
   * Reads a seal of the audit trail in a file; null without it.
   *
   * @param seal its number (default: the latest one)
   */
  auditSeal(path: string, seal?: number): Promise<AuditSeal | null>;
  /** Drops what other versions of the program have left, but for what running programs use. */
  dropUnused(path: string): Promise<DroppedReport>;
}

/** Functions of other versions of the program. */
export interface DroppedReport {
  /** Version of the database. */
  readonly schemaVersion: number;
  readonly dropped: number;
  /** Number of those that running programs use. */
  readonly left: number;
}

/** Options of {@link Maintenance.examine}. */
export interface ExamineOptions {
  readonly now: number;
  /** True to run SQLite's quick check, which reads the whole file. */
  readonly checksFile: boolean;
}
