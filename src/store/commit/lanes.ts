import type { BatchTarget, Claims, Outcome } from "./batch.ts";
import type { CommitPlan } from "./plan/plan.ts";

/** Batches that are written one at a time. */
export interface CommitLane {
  readonly isHot: boolean;
  /** The batch that is being written. */
  batch: readonly PendingCommit[];
  draining: Promise<void> | null;
  /** Total time of waiting for other processes. */
  waitedMs: number;
}

/** A commit that waits for its batch. */
export interface PendingCommit {
  readonly plan: CommitPlan;
  readonly lane: CommitLane;
  readonly names: readonly string[];
  /** Total waiting time of the lane when this commit was added. */
  readonly joinedAtMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Limit of the commits in one transaction unless the target has its own, so that none waits long. */
const MAX_BATCH = 256;

/** Claims of a commit for a target that writes one batch at a time. */
const NO_CLAIMS: Claims = { isHot: false, names: [] };

/** The lanes of a target: one, or that of hot commits and that of others. */
export class CommitLanes {
  readonly all: readonly CommitLane[];
  readonly #target: Pick<BatchTarget, "claims" | "maxBatch">;

  constructor(target: Pick<BatchTarget, "claims" | "maxBatch">) {
    this.#target = target;
    const kinds = target.claims === undefined ? [false] : [false, true];
    this.all = kinds.map((isHot) => ({ isHot, batch: [], draining: null, waitedMs: 0 }));
  }

  /** Where a commit goes. */
  place({ posted }: CommitPlan): Pick<PendingCommit, "lane" | "names" | "joinedAtMs"> {
    const { isHot, names } = this.#target.claims?.(posted) ?? NO_CLAIMS;
    const lane = this.all.find((one) => one.isHot === isHot)!;
    return { lane, names, joinedAtMs: lane.waitedMs };
  }

  /**
   * The next batch of a lane, in order of arrival. A commit that shares a name with an earlier one
   * of the other lane is left for later.
   */
  next(lane: CommitLane, pending: readonly PendingCommit[]): readonly PendingCommit[] {
    const limit = this.#target.maxBatch ?? MAX_BATCH;
    if (this.all.length === 1) return pending.slice(0, limit);
    const batch: PendingCommit[] = [];
    const taken = new Set<string>();
    for (const one of pending) {
      if (batch.length === limit) break;
      if (one.lane === lane && !one.names.some((name) => taken.has(name))) batch.push(one);
      else for (const name of one.names) taken.add(name);
    }
    return batch;
  }
}

/** Resolves or rejects a commit by its outcome. */
export function settleCommit(
  { plan, resolve, reject }: PendingCommit,
  outcome: Outcome | undefined,
): void {
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
