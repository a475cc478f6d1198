import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { CheckName } from "../../../maintenance.ts";
import type { Findings } from "./findings.ts";

/** Customers per statement. */
const PAGE = 1000;

const LEDGER = `
  SELECT c.id, c.issued, c.available, c.processing, c.used,
    ifnull(sum((to_account = 'ISSUED') * coins - (from_account = 'ISSUED') * coins), 0)
      AS sum_issued,
    ifnull(sum((to_account = 'AVAILABLE') * coins - (from_account = 'AVAILABLE') * coins), 0)
      AS sum_available,
    ifnull(sum((to_account = 'PROCESSING') * coins - (from_account = 'PROCESSING') * coins), 0)
      AS sum_processing,
    ifnull(sum((to_account = 'USED') * coins - (from_account = 'USED') * coins), 0) AS sum_used
  FROM (SELECT * FROM customers WHERE id > ? ORDER BY id LIMIT ?) AS c
  LEFT JOIN coin_movements AS m ON m.customer_id = c.id
  GROUP BY c.id ORDER BY c.id`;

const ledgerSchema = z.object({
  id: z.string(),
  issued: z.number(),
  available: z.number(),
  processing: z.number(),
  used: z.number(),
  sum_issued: z.number(),
  sum_available: z.number(),
  sum_processing: z.number(),
  sum_used: z.number(),
});

/** Rows of one table that must agree with rows of another. */
interface Agreement {
  readonly check: CheckName;
  readonly progress: string;
  /** Selects the rows that disagree. */
  readonly sql: string;
  readonly subject: (row: Row) => string;
  readonly message: (row: Row) => string;
}

type Row = Readonly<Record<string, unknown>>;

const AGREEMENTS: readonly Agreement[] = [{
  // Held coins are given back or used by the session that held them.
  check: "coins-aside",
  progress: "Checking held coins",
  sql: `SELECT m.customer_id, m.session_id, m.net FROM (
      SELECT customer_id, session_id,
        sum((to_account = 'PROCESSING') * coins - (from_account = 'PROCESSING') * coins) AS net
      FROM coin_movements WHERE session_id IS NOT NULL
      GROUP BY customer_id, session_id HAVING net <> 0
    ) AS m LEFT JOIN sessions AS s ON s.id = m.session_id
    WHERE s.id IS NULL OR s.session_state <> 'IN_PROGRESS'
      OR s.payment_state NOT IN ('PENDING', 'PAID')`,
  subject: ({ customer_id }) => `customers ${customer_id}`,
  message: ({ session_id, net }) =>
    `Coins are held for session ${session_id}, which has no payment under way: ${net}`,
}, {
  check: "coupon-count",
  progress: "Checking coupon uses",
  sql: `SELECT c.id, c.used, ifnull(u.uses, 0) AS uses FROM coupons AS c LEFT JOIN (
      SELECT coupon_id, count(*) AS uses FROM coupon_uses GROUP BY coupon_id
    ) AS u ON u.coupon_id = c.id
    WHERE c.used <> ifnull(u.uses, 0)`,
  subject: ({ id }) => `coupons ${id}`,
  message: ({ used, uses }) => `Column used must be ${uses}: ${used}`,
}, {
  check: "stock-count",
  progress: "Checking held stock",
  sql: `SELECT v.merchant_id, CAST(v.variant_id AS TEXT) AS variant_id, v.held,
      ifnull((SELECT sum(units) FROM stock_holds AS h
        WHERE h.merchant_id = v.merchant_id AND h.variant_id = v.variant_id), 0) AS units
    FROM variants AS v WHERE v.held <> units`,
  subject: ({ merchant_id, variant_id }) => `variants ${merchant_id} ${variant_id}`,
  message: ({ held, units }) => `Column held must be ${units}, the sum of the holds: ${held}`,
}, {
  // In old databases one reference may have paid several orders: one of them has it then.
  check: "payment-reference",
  progress: "Checking references of payments",
  sql: `SELECT s.id, s.doc ->> '$.payment.reference' AS reference FROM sessions AS s
    WHERE s.payment_state = 'PAID'
      AND iif(json_valid(s.doc), s.doc ->> '$.payment.reference', NULL) IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM payment_references AS r
        WHERE r.merchant_id = s.merchant_id AND r.livemode = s.livemode
          AND r.reference = s.doc ->> '$.payment.reference')`,
  subject: ({ id }) => `sessions ${id}`,
  message: ({ reference }) => `Its payment reference is not recorded: ${reference}`,
}, {
  check: "session-count",
  progress: "Counting sessions",
  sql: `SELECT merchant_id, session_state, payment_state,
      ifnull(s.n, 0) AS actual, ifnull(c.count, 0) AS counted
    FROM (
      SELECT merchant_id, session_state, payment_state, count(*) AS n FROM sessions
      WHERE livemode = 1 GROUP BY merchant_id, session_state, payment_state
    ) AS s FULL JOIN session_counts AS c USING (merchant_id, session_state, payment_state)
    WHERE actual <> counted`,
  subject: ({ merchant_id, session_state, payment_state }) =>
    `session_counts ${merchant_id} ${session_state}/${payment_state}`,
  message: ({ actual, counted }) => `Column count must be ${actual}: ${counted}`,
}];

/**
 * Checks that balances, counts and references agree with the rows they come from. Each statement
 * sees one state of the database, in which a balance and its entries belong to the same commits.
 */
export function checkCounts(
  db: DatabaseSync,
  findings: Findings,
  onProgress: (text: string) => void,
): void {
  checkLedger(db, findings, onProgress);
  for (const table of ["coupons", "variants"]) {
    findings.looked(table, Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]));
  }
  for (const { check, progress, sql, subject, message } of AGREEMENTS) {
    onProgress(progress);
    for (const row of db.prepare(sql).all()) findings.add(check, subject(row), message(row));
  }
}

function checkLedger(
  db: DatabaseSync,
  findings: Findings,
  onProgress: (text: string) => void,
): void {
  const ledger = db.prepare(LEDGER);
  let done = 0;
  for (let after = "";;) {
    const page = ledger.all(after, PAGE).map((row) => ledgerSchema.parse(row));
    findings.looked("customers", page.length);
    for (const row of page) {
      for (const account of ["issued", "available", "processing", "used"] as const) {
        const sum = row[`sum_${account}`];
        if (row[account] === sum) continue;
        findings.add(
          "ledger",
          `customers ${row.id}`,
          `Balance ${account} must be ${sum}, the sum of the ledger: ${row[account]}`,
        );
      }
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    onProgress(`${done += page.length} customers checked`);
  }
}
