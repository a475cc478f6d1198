import { NO_SHOP_DATA } from "../../domain/shop/shop_data.ts";
import { keyFromRow } from "../../schema/stored/api_key.ts";
import {
  merchantFromRow,
  merchantHeadFromRow,
  shopDataFromRow,
} from "../../schema/stored/merchant.ts";
import type { KeyReads, MerchantReads } from "../reads/shop.ts";
import { jsonList } from "../sql/dialect.ts";
import { mapped, type Reader } from "./query.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { COUNTED } from "./session_rows.ts";

const DOMAINS = jsonList("d.domain", {
  order: "d.position",
  from: "FROM merchant_domains AS d WHERE d.merchant_id = m.id",
});
/** Some columns of merchants, each with its domains. */
const merchantsWith = (columns: string) =>
  sql`SELECT ${columns}, ${DOMAINS} AS domains FROM merchants AS m`;
const BY_NAME = "ORDER BY m.name, m.id";

/** Merchants, each with its domains. */
export const MERCHANTS = merchantsWith("m.*");

const count = (table: string) => `(SELECT count(*) FROM ${table} WHERE merchant_id = :merchant_id)`;
const DATA = sql`
  SELECT (SELECT coalesce(sum(count), 0) FROM (${COUNTED}) AS counts
        WHERE merchant_id = :merchant_id)
      + (SELECT count(*) FROM sessions
        WHERE merchant_id = :merchant_id AND livemode = 0) AS sessions,
    ${count("coupons")} AS coupons, ${count("customers")} AS customers,
    ${count("products")} AS products,
    ${count("payment_references")} + ${count("unexpected_payments")} + ${count("refunds")}
      + ${count("disputes")} AS payments`;

/** Exactly the condition of the partial index; text of a shop has its quotes escaped. */
export const HAS_HOURLY_LIMIT: Sql = {
  sqlite: `rules GLOB '*Hourly":[1-9]*'`,
  postgres: `rules ~ 'Hourly":[1-9]'`,
};

/** Reads merchants. */
export function merchantReads(db: Reader): MerchantReads {
  const byId = db.query(["id"], sql`${MERCHANTS} WHERE m.id = :id`, merchantFromRow);
  const byDomain = db.query(
    ["domain"],
    sql`${MERCHANTS}
      WHERE m.id = (SELECT merchant_id FROM merchant_domains WHERE domain = :domain)`,
    merchantFromRow,
  );
  const all = db.query([], sql`${MERCHANTS} ${BY_NAME}`, merchantFromRow);
  const watched = db.query(
    [],
    sql`${MERCHANTS} WHERE ${HAS_HOURLY_LIMIT} ${BY_NAME}`,
    merchantFromRow,
  );
  const heads = db.query(
    [],
    sql`${merchantsWith("m.id, m.name")} ${BY_NAME}`,
    merchantHeadFromRow,
  );
  const data = db.query(["merchant_id"], DATA, shopDataFromRow);
  return {
    find: (id) => byId.one({ id }),
    byDomain: (domain) => byDomain.one({ domain }),
    all: () => all.all({}),
    withHourlyLimits: () => watched.all({}),
    heads: () => heads.all({}),
    data: (id) => mapped(data.one({ merchant_id: id }), (found) => found ?? NO_SHOP_DATA),
  };
}

/** Reads API keys. */
export function keyReads(db: Reader): KeyReads {
  const byId = db.query(["id"], "SELECT * FROM api_keys WHERE id = :id", keyFromRow);
  const byHash = db.query(["hash"], "SELECT * FROM api_keys WHERE hash = :hash", keyFromRow);
  const ofMerchant = db.query(
    ["merchant_id"],
    "SELECT * FROM api_keys WHERE merchant_id = :merchant_id ORDER BY created_at, id",
    keyFromRow,
  );
  return {
    byHash: (hash) => byHash.one({ hash }),
    find: (id) => byId.one({ id }),
    of: (merchantId) => ofMerchant.all({ merchant_id: merchantId }),
  };
}
