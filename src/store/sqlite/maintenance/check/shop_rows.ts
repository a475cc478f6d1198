import type { DatabaseSync } from "node:sqlite";
import { findCurrency } from "../../../../domain/values/money.ts";
import { keyFromRow } from "../../../../schema/stored/api_key.ts";
import { auditFromRow } from "../../../../schema/stored/audit.ts";
import { checkoutLinkFromRow } from "../../../../schema/stored/checkout_link.ts";
import { couponFromRow } from "../../../../schema/stored/coupon.ts";
import { customerFromRow } from "../../../../schema/stored/customer.ts";
import { merchantFromRow } from "../../../../schema/stored/merchant.ts";
import {
  personFromRow,
  personSessionFromRow,
  signInLinkFromRow,
} from "../../../../schema/stored/person.ts";
import { secretFromRow } from "../../../../schema/stored/secret.ts";
import { RowError } from "../../../../schema/stored/parse.ts";
import { unexpectedFromRow } from "../../../../schema/stored/payment.ts";
import { productFromRow } from "../../../../schema/stored/product.ts";
import { endpointFromRow } from "../../../../schema/stored/endpoint.ts";
import { CATALOGUE } from "../../read/catalog.ts";
import { PERSONS } from "../../read/persons.ts";
import { MERCHANTS } from "../../read/shop.ts";
import type { Findings } from "./findings.ts";

/** Rows per page. */
const PAGE = 500;

/** Tables read row by row, with their key. */
const TABLES: readonly (readonly [
  table: string,
  read: (row: unknown) => unknown,
  key: string,
])[] = [
  ["secrets", secretFromRow, "name"],
  ["api_keys", keyFromRow, "id"],
  ["coupons", couponFromRow, "id"],
  ["customers", customerFromRow, "id"],
  ["webhook_endpoints", endpointFromRow, "id"],
  ["unexpected_payments", unexpectedFromRow, "id"],
  ["checkout_links", checkoutLinkFromRow, "session_id"],
  ["sign_in_links", signInLinkFromRow, "person_id"],
  ["sign_ins", personSessionFromRow, "token_hash"],
  ["audit_entries", auditFromRow, "id"],
];

/**
 * Checks that the rows of shops can be read as the server reads them: an unreadable shop, coupon or
 * product fails the requests that need it.
 */
export function checkShopRows(
  db: DatabaseSync,
  findings: Findings,
  onProgress: (text: string) => void,
): void {
  onProgress("Reading shops and their data");
  const attempt = (table: string, id: unknown, read: () => void) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      findings.add("row", `${table} ${id}`, error.message);
    }
  };
  for (const row of db.prepare(`${MERCHANTS} ORDER BY m.id`).all()) {
    attempt("merchants", row["id"], () => {
      const { currencyCode } = merchantFromRow(row);
      if (findCurrency(currencyCode) !== undefined) return;
      findings.add("row", `merchants ${row["id"]}`, `Unknown currency: ${currencyCode}`);
    });
    for (const product of productsOf(db, String(row["id"]))) {
      attempt("products", product["id"], () => productFromRow(product));
    }
  }
  for (const row of db.prepare(`${PERSONS} ORDER BY id`).all()) {
    attempt("people", row["id"], () => personFromRow(row));
  }
  for (const [table, read, key] of TABLES) {
    for (const row of rowsOf(db, table, key)) attempt(table, row[key], () => read(row));
  }
}

function* rowsOf(
  db: DatabaseSync,
  table: string,
  key: string,
): Generator<Record<string, unknown>> {
  const page = db.prepare(`SELECT * FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${PAGE}`);
  for (let after: unknown = ""; typeof after === "string";) {
    const rows = page.all(after);
    yield* rows;
    after = rows.at(-1)?.[key];
  }
}

function* productsOf(db: DatabaseSync, merchantId: string): Generator<Record<string, unknown>> {
  const page = db.prepare(
    `${CATALOGUE} AND (?2 IS NULL OR p.product_id > CAST(?2 AS INTEGER))
     ORDER BY p.product_id LIMIT ${PAGE}`,
  );
  for (let after: string | null | undefined = null; after !== undefined;) {
    const rows: Record<string, unknown>[] = page.all(merchantId, after);
    yield* rows;
    const last = rows.at(-1)?.["product_id"];
    after = last === undefined ? undefined : String(last);
  }
}
