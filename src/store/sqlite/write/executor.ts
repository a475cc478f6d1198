import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { deflateRawSync } from "node:zlib";
import type {
  RefusalReason,
  RefusedStatement,
  StatementData,
} from "../../commit/plan/statement.ts";
import { sqlFor } from "../../sql/sql.ts";
import type { Params } from "../../write/params.ts";
import { type StatementName, WRITES } from "../../write/writes.ts";
import { messageOf, resultCode } from "../file/errors.ts";

/** Constraints of preconditions, by SQLite's extended result codes. */
const VIOLATED: Readonly<Record<number, RefusalReason>> = {
  275: "onCheck",
  787: "onForeignKey",
  1555: "onPrimaryKey",
  // A trigger, which checks what no constraint can.
  1811: "onCheck",
  2067: "onUnique",
};

/** A failed precondition of a commit. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly refused: RefusedStatement;

  constructor(refused: RefusedStatement) {
    super(refused.detail);
    this.refused = refused;
  }
}

/**
 * Executes statements on a connection, without transactions, batches or promises: {@link
 * Executor.execute} is called between BEGIN and COMMIT.
 */
export class Executor {
  readonly #db: DatabaseSync;
  /** Prepared on first use, as those of reads. */
  readonly #prepared = new Map<StatementName, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /**
   * Executes the statements of a commit in order.
   *
   * @throws {Refusal} for a failed precondition; the caller rolls back
   */
  execute(commit: readonly StatementData[]): void {
    for (const [index, { name, params, rows }] of commit.entries()) {
      const written = this.#run(index, name, params);
      if (rows === "any" || written === 1) continue;
      const detail = `${name} wrote ${written} rows instead of 1`;
      if (written > 1) throw new Error(detail);
      throw new Refusal({ index, because: "onNoRow", detail });
    }
  }

  /** @returns the number of written rows */
  #run(index: number, name: StatementName, params: Params): number {
    let statement = this.#prepared.get(name);
    if (statement === undefined) {
      statement = this.#db.prepare(sqlFor("sqlite", WRITES[name].sql));
      this.#prepared.set(name, statement);
    }
    try {
      return Number(statement.run(bound(params)).changes);
    } catch (error) {
      const because = VIOLATED[resultCode(error) ?? -1];
      if (because === undefined) throw error;
      throw new Refusal({ index, because, detail: messageOf(error) });
    }
  }
}

/**
 * Compresses long texts: a session's takes a fifth. The fastest level takes half the time, but
 * enlarges random text.
 */
function bound(params: Params): Record<string, SQLInputValue> {
  const values: Record<string, SQLInputValue> = {};
  for (const name in params) {
    const value = params[name] ?? null;
    values[name] = typeof value === "object" && value !== null && "compress" in value
      ? deflateRawSync(value.compress, { level: 6 })
      : value;
  }
  return values;
}
