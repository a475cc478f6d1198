import type { MaybePromise } from "../../domain/session/stored.ts";
import type { Findings } from "./findings.ts";

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Queries of the checks, with their parameters. */
export interface CheckQueries {
  /** Numbers of rows, as `n`. */
  readonly "sessions.count": [];
  readonly "coupons.count": [];
  readonly "variants.count": [];
  /** Ids of sessions after one, with the bytes of their texts as `size`. */
  readonly "sessions.sizes": [after: string, limit: number];
  /** Sessions after an id up to another, with `shop_currency`. */
  readonly "sessions.rows": [after: string, until: string];
  /** Coupon uses of sessions, by a JSON array of their ids. */
  readonly "uses": [sessions: string];
  /** Held and sold units of sessions after an id up to another. */
  readonly "holds": [after: string, until: string];
  readonly "sales": [after: string, until: string];
  /** Coin movements, by a JSON array of pairs of customer and session. */
  readonly "movements": [pairs: string];
  /** Balances of customers after an id, and the sums of their ledgers. */
  readonly "ledger": [after: string, limit: number];
  /** Rows that disagree with others. */
  readonly "wrong.coins-aside": [];
  readonly "wrong.coupon-count": [];
  readonly "wrong.stock-count": [];
  readonly "wrong.payment-reference": [];
  readonly "wrong.session-count": [];
  readonly "wrong.idle-events": [];
  /** Events after a number, with `shop`, `livemode` and `idle_at` of their sessions. */
  readonly "events": [after: number, limit: number];
  /** Deliveries after an endpoint and an event. */
  readonly "deliveries": [endpoint: string, event: number, limit: number];
  readonly "merchants": [];
  readonly "people": [];
  /** Products of a shop after one, which is null or digits. */
  readonly "products": [merchant: string, after: string | null, limit: number];
}

/** A database as the checks read it. */
export interface CheckSource {
  readonly schemaVersion: number;
  /** Runs a query. */
  rows<K extends keyof CheckQueries>(
    query: K,
    ...parameters: CheckQueries[K]
  ): MaybePromise<readonly Row[]>;
  /** Rows of a table after a key, in the order of the key. */
  tableRows(
    table: { readonly name: string; readonly key: string },
    after: string,
    limit: number,
  ): MaybePromise<readonly Row[]>;
  /** Runs reads on one snapshot of the database. */
  inOneView<T>(read: () => Promise<T>): Promise<T>;
  /** Checks what is below the rows: the file, references, the schema. */
  checkStructure(findings: Findings, onProgress: (text: string) => void): MaybePromise<void>;
  /** True for an error of damaged data, rather than of reaching it. */
  isDamage(error: unknown): boolean;
}
