import { type Sql, sql } from "./sql.ts";

/** Column of the order in which rows were added. */
export const ADDED: Sql = { sqlite: "rowid", postgres: "place" };

/** Before a column that SQLite must not search by an index. */
export const NOT_INDEXED: Sql = { sqlite: "+", postgres: "" };

/** Uses of a coupon; PostgreSQL folds some of them into its row later. */
export function couponUses(coupon: string): Exclude<Sql, string> {
  return {
    sqlite: `${coupon}.used`,
    postgres: `(${coupon}.used + (SELECT coalesce(sum(delta), 0) FROM coupon_use_deltas
      WHERE coupon_id = ${coupon}.id))::bigint`,
  };
}

/** After every text. */
export const LAST_TEXT = "'\u{10FFFF}'";

/** Function that makes a JSON object of names and values. */
export const JSON_OBJECT: Sql = { sqlite: "json_object", postgres: "json_build_object" };

/** Function that makes a JSON array of values. */
export const JSON_ARRAY: Sql = { sqlite: "json_array", postgres: "json_build_array" };

/** A column of JSON as a value of {@link JSON_OBJECT}. */
export function jsonValue(column: string): Sql {
  return { sqlite: `json(${column})`, postgres: `${column}::json` };
}

const JSON_LIST: Sql = { sqlite: "json_group_array", postgres: "json_agg" };

/** The values of a subquery as one JSON array. */
export function jsonList(value: Sql, { order, from }: { order: string; from: string }): Sql {
  return sql`coalesce(CAST((
    SELECT ${JSON_LIST}(${value} ORDER BY ${order}) ${from}
  ) AS TEXT), '[]')`;
}

/**
 * Condition of a page of a list by text: keys after `:after` that begin with `:prefix`. No text that
 * begins with the prefix comes after it and U+10FFFF. PostgreSQL compares texts by the collation of a
 * column, byte by byte, and two parameters by another.
 */
export function pageOfText(key: string): Sql {
  const from: Sql = {
    sqlite: `${key} >= max(:after, :prefix)`,
    postgres: `${key} >= :after AND ${key} >= :prefix`,
  };
  return sql`${from} AND ${key} <> :after AND ${key} < :prefix || ${LAST_TEXT}
    ORDER BY ${key} LIMIT :limit`;
}
