import type { Outcome } from "../../commit/batch.ts";
import type { RefusalReason } from "../../commit/plan/statement.ts";
import { sqlState } from "../connection/errors.ts";
import type { RefusedCommit } from "./fence.ts";
import { NO_ROW } from "./function.ts";

/** Of a commit that was written. */
export const STANDS: Outcome = { kind: "stands" };

function broken(message: string): Outcome {
  return { kind: "broken", error: new Error(message) };
}

/** Without the server's context, which quotes the values. */
export function brokenBy(error: unknown): Outcome {
  return broken(`The database refused a commit: ${sqlState(error)}`);
}

/** Outcomes of the commits of a batch that was written. */
export function outcomesOf(count: number, refused: readonly RefusedCommit[]): readonly Outcome[] {
  const outcomes: Outcome[] = new Array(count).fill(STANDS);
  for (const { commit, index, detail, ...violated } of refused) {
    const because = becauseOf(violated);
    outcomes[commit] = because === undefined
      // The function's own messages name the statement; the server's quote the values.
      ? broken(
        violated.state.startsWith("CK")
          ? detail
          : `The database refused a commit: ${violated.state}`,
      )
      : { kind: "refused", index, because, detail };
  }
  return outcomes;
}

/** Undefined for a defect. */
function becauseOf(
  violated: Pick<RefusedCommit, "state" | "constraint">,
): RefusalReason | undefined {
  switch (violated.state) {
    case NO_ROW:
      return "onNoRow";
    case "23514":
      return "onCheck";
    case "23503":
      return "onForeignKey";
    case "23505":
      return violated.constraint.endsWith("_pkey") ? "onPrimaryKey" : "onUnique";
  }
}
