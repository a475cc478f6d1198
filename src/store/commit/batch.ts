import type { DurabilityLost } from "../errors.ts";
import type { Posted, RefusedStatement } from "./plan/statement.ts";

/** The result of one commit of a batch: it stands, or the reason why it was rolled back. */
export type Outcome =
  | { readonly kind: "stands" }
  /** One of its statements was refused. */
  | ({ readonly kind: "refused" } & RefusedStatement)
  /** It cannot be written at all: a defect. */
  | { readonly kind: "broken"; readonly error: unknown };

/** A reason why a batch was not written. `damaged` is for good; the others pass. */
export type WriteFault = "full" | "read-only" | "damaged" | "other";

/** The result of a batch: plain data, because another thread may have written it. */
export type BatchResult =
  /** On disk, but for the commits that were rolled back. */
  | { readonly kind: "done"; readonly outcomes: readonly Outcome[] }
  /** On disk, but not under the database's name any more: a restart does not find it there. */
  | { readonly kind: "displaced"; readonly path: string }
  /** Another process holds the lock; nothing was tried. */
  | { readonly kind: "busy"; readonly message: string }
  /** The storage failed, and nothing of the batch was written. */
  | { readonly kind: "failed"; readonly message: string; readonly fault: WriteFault }
  /** The disk did not confirm a write: it is unknown what is on it. */
  | { readonly kind: "lost"; readonly message: string };

/** Writes batches of commits, on this thread or another. */
export interface BatchTarget {
  write(batch: readonly (readonly Posted[])[]): BatchResult | Promise<BatchResult>;
  /**
   * Does what can wait until a batch was answered. Left out by a target that does so by itself.
   *
   * @returns the message of a write that the disk did not confirm
   */
  tidy?(): string | undefined;
  /** Resolves when the target has ended by itself; left out by one that cannot. */
  readonly lost?: Promise<DurabilityLost>;
  /** Closes what it writes to. */
  close(): void | Promise<void>;
}

/** Observes every transaction that was written. */
export interface CommitObserver {
  /** A monotonic clock: the writer has none of its own. */
  monotonicMs(): number;
  /**
   * A transaction is on disk. Called from the writer's own path: it has to be quick and must
   * not throw.
   *
   * @param commits how many shared it, refused ones included
   * @param ms from its first statement until the disk had it
   */
  batch(commits: number, ms: number): void;
}
