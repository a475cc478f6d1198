import { z } from "zod";
import { count, parseRow } from "../../../schema/stored/parse.ts";
import { PgQuery, type Reads } from "./query.ts";

const valueSchema = z.object({ value: count });

/**
 * A number that grows with every administrative change of any process. Callers share a query that
 * is in progress, unless this process has made such a change since it began.
 */
export class PgEpoch {
  readonly #row: PgQuery<number>;
  #asked: Promise<number> | null = null;

  constructor(reads: Reads) {
    this.#row = new PgQuery(
      reads,
      "SELECT value FROM epoch",
      (row) => parseRow(valueSchema, row, { table: "epoch", keyColumns: [] }).value,
    );
  }

  /** Reads the number. */
  read(): Promise<number> {
    if (this.#asked !== null) return this.#asked;
    const asked = this.#ask().finally(() => {
      if (this.#asked === asked) this.#asked = null;
    });
    return this.#asked = asked;
  }

  /** Makes the next read begin a query, after a change of this process. */
  forget(): void {
    this.#asked = null;
  }

  async #ask(): Promise<number> {
    const value = await this.#row.one();
    if (value === null) throw new Error("Table epoch must have one row: 0");
    return value;
  }
}
