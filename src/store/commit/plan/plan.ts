import { changedShop, invalidatesCaches } from "../../../domain/administrative.ts";
import type { Change } from "../../../domain/changes.ts";
import { CommitRefused } from "../../store.ts";
import { AUDIT } from "./audit.ts";
import { CATALOG } from "./catalog.ts";
import { CUSTOMERS } from "./customers.ts";
import { EVENTS } from "./events.ts";
import { EXPECTED } from "./expected.ts";
import { EMAILS } from "./emails.ts";
import { FACTORS } from "./factors.ts";
import { HOLDS } from "./holds.ts";
import { LIMITS } from "./limits.ts";
import { REMOVAL } from "./removal.ts";
import { PAYMENTS } from "./payments.ts";
import { PICTURES } from "./pictures.ts";
import { PEOPLE } from "./people.ts";
import { REFUNDS } from "./refunds.ts";
import { SESSIONS } from "./sessions.ts";
import { SHOP } from "./shop.ts";
import {
  any,
  ImpossibleChange,
  one,
  type Planners,
  type RefusedStatement,
  type Statement,
  type StatementData,
} from "./statement.ts";

/** One commit as statements. */
export interface CommitPlan {
  /** Statements to execute, without the messages of refusals. */
  readonly posted: readonly StatementData[];
  /** Approximate size in bytes while it waits. */
  readonly size: number;
  /** Makes the error for a refused statement. */
  readonly refusal: (refused: RefusedStatement) => Error;
}

const PLANNERS: Planners = {
  ...SHOP,
  ...CATALOG,
  ...PICTURES,
  ...CUSTOMERS,
  ...SESSIONS,
  ...HOLDS,
  ...PAYMENTS,
  ...REFUNDS,
  ...LIMITS,
  ...REMOVAL,
  ...EVENTS,
  ...PEOPLE,
  ...FACTORS,
  ...EMAILS,
  ...AUDIT,
  ...EXPECTED,
};

/** Size of a statement without its texts. */
const SMALL_BYTES = 512;

/**
 * Turns the changes of a commit into statements. No changes become a statement that writes the
 * existing value.
 *
 * @throws {CommitRefused} for a change that is impossible in any state of the database
 * @throws {RangeError} for a session whose version does not follow the expected one
 */
export function planCommit(changes: readonly Change[]): CommitPlan {
  const planned = changes.flatMap((change) =>
    statementsOf(change).map((statement) => ({ change, statement }))
  );
  const posted = planned.map(({ statement: { name, params, rows } }) => ({ name, params, rows }));
  if (changes.length === 0) posted.push(any("probe", {}));
  posted.push(...bumps(changes.filter(invalidatesCaches)));
  return {
    posted,
    size: posted.reduce((size, { params }) => size + sizeOf(params), 0),
    refusal: ({ index, because, detail }) => {
      const { change, statement } = planned[index] ?? {};
      const message = statement?.refusals[because];
      return change === undefined || message === undefined
        ? new Error(`${posted[index]?.name} failed: ${detail}`)
        : new CommitRefused(change, message);
    },
  };
}

/** Tells all servers what administrative changes concern. */
function bumps(changes: readonly Change[]): Statement[] {
  const shops = new Set(changes.map(changedShop));
  if (shops.has(null)) return [one("epoch.bump", {})];
  return [...shops].flatMap((id) => [
    one("epoch.bumpShop", {}),
    one("merchant.change", { merchant_id: id }),
  ]);
}

function statementsOf(change: Change): Statement[] {
  // The compiler cannot see that the planner matches the kind.
  const plan: (change: never) => Statement[] = PLANNERS[change.kind];
  try {
    return plan(change as never);
  } catch (error) {
    if (error instanceof ImpossibleChange) throw new CommitRefused(change, error.message);
    throw error;
  }
}

/** Counts the texts: those of sessions and recorded answers are long. */
function sizeOf(params: StatementData["params"]): number {
  let size = SMALL_BYTES;
  for (const name in params) {
    const value = params[name];
    if (typeof value === "string") size += value.length;
    else if (value instanceof Uint8Array) size += value.length;
    else if (typeof value === "object" && value !== null) size += value.compress.length;
  }
  return size;
}
