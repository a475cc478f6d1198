import { DatabaseDamaged, DatabaseDisplaced, DatabaseUpgraded, DurabilityLost } from "../errors.ts";
import type { RefusedStatement, StatementData } from "./plan/statement.ts";

/** Result of one commit of a batch. */
export type Outcome =
  | { readonly kind: "stands" }
  /** One of its statements was refused. */
  | ({ readonly kind: "refused" } & RefusedStatement)
  /** It cannot be written: a defect. */
  | { readonly kind: "broken"; readonly error: unknown };

/** Why a batch was not written. `damaged` is permanent; the others may pass. */
export type WriteFault =
  | "full"
  | "read-only"
  | "damaged"
  | "unreachable"
  | "crowded"
  | "standby"
  | "other";

/** Result of a batch: plain data, which can be posted between threads. */
export type BatchResult =
  /** On disk, except the commits that were rolled back. */
  | { readonly kind: "done"; readonly outcomes: readonly Outcome[] }
  /** On disk, but the database's path names another file now: a restart would not find the data. */
  | { readonly kind: "displaced"; readonly path: string }
  /** A newer program has migrated the schema; nothing was written. */
  | { readonly kind: "upgraded" }
  /** On disk, but the database's file has lost a part. */
  | { readonly kind: "damaged"; readonly found: string }
  /** Another process holds the lock; nothing was written. */
  | { readonly kind: "busy"; readonly message: string }
  /** The storage failed; nothing of the batch was written. */
  | { readonly kind: "failed"; readonly message: string; readonly fault: WriteFault }
  /** The disk did not confirm a write: its content is unknown. */
  | { readonly kind: "lost"; readonly message: string };

/** Why nothing can be written after the log was to be copied into the database. */
export type TidyFailure = Extract<BatchResult, { readonly kind: "damaged" | "lost" }>;

/** The reason why nothing is written after a batch. */
export function reasonAfter(
  result: Extract<BatchResult, { readonly kind: "displaced" | "damaged" | "upgraded" | "lost" }>,
): DurabilityLost {
  if (result.kind === "upgraded") return new DatabaseUpgraded();
  if (result.kind === "displaced") return new DatabaseDisplaced(result.path);
  if (result.kind === "damaged") return new DatabaseDamaged(result.found);
  return new DurabilityLost(result.message);
}

/** What a commit works on. */
export interface Claims {
  /** True if it locks what other servers' commits lock too, so that its batch may wait for theirs. */
  readonly isHot: boolean;
  /** Names of what it works on besides; commits with a name in common are never written at once. */
  readonly names: readonly string[];
}

/** Writes batches of commits, on this thread or another. */
export interface BatchTarget {
  /** Limit of the commits in a batch; absent for the queue's own. */
  readonly maxBatch?: number;
  /**
   * Says what a commit works on; absent for a target that writes one batch at a time. Else one of
   * hot commits and one of others may be written at the same time.
   */
  claims?(commit: readonly StatementData[]): Claims;
  /** @param isHot which of the two batches it is */
  write(
    batch: readonly (readonly StatementData[])[],
    isHot: boolean,
  ): BatchResult | Promise<BatchResult>;
  /**
   * Runs work that can wait until a batch was answered; absent for a target that does this itself.
   *
   * @returns why nothing can be written any more; undefined for nothing
   */
  tidy?(): TidyFailure | undefined;
  /** Resolves when the target has ended by itself; absent for one that cannot. */
  readonly lost?: Promise<DurabilityLost>;
  /** Closes the target. */
  close(): void | Promise<void>;
}

/** Observes the written transactions. */
export interface CommitObserver {
  /** Monotonic milliseconds. */
  monotonicMs(): number;
  /**
   * Called for each transaction on disk, by the writer itself: it must be quick and must not throw.
   *
   * @param commits number of its commits, including refused ones
   * @param ms time from the first statement until it was on disk
   */
  batch(commits: number, ms: number): void;
}
