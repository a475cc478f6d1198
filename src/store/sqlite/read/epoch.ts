import { z } from "zod";
import { count, parseRow } from "../../../schema/stored/parse.ts";
import { type Connection, Query } from "./query.ts";

const valueSchema = z.object({ value: count });
const versionSchema = z.object({ data_version: count });

/** A number that grows with every administrative change of any process. */
export class Epoch {
  readonly #dataVersion: Query<number>;
  readonly #row: Query<number>;
  #seenVersion = -1;
  #value = -1;

  constructor(db: Connection) {
    this.#dataVersion = new Query(
      db,
      "PRAGMA data_version",
      (row) => parseRow(versionSchema, row, { table: "data_version", keyColumns: [] }).data_version,
    );
    this.#row = new Query(
      db,
      "SELECT value FROM epoch",
      (row) => parseRow(valueSchema, row, { table: "epoch", keyColumns: [] }).value,
    );
  }

  /**
   * Reads the table only if another connection has committed, which the pragma reports without
   * reading a page.
   */
  read(): number {
    const version = this.#dataVersion.one() ?? -1;
    if (version === this.#seenVersion && this.#value >= 0) return this.#value;
    const value = this.#row.one();
    if (value === null) throw new Error("Table epoch must have one row: 0");
    this.#seenVersion = version;
    this.#value = value;
    return value;
  }

  /**
   * Makes the next read query the table: the pragma does not report commits of its own connection.
   */
  forget(): void {
    this.#value = -1;
  }
}
