import type { ParamType } from "../../sql/param_types.ts";
import { type Reader, readerOf } from "../../read/query.ts";
import { sqlFor } from "../../sql/sql.ts";
import type { SqlValue } from "../connection/client.ts";
import { BatchedQuery } from "./batched.ts";
import { PgQuery, type Reads } from "./query.ts";

/** Reads of connections. */
export function postgresReader(reads: Reads): Reader {
  const value = (place: number, type: ParamType) => `$${place}::${type.replace("int64", "bigint")}`;
  return readerOf<SqlValue>({
    engine: "postgres",
    placeholders: {
      value,
      isIn: (place, type, not) => `${not ? "<> ALL" : "= ANY"} (${value(place, type)})`,
    },
    select: (text, read) => new PgQuery(reads, text, read),
    bind: (given) => typeof given === "boolean" ? Number(given) : given,
    queryById: (text, read, key = "id") => {
      const ofIds = sqlFor("postgres", text).replace("= :id", "= ANY (:ids)")
        .replace(":ids", "$1::text[]");
      return new BatchedQuery(reads, { sql: ofIds, key, read });
    },
  });
}
