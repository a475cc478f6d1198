import { foundIdFromRow } from "../../schema/stored/found_id.ts";
import { ID_KINDS, type IdKind, type IdReads } from "../reads/ids.ts";
import { LAST_TEXT } from "../sql/dialect.ts";
import type { Reader } from "./query.ts";
import { type Sql, sql } from "../sql/sql.ts";

/** Where ids lie: the column that is searched by an index, and the name of a row. */
interface Place {
  readonly from: string;
  readonly key?: string;
  readonly name?: string;
  readonly where?: string;
}

const OF_SHOP = "merchant_id = :merchant_id";
/** Of a shop, if there is one: reads matches alone, beside the index that is searched. */
const OF_SHOP_IF_ANY = `(:merchant_id IS NULL OR :merchant_id = (
        SELECT merchant_id FROM sessions AS own WHERE own.id = sessions.id))`;
/** Of things that belong to no shop, or are found in all. */
const OF_ANY = "(:merchant_id IS NULL OR true)";
const PLACES: Readonly<Record<IdKind, Place>> = {
  merchant: { from: "merchants" },
  session: { from: "sessions", where: OF_SHOP_IF_ANY },
  // Its index begins with the shop.
  order: {
    from: "merchants AS m CROSS JOIN sessions AS s",
    key: "s.order_number",
    where: "s.merchant_id = m.id AND (:merchant_id IS NULL OR m.id = :merchant_id)",
  },
  key: { from: "api_keys" },
  coupon: { from: "coupons", name: "code", where: OF_SHOP },
  code: { from: "coupons", key: "code_key", name: "code", where: OF_SHOP },
  customer: { from: "customers", name: "phone", where: OF_SHOP },
  webhook: { from: "webhook_endpoints" },
  payment: { from: "unexpected_payments" },
  event: { from: "events" },
};

/** Beginnings are a range of an index; ends are compared along it, without reading rows. */
function matching(kind: IdKind): Sql {
  const { from, key = "id", name = key, where = OF_ANY } = PLACES[kind];
  const id = kind === "order" ? "s.id" : "id";
  const part = (condition: Sql) =>
    sql`
    SELECT * FROM (
      SELECT ${id} AS id, ${name} AS name FROM ${from}
      WHERE ${where} AND ${condition} ORDER BY ${key} LIMIT :limit
    ) AS listed`;
  const hasEnd: Sql = {
    sqlite: `substr(${key}, -length(:end)) = :end`,
    postgres: `right(${key}, length(:end)) = :end`,
  };
  return sql`
    ${part(`${key} >= :begin AND ${key} < :begin || ${LAST_TEXT}`)}
    UNION
    ${part(sql`${key} > '' AND :end <> '' AND ${hasEnd}`)}
    ORDER BY name, id`;
}

/** Reads ids by their parts. */
export function idReads(db: Reader): IdReads {
  const names = ["begin", "end", "merchant_id?", "limit"] as const;
  const queries = new Map(
    ID_KINDS.map((kind) => [kind, db.query(names, matching(kind), foundIdFromRow)]),
  );
  return {
    matching: (kind, { begin, end }, { merchantId, limit }) =>
      queries.get(kind)?.all({ begin, end, merchant_id: merchantId, limit }) ?? [],
  };
}
