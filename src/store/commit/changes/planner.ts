import type { Change } from "../../../domain/changes.ts";
import type { Statement } from "../statement.ts";

/** A function from a change to its statements for each kind of change. */
export type Planners = {
  readonly [Kind in Change["kind"]]: (
    change: Extract<Change, { readonly kind: Kind }>,
  ) => Statement[];
};

/** A change that cannot happen in any state of the database. */
export class ImpossibleChange extends Error {
  override readonly name = "ImpossibleChange";
}
