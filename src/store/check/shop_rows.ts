import { findCurrency } from "../../domain/values/money.ts";
import { keyFromRow } from "../../schema/stored/api_key.ts";
import { auditFromRow } from "../../schema/stored/audit.ts";
import { sealedFromRow, sealFromRow } from "../../schema/stored/audit_seal.ts";
import { checkoutLinkFromRow } from "../../schema/stored/checkout_link.ts";
import { accountFromRow, providerPaymentFromRow } from "../../schema/stored/provider.ts";
import { paymentReturnFromRow } from "../../schema/stored/payment_return.ts";
import { disputeFromRow, refundFromRow } from "../../schema/stored/refund.ts";
import { couponFromRow } from "../../schema/stored/coupon.ts";
import {
  emailLinkFromRow,
  personEmailFromRow,
  personMailFromRow,
} from "../../schema/stored/email.ts";
import {
  authenticatorFromRow,
  passkeyFromRow,
  signInWaitFromRow,
} from "../../schema/stored/factor.ts";
import { customerFromRow } from "../../schema/stored/customer.ts";
import { merchantFromRow } from "../../schema/stored/merchant.ts";
import { invitationFromRow } from "../../schema/stored/invitation.ts";
import {
  personFromRow,
  personSessionFromRow,
  signInLinkFromRow,
} from "../../schema/stored/person.ts";
import { secretFromRow, secretKeyFromRow } from "../../schema/stored/secret.ts";
import { RowError } from "../../schema/stored/parse.ts";
import { unexpectedFromRow } from "../../schema/stored/payment.ts";
import { productFromRow } from "../../schema/stored/product.ts";
import { endpointFromRow } from "../../schema/stored/endpoint.ts";
import { parseInt64, type ProductId } from "../../domain/ids.ts";
import type { Findings } from "./findings.ts";
import { type Table, TABLES } from "../tables.ts";
import { type CheckSource, type Row, rowsOf, tableRows } from "./source.ts";

/** Rows per page. */
const PAGE = 500;

/** How the rows of a table are read one by one: a decoder, and the SQL of their key. */
interface RowCheck {
  readonly read: (row: unknown) => unknown;
  readonly key: string;
}

/** Every table; null for rows that queries of their own read, or that have nothing to decode. */
const ROWS: Readonly<Record<Table, RowCheck | null>> = {
  merchants: null,
  merchant_domains: null,
  api_keys: { read: keyFromRow, key: "id" },
  products: null,
  variants: null,
  variant_aliases: null,
  pictures: null,
  coupons: { read: couponFromRow, key: "id" },
  customers: { read: customerFromRow, key: "id" },
  coin_movements: null,
  sessions: null,
  epoch: null,
  stock_holds: null,
  coupon_uses: null,
  otp_sends: null,
  events: null,
  webhook_endpoints: { read: endpointFromRow, key: "id" },
  deliveries: null,
  idempotency_records: null,
  payment_references: null,
  unexpected_payments: { read: unexpectedFromRow, key: "id" },
  stock_sales: null,
  secret_keys: { read: secretKeyFromRow, key: "fingerprint" },
  secrets: { read: secretFromRow, key: "name" },
  checkout_links: { read: checkoutLinkFromRow, key: "session_id" },
  payment_returns: { read: paymentReturnFromRow, key: "code_hash" },
  payment_providers: { read: accountFromRow, key: "id" },
  provider_payments: { read: providerPaymentFromRow, key: "payment_id" },
  refunds: { read: refundFromRow, key: "id" },
  disputes: {
    read: disputeFromRow,
    key: "merchant_id || ' ' || livemode || ' ' || reference",
  },
  people: null,
  person_roles: null,
  sign_in_links: { read: signInLinkFromRow, key: "person_id" },
  invitations: { read: invitationFromRow, key: "id" },
  sign_ins: { read: personSessionFromRow, key: "token_hash" },
  authenticators: { read: authenticatorFromRow, key: "person_id" },
  recovery_codes: null,
  passkeys: { read: passkeyFromRow, key: "id" },
  sign_in_waits: { read: signInWaitFromRow, key: "token_hash" },
  person_emails: { read: personEmailFromRow, key: "person_id" },
  email_links: { read: emailLinkFromRow, key: "person_id" },
  person_mails: { read: personMailFromRow, key: "id || ' ' || person_id" },
  person_places: null,
  limit_refusals: null,
  message_sends: null,
  audit_entries: { read: auditFromRow, key: "id" },
  audit_seals: { read: sealFromRow, key: "'' || seal" },
  audit_sealed: { read: sealedFromRow, key: "entry_id" },
  purged_sessions: null,
};

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
  for (const name of TABLES) {
    const rows = ROWS[name];
    if (rows === null) continue;
    for await (const row of allOf(source, { name, key: rows.key })) {
      attempt(name, row["row_key"], () => rows.read(row));
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
    after = rows.at(-1)?.["row_key"];
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
