import { foundIdFromRow } from "../../../schema/stored/found_id.ts";
import { ID_KINDS, type IdKind, type IdReads } from "../../reads/ids.ts";
import { PgQuery, type Reads } from "./query.ts";

/** Where ids lie: the column that is searched by an index, and the name of a row. */
interface Place {
  readonly from: string;
  readonly key?: string;
  readonly name?: string;
  readonly where?: string;
}

const OF_SHOP = "merchant_id = $3";
const OF_SHOP_IF_ANY = "($3::text IS NULL OR merchant_id = $3)";
/** Of things that belong to no shop, or are found in all. */
const OF_ANY = "($3::text IS NULL OR true)";
const PLACES: Readonly<Record<IdKind, Place>> = {
  merchant: { from: "merchants" },
  session: { from: "sessions", where: OF_SHOP_IF_ANY },
  // Its index begins with the shop.
  order: {
    from: "merchants AS m JOIN sessions AS s ON s.merchant_id = m.id",
    key: "s.order_number",
    where: "($3::text IS NULL OR m.id = $3)",
  },
  key: { from: "api_keys" },
  coupon: { from: "coupons", name: "code", where: OF_SHOP },
  code: { from: "coupons", key: "code_key", name: "code", where: OF_SHOP },
  customer: { from: "customers", name: "phone", where: OF_SHOP },
  webhook: { from: "webhook_endpoints" },
  payment: { from: "unexpected_payments" },
  event: { from: "events" },
};

/** Beginnings are a range of an index; ends are compared along it. */
function matching(kind: IdKind): string {
  const { from, key = "id", name = key, where = OF_ANY } = PLACES[kind];
  const id = kind === "order" ? "s.id" : "id";
  const part = (condition: string) => `
    (SELECT ${id} AS id, ${name} AS name FROM ${from}
     WHERE ${where} AND ${condition} ORDER BY ${key} LIMIT $4)`;
  return `
    ${part(`${key} >= $1 AND ${key} < $1 || chr(1114111)`)}
    UNION
    ${part(`${key} > '' AND $2 <> '' AND right(${key}, length($2)) = $2`)}
    ORDER BY name, id`;
}

/** Reads ids by their parts. */
export function postgresIds(reads: Reads): IdReads {
  const queries = new Map(
    ID_KINDS.map((kind) => [kind, new PgQuery(reads, matching(kind), foundIdFromRow)]),
  );
  return {
    matching: async (kind, { begin, end }, { merchantId, limit }) =>
      await queries.get(kind)?.all(begin, end, merchantId, limit) ?? [],
  };
}
