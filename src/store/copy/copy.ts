import type { MaybePromise } from "../../domain/session/stored.ts";

/** A value of a row; integers as text or bigint, which keep all their digits. */
export type CopiedValue = null | bigint | number | string | Uint8Array;
/** A row: its values in the order of the columns. */
export type CopiedRow = readonly CopiedValue[];

/** Tables in an order in which every reference leads to an earlier one. */
export const COPIED_TABLES = [
  "merchants",
  "merchant_domains",
  "api_keys",
  "products",
  "variants",
  "coupons",
  "customers",
  "coin_movements",
  "sessions",
  "epoch",
  "stock_holds",
  "coupon_uses",
  "otp_sends",
  "events",
  "webhook_endpoints",
  "deliveries",
  "idempotency_records",
  "payment_references",
  "unexpected_payments",
  "stock_sales",
  "secrets",
  "checkout_links",
  "payment_returns",
  "people",
  "person_roles",
  "sign_in_links",
  "invitations",
  "sign_ins",
  "limit_refusals",
  "message_sends",
  "audit_entries",
  "purged_sessions",
] as const;
/** One of {@link COPIED_TABLES}. */
export type CopiedTable = (typeof COPIED_TABLES)[number];

/** A database that is read, in one snapshot. */
export interface CopySource {
  readonly schemaVersion: number;
  /** Columns that are stored: without computed ones and those of one engine. */
  columns(table: CopiedTable): MaybePromise<readonly string[]>;
  /** Pages of all rows, in the order in which they were added where that order matters. */
  pages(
    table: CopiedTable,
    columns: readonly string[],
  ): AsyncIterable<readonly CopiedRow[]>;
  /** The last number that an event got, also of events that are gone. */
  lastEvent(): MaybePromise<string>;
  /** Ends reading; throws if another process has used the database meanwhile. */
  finish(): MaybePromise<void>;
}

/** A database that is written; until it is finished, servers refuse it. */
export interface CopyTarget {
  columns(table: CopiedTable): MaybePromise<readonly string[]>;
  /** Adds rows in one transaction. */
  add(
    table: CopiedTable,
    columns: readonly string[],
    rows: readonly CopiedRow[],
  ): MaybePromise<void>;
  /** Lets servers use it. */
  finish(lastEvent: string): MaybePromise<void>;
}

/** Numbers of copied rows by table. */
export type CopyReport = Readonly<Record<CopiedTable, number>>;

/**
 * Copies all rows of a database. The numbers of sessions are not copied: both engines count when
 * rows are added.
 */
export async function copyRows(
  source: CopySource,
  target: CopyTarget,
  onProgress: (text: string) => void,
): Promise<CopyReport> {
  const copied: Partial<Record<CopiedTable, number>> = {};
  for (const table of COPIED_TABLES) {
    const columns = await source.columns(table);
    const wanted = await target.columns(table);
    const differing = [...new Set(columns).symmetricDifference(new Set(wanted))];
    if (differing.length > 0) {
      throw new Error(`Columns of ${table} differ: ${differing.join(", ")}`);
    }
    let done = 0;
    for await (const rows of source.pages(table, columns)) {
      await target.add(table, columns, rows);
      onProgress(`${done += rows.length} ${table} copied`);
    }
    copied[table] = done;
  }
  await source.finish();
  await target.finish(await source.lastEvent());
  return copied as CopyReport;
}
