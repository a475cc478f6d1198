import { z } from "zod";
import { count, parseRow } from "../../../schema/stored/parse.ts";
import type { MaybePromise } from "../../../domain/session/stored.ts";
import { epochReads } from "../../read/epoch.ts";
import { mapped } from "../../read/query.ts";
import { type Connection, SqliteQuery } from "./query.ts";
import { sqliteReader } from "./reader.ts";

const versionSchema = z.object({ data_version: count });

/** A number that grows with every administrative change of any process. */
export class Epoch {
  readonly #dataVersion: SqliteQuery<number>;
  readonly #row: () => MaybePromise<number>;
  #seenVersion = -1;
  #value = -1;

  constructor(db: Connection) {
    this.#dataVersion = new SqliteQuery(
      db,
      "PRAGMA data_version",
      (row) => parseRow(versionSchema, row, { table: "data_version", keyColumns: [] }).data_version,
    );
    this.#row = epochReads(sqliteReader(db));
  }

  /**
   * Reads the table only if another connection has committed, which the pragma reports without
   * reading a page.
   */
  read(): MaybePromise<number> {
    const version = this.#dataVersion.one() ?? -1;
    if (version === this.#seenVersion && this.#value >= 0) return this.#value;
    return mapped(this.#row(), (value) => {
      this.#seenVersion = version;
      this.#value = value;
      return value;
    });
  }

  /**
   * Makes the next read query the table: the pragma does not report commits of its own connection.
   */
  forget(): void {
    this.#value = -1;
  }
}
