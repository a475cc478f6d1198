import type { Outcome } from "./batch.ts";
import type { CommitPlan } from "./plan.ts";

/** A commit that waits for its batch. */
export interface Pending {
  readonly plan: CommitPlan;
  /** The time that the queue had waited in all when this commit came. */
  readonly joinedAtMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Resolves or rejects a commit by its outcome. */
export function settle({ plan, resolve, reject }: Pending, outcome: Outcome | undefined): void {
  switch (outcome?.kind) {
    case "stands":
      return resolve();
    case "refused":
      return reject(plan.refusal(outcome));
    case "broken":
      return reject(outcome.error);
  }
  reject(new Error("The writer answered for another batch"));
}
