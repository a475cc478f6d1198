import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { Findings } from "./findings.ts";

/** Customers whose ledger is added up in one statement. */
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

/**
 * Checks that what is counted in one place is the sum of what is written in another: balances
 * and the ledger, uses of coupons, units set aside. Each statement sees one state of the
 * database, in which a balance and its entries are of the same commits.
 */
export function checkCounts(
  db: DatabaseSync,
  findings: Findings,
  onProgress: (text: string) => void,
): void {
  checkLedger(db, findings, onProgress);
  onProgress("Checking held coins");
  checkCoinsAside(db, findings);
  onProgress("Checking coupon uses and held stock");
  checkCouponCounts(db, findings);
  checkStockCounts(db, findings);
  onProgress("Checking references of payments");
  checkReferences(db, findings);
  onProgress("Counting sessions");
  checkSessionCounts(db, findings);
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

/** Coins that a payment has set aside are given back or used by the same session, never forgotten. */
function checkCoinsAside(db: DatabaseSync, findings: Findings): void {
  const rows = db.prepare(
    `SELECT m.customer_id, m.session_id, m.net FROM (
       SELECT customer_id, session_id,
         sum((to_account = 'PROCESSING') * coins - (from_account = 'PROCESSING') * coins) AS net
       FROM coin_movements WHERE session_id IS NOT NULL
       GROUP BY customer_id, session_id HAVING net <> 0
     ) AS m LEFT JOIN sessions AS s ON s.id = m.session_id
     WHERE s.id IS NULL OR s.session_state <> 'IN_PROGRESS'
       OR s.payment_state NOT IN ('PENDING', 'PAID')`,
  ).all();
  for (const { customer_id, session_id, net } of rows) {
    findings.add(
      "coins-aside",
      `customers ${customer_id}`,
      `Coins are held for session ${session_id}, which has no payment under way: ${net}`,
    );
  }
}

function checkCouponCounts(db: DatabaseSync, findings: Findings): void {
  findings.looked("coupons", countOf(db, "coupons"));
  const rows = db.prepare(
    `SELECT c.id, c.used, ifnull(u.uses, 0) AS uses FROM coupons AS c LEFT JOIN (
       SELECT coupon_id, count(*) AS uses FROM coupon_uses GROUP BY coupon_id
     ) AS u ON u.coupon_id = c.id
     WHERE c.used <> ifnull(u.uses, 0)`,
  ).all();
  for (const { id, used, uses } of rows) {
    findings.add("coupon-count", `coupons ${id}`, `Column used must be ${uses}: ${used}`);
  }
}

function checkStockCounts(db: DatabaseSync, findings: Findings): void {
  findings.looked("variants", countOf(db, "variants"));
  const rows = db.prepare(
    `SELECT v.merchant_id, CAST(v.variant_id AS TEXT) AS variant_id, v.held,
       ifnull((SELECT sum(units) FROM stock_holds AS h
         WHERE h.merchant_id = v.merchant_id AND h.variant_id = v.variant_id), 0) AS units
     FROM variants AS v WHERE v.held <> units`,
  ).all();
  for (const { merchant_id, variant_id, held, units } of rows) {
    findings.add(
      "stock-count",
      `variants ${merchant_id} ${variant_id}`,
      `Column held must be ${units}, the sum of the holds: ${held}`,
    );
  }
}

/** Of old databases one reference may have paid several orders: one of them has it then. */
function checkReferences(db: DatabaseSync, findings: Findings): void {
  const rows = db.prepare(
    `SELECT s.id, s.doc ->> '$.payment.reference' AS reference FROM sessions AS s
     WHERE s.payment_state = 'PAID'
       AND iif(json_valid(s.doc), s.doc ->> '$.payment.reference', NULL) IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM payment_references AS r
         WHERE r.merchant_id = s.merchant_id AND r.reference = s.doc ->> '$.payment.reference')`,
  ).all();
  for (const { id, reference } of rows) {
    findings.add(
      "payment-reference",
      `sessions ${id}`,
      `Its payment reference is not recorded: ${reference}`,
    );
  }
}

function checkSessionCounts(db: DatabaseSync, findings: Findings): void {
  const rows = db.prepare(
    `SELECT merchant_id, session_state, payment_state,
       ifnull(s.n, 0) AS actual, ifnull(c.count, 0) AS counted
     FROM (
       SELECT merchant_id, session_state, payment_state, count(*) AS n FROM sessions
       GROUP BY merchant_id, session_state, payment_state
     ) AS s FULL JOIN session_counts AS c USING (merchant_id, session_state, payment_state)
     WHERE actual <> counted`,
  ).all();
  for (const { merchant_id, session_state, payment_state, actual, counted } of rows) {
    findings.add(
      "session-count",
      `session_counts ${merchant_id} ${session_state}/${payment_state}`,
      `Column count must be ${actual}: ${counted}`,
    );
  }
}

function countOf(db: DatabaseSync, table: "coupons" | "variants"): number {
  return Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
}
