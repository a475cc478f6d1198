import { z } from "zod";
import { count, parseRow } from "../../../schema/stored/parse.ts";
import type { MaybePromise } from "../../../domain/session/stored.ts";
import { epochReads } from "../../read/epoch.ts";
import { mapped } from "../../read/query.ts";
import type { Epoch } from "../../store.ts";
import { type Connection, SqliteQuery } from "./query.ts";
import { sqliteReader } from "./reader.ts";

const versionSchema = z.object({ data_version: count });

/** Counts of the administrative changes of all processes. */
export class EpochReader {
  readonly #dataVersion: SqliteQuery<number>;
  readonly #row: (since?: number) => MaybePromise<Epoch>;
  #seenVersion = -1;
  /** As of the version, without shops; null to be read. */
  #known: Epoch | null = null;

  constructor(db: Connection) {
    this.#dataVersion = new SqliteQuery(
      db,
      "PRAGMA data_version",
      (row) => parseRow(versionSchema, row, { table: "data_version", keyColumns: [] }).data_version,
    );
    this.#row = epochReads(sqliteReader(db));
  }

  /**
   * Reads the tables only if another connection has committed, which the pragma reports without
   * reading a page, or if shops have changed since.
   */
  read(since = Number.MAX_SAFE_INTEGER): MaybePromise<Epoch> {
    const version = this.#dataVersion.one() ?? -1;
    const known = this.#known;
    if (known !== null && version === this.#seenVersion && since >= known.ofShops) return known;
    return mapped(this.#row(since), (epoch) => {
      this.#seenVersion = version;
      this.#known = { ...epoch, changed: [] };
      return epoch;
    });
  }

  /**
   * Makes the next read query the tables: the pragma does not report commits of its own connection.
   */
  forget(): void {
    this.#known = null;
  }
}
