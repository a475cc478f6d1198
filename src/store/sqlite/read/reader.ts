import type { SQLInputValue } from "node:sqlite";
import { type Reader, readerOf } from "../../read/query.ts";
import { sqlFor } from "../../sql/sql.ts";
import { type Connection, SqliteQuery } from "./query.ts";

/** Reads of a connection, at once. Lists are bound as JSON. */
export function sqliteReader(db: Connection): Reader {
  return readerOf<SQLInputValue>({
    engine: "sqlite",
    placeholders: {
      value: (place) => `?${place}`,
      isIn: (place, type, not) => {
        const value = type === "int64[]" ? "CAST(value AS INTEGER)" : "value";
        return `${not ? "NOT " : ""}IN (SELECT ${value} FROM json_each(?${place}))`;
      },
    },
    select: (text, read) => new SqliteQuery(db, text, read),
    bind: (value, type) => {
      if (value === null || typeof value === "number") return value;
      if (typeof value === "boolean") return Number(value);
      if (typeof value === "object") return JSON.stringify(value);
      return type === "int64" ? BigInt(value) : value;
    },
    queryById: (text, read) =>
      new SqliteQuery(db, sqlFor("sqlite", text).replace(":id", "?1"), read),
  });
}
