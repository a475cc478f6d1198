import { findCurrency } from "../../domain/values/money.ts";
import { keyFromRow } from "../../schema/stored/api_key.ts";
import { auditFromRow } from "../../schema/stored/audit.ts";
import { checkoutLinkFromRow } from "../../schema/stored/checkout_link.ts";
import { paymentReturnFromRow } from "../../schema/stored/payment_return.ts";
import { couponFromRow } from "../../schema/stored/coupon.ts";
import { customerFromRow } from "../../schema/stored/customer.ts";
import { merchantFromRow } from "../../schema/stored/merchant.ts";
import { invitationFromRow } from "../../schema/stored/invitation.ts";
import {
  personFromRow,
  personSessionFromRow,
  signInLinkFromRow,
} from "../../schema/stored/person.ts";
import { secretFromRow } from "../../schema/stored/secret.ts";
import { RowError } from "../../schema/stored/parse.ts";
import { unexpectedFromRow } from "../../schema/stored/payment.ts";
import { productFromRow } from "../../schema/stored/product.ts";
import { endpointFromRow } from "../../schema/stored/endpoint.ts";
import { parseInt64, type ProductId } from "../../domain/ids.ts";
import type { Findings } from "./findings.ts";
import { type CheckSource, type Row, rowsOf, tableRows } from "./source.ts";

/** Rows per page. */
const PAGE = 500;

/** Tables read row by row, with their key. */
const TABLES: readonly (readonly [
  name: string,
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
  ["invitations", invitationFromRow, "id"],
  ["payment_returns", paymentReturnFromRow, "code_hash"],
  ["sign_in_links", signInLinkFromRow, "person_id"],
  ["sign_ins", personSessionFromRow, "token_hash"],
  ["audit_entries", auditFromRow, "id"],
];

/**
 * Checks that the rows of shops can be read as the server reads them: an unreadable shop, coupon or
 * product fails the requests that need it.
 */
export async function checkShopRows(
  source: CheckSource,
  findings: Findings,
  onProgress: (text: string) => void,
): Promise<void> {
  onProgress("Reading shops and their data");
  const attempt = (table: string, id: unknown, read: () => void) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      findings.add("row", `${table} ${id}`, error.message);
    }
  };
  for (const row of await rowsOf(source, "merchants", {})) {
    attempt("merchants", row["id"], () => {
      const { currencyCode } = merchantFromRow(row);
      if (findCurrency(currencyCode) !== undefined) return;
      findings.add("row", `merchants ${row["id"]}`, `Unknown currency: ${currencyCode}`);
    });
    for await (const product of productsOf(source, String(row["id"]))) {
      attempt("products", product["id"], () => productFromRow(product));
    }
  }
  for (const row of await rowsOf(source, "people", {})) {
    attempt("people", row["id"], () => personFromRow(row));
  }
  for (const [name, read, key] of TABLES) {
    for await (const row of allOf(source, { name, key })) {
      attempt(name, row[key], () => read(row));
    }
  }
}

async function* allOf(
  source: CheckSource,
  table: { readonly name: string; readonly key: string },
): AsyncGenerator<Row> {
  for (let after: unknown = ""; typeof after === "string";) {
    const rows = await tableRows(source, table, { after, limit: PAGE });
    yield* rows;
    after = rows.at(-1)?.[table.key];
  }
}

async function* productsOf(source: CheckSource, merchantId: string): AsyncGenerator<Row> {
  for (let after: ProductId | null | undefined = null; after !== undefined;) {
    const rows: readonly Row[] = await rowsOf(source, "products", {
      merchant_id: merchantId,
      after_product: after,
      limit: PAGE,
    });
    yield* rows;
    after = parseInt64(rows.at(-1)?.["product_id"]);
  }
}
