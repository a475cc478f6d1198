import type { DatabaseSync } from "node:sqlite";

/** Rows of `sessions` that a statement of a migration changes at most: 16 MB of 33 KB each. */
export const SLICE_ROWS = 500;

/** A change of stored sessions, as migrations write it: at the start of a line, without semicolons. */
const REWRITE = /^UPDATE sessions SET\b[^;]*;/gm;

/** Connection of a migration. */
export type MigratedDatabase = Pick<DatabaseSync, "exec" | "prepare">;

/**
 * Runs a script of a migration. Changes of stored sessions go by slices of rowids, as SQLite keeps
 * the pages that one statement changes in memory until it ends; the transaction is the caller's.
 */
export function execScript(db: MigratedDatabase, script: string): void {
  let at = 0;
  for (const found of script.matchAll(REWRITE)) {
    db.exec(script.slice(at, found.index));
    execSlices(db, found[0]);
    at = found.index + found[0].length;
  }
  db.exec(script.slice(at));
}

function execSlices(db: MigratedDatabase, statement: string): void {
  const where = outerWhere(statement);
  const condition = statement.slice(where + "WHERE".length, -1);
  const slice = db.prepare(
    `${
      statement.slice(0, where)
    }WHERE (${condition}) AND sessions.rowid > ? AND sessions.rowid <= ?`,
  );
  const last = Number(db.prepare("SELECT max(rowid) AS last FROM sessions").get()?.["last"] ?? 0);
  const next = db.prepare(
    `SELECT max(rowid) AS last FROM (
       SELECT rowid FROM sessions WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE_ROWS})`,
  );
  for (let after = 0; after < last;) {
    // By rows and not by numbers: deleted sessions leave wide gaps.
    const until = Number(next.get(after)?.["last"] ?? last);
    slice.run(after, until);
    after = until;
  }
}

/** Place of the WHERE that no parentheses are around. */
function outerWhere(statement: string): number {
  let depth = 0;
  for (const { 0: token, index } of statement.matchAll(/'[^']*'|[()]|\bWHERE\b/g)) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (token === "WHERE" && depth === 0) return index;
  }
  throw new Error(`A change of all sessions needs a condition: ${statement}`);
}
