import type { Change } from "../../../domain/changes.ts";
import type { Params } from "../../write/params.ts";
import type { StatementName } from "../../write/writes.ts";

/** A statement to execute: plain data, to be posted to another thread. */
export interface StatementData {
  readonly name: StatementName;
  readonly params: Params;
  /** Rows to write: exactly one, or any number. */
  readonly rows: "one" | "any";
}

/** Why a statement is refused: no row was written, or a constraint was violated. */
export type RefusalReason = "onNoRow" | "onCheck" | "onForeignKey" | "onPrimaryKey" | "onUnique";

/** Messages of refusals by reason. A refusal without a message is a defect. */
export type Refusals = Readonly<Partial<Record<RefusalReason, string>>>;

/** One statement of a commit, with the messages of its refusals. */
export interface Statement extends StatementData {
  readonly refusals: Refusals;
}

/** A statement of a commit that was refused. */
export interface RefusedStatement {
  /** Index in the commit. */
  readonly index: number;
  readonly because: RefusalReason;
  /** The engine's message, for reports of defects. */
  readonly detail: string;
}

/** Makes a statement that writes exactly one row or is refused. */
export function one(name: StatementName, params: Params, refusals: Refusals = {}): Statement {
  return { name, params, rows: "one", refusals };
}

/** Makes a statement that writes any number of rows. */
export function any(name: StatementName, params: Params): Statement {
  return { name, params, rows: "any", refusals: {} };
}

/** Makes the statements of a change, by kind. */
export type Planners = {
  readonly [Kind in Change["kind"]]: (
    change: Extract<Change, { readonly kind: Kind }>,
  ) => Statement[];
};

/** A change that is impossible in any state of the database. */
export class ImpossibleChange extends Error {
  override readonly name = "ImpossibleChange";
}
