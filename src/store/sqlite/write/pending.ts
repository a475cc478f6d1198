import type { Change } from "../../../domain/changes.ts";
import { CommitRefused } from "../../store.ts";
import type { Outcome } from "./batches.ts";
import type { CommitWrites } from "./write.ts";

/** A commit that waits for its batch. */
export interface Pending {
  readonly changes: readonly Change[];
  readonly writes: CommitWrites;
  /** The time that the queue had waited in all when this commit came. */
  readonly joinedAtMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Tells a commit what became of it. */
export function settle({ changes, resolve, reject }: Pending, outcome: Outcome | undefined): void {
  switch (outcome?.kind) {
    case "stands":
      return resolve();
    case "refused": {
      const change = changes[outcome.index];
      if (change === undefined) break;
      return reject(new CommitRefused(change, outcome.message));
    }
    case "broken":
      return reject(outcome.error);
  }
  reject(new Error("The writer answered for another batch"));
}
