import { z } from "zod";
import { knownAmountTaken } from "../../domain/session/unexpected_refund.ts";
import { currencyOf, formatMajor } from "../../domain/values/money.ts";
import { MONEY_MEASURES } from "../sql/money_sums.ts";
import { MEASURES } from "../sql/session_sums.ts";
import type { Findings } from "./findings.ts";
import { type CheckSource, type Row, rowsOf } from "./source.ts";

/** Customers per statement. */
const PAGE = 1000;

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

const recordSchema = z.object({
  id: z.string(),
  amount: z.string(),
  currency_code: z.string(),
  back: z.number(),
});

const ACCOUNTS = ["issued", "available", "processing", "used"] as const;
/** Columns of `customers` that an account is in. */
const BALANCES: Readonly<Record<(typeof ACCOUNTS)[number], string>> = {
  issued: "issued",
  available: "available less debt",
  processing: "processing",
  used: "used",
};

/** Rows of one table that must agree with rows of another. */
interface Agreement {
  /** The query is named after it. */
  readonly check:
    | "coins-aside"
    | "coupon-count"
    | "money-sum"
    | "stock-count"
    | "payment-reference"
    | "picture"
    | "refund"
    | "session-count"
    | "session-sum";
  readonly progress: string;
  readonly subject: (row: Row) => string;
  readonly message: (row: Row) => string;
}

const AGREEMENTS: readonly Agreement[] = [{
  // Held coins are given back or used by the session that held them.
  check: "coins-aside",
  progress: "Checking held coins",
  subject: ({ customer_id }) => `customers ${customer_id}`,
  message: ({ session_id, net }) =>
    `Coins are held for session ${session_id}, which has no payment under way: ${net}`,
}, {
  check: "coupon-count",
  progress: "Checking coupon uses",
  subject: ({ id }) => `coupons ${id}`,
  message: ({ used, uses }) => `Column used must be ${uses}: ${used}`,
}, {
  check: "stock-count",
  progress: "Checking held stock",
  subject: ({ merchant_id, variant_id }) => `variants ${merchant_id} ${variant_id}`,
  message: ({ held, units }) => `Column held must be ${units}, the sum of the holds: ${held}`,
}, {
  // In old databases one reference may have paid several orders: one of them has it then.
  check: "payment-reference",
  progress: "Checking references of payments",
  subject: ({ id }) => `sessions ${id}`,
  message: ({ reference }) => `Its payment reference is not recorded: ${reference}`,
}, {
  check: "picture",
  progress: "Checking pictures",
  subject: ({ hash }) => `pictures ${hash}`,
  message: ({ product_id, is_missing }) =>
    is_missing === 1
      ? `It is missing, and product ${product_id} has it`
      : `Product ${product_id} does not have it, but column removed_at is empty`,
}, {
  check: "refund",
  progress: "Checking refunds",
  subject: ({ id }) => `refunds ${id}`,
  message: ({ session_id, is_lost }) =>
    is_lost === 1
      ? `Its session is missing: ${session_id}`
      : `It is requested, but column next_try_at says that the provider is not called`,
}, {
  check: "session-count",
  progress: "Counting sessions",
  subject: ({ merchant_id, session_state, payment_state }) =>
    `session_counts ${merchant_id} ${session_state}/${payment_state}`,
  message: ({ actual, counted }) => `Column count must be ${actual}: ${counted}`,
}, {
  check: "session-sum",
  progress: "Summing sessions",
  subject: ({ merchant_id, quarter, session_state, payment_state }) =>
    `session_sums ${merchant_id} ${quarter} ${session_state}/${payment_state}`,
  message: (row) => lackText(row, MEASURES),
}, {
  check: "money-sum",
  progress: "Summing refunds, disputes and fees",
  subject: ({ merchant_id, quarter, currency_code }) =>
    `money_sums ${merchant_id} ${quarter} ${currency_code}`,
  message: (row) => lackText(row, MONEY_MEASURES),
}];

function lackText(row: Row, measures: readonly string[]): string {
  const lacking = measures.filter((name) => Number(row[name]) !== 0);
  return `Its sums lack ${lacking.map((name) => `${name} ${row[name]}`).join(", ")}`;
}

/**
 * Checks that balances, counts and references agree with the rows they come from. Each statement
 * sees one state of the database, in which a balance and its entries belong to the same commits.
 */
export async function checkCounts(
  source: CheckSource,
  findings: Findings,
  onProgress: (text: string) => void,
): Promise<void> {
  await checkLedger(source, findings, onProgress);
  for (const table of ["coupons", "variants"] as const) {
    const [row] = await rowsOf(source, `${table}.count`, {});
    findings.looked(table, Number(row?.["n"]));
  }
  for (const { check, progress, subject, message } of AGREEMENTS) {
    onProgress(progress);
    for (const row of await rowsOf(source, `wrong.${check}`, {})) {
      findings.add(check, subject(row), message(row));
    }
  }
  await checkRecords(source, findings);
}

/** Refunds and disputes of payments without an order, whose amounts are kept as they were reported. */
async function checkRecords(source: CheckSource, findings: Findings): Promise<void> {
  for (const row of await rowsOf(source, "records.money", {})) {
    const { id, amount, currency_code: currencyCode, back } = recordSchema.parse(row);
    const most = knownAmountTaken({ amount, currencyCode, count: 1 });
    if (most === null || back <= most) continue;
    const sum = formatMajor(back, currencyOf(currencyCode));
    findings.add(
      "refund",
      `unexpected_payments ${id}`,
      `Refunds and disputes must be at most ${amount}, the payment received: ${sum}`,
    );
  }
}

async function checkLedger(
  source: CheckSource,
  findings: Findings,
  onProgress: (text: string) => void,
): Promise<void> {
  let done = 0;
  for (let after = "";;) {
    const page = (await rowsOf(source, "ledger", { after, limit: PAGE })).map((row) =>
      ledgerSchema.parse(row)
    );
    findings.looked("customers", page.length);
    for (const row of page) {
      for (const account of ACCOUNTS) {
        const sum = row[`sum_${account}`];
        if (row[account] === sum) continue;
        findings.add(
          "ledger",
          `customers ${row.id}`,
          `Balance ${BALANCES[account]} must be ${sum}, the sum of the ledger: ${row[account]}`,
        );
      }
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    onProgress(`${done += page.length} customers checked`);
  }
}
