import { type CheckName, type CheckReport, CHECKS } from "../../store/maintenance.ts";
import type { Output } from "./output.ts";
import { clean } from "./text.ts";
import { counted } from "../../domain/values/wording.ts";

const WRONG_FIGURES =
  "`session stats` and the dashboard show wrong figures for a shop; nothing else uses them.";

/** Meaning of a finding, and what to do about it. */
const MEANINGS: Readonly<Record<CheckName, string>> = {
  "integrity": "The file is damaged, by the disk or by another program. Restore a backup.",
  "foreign-keys":
    "Rows refer to missing rows: another program wrote to the file. Restore a backup, " +
    "or put the missing rows back.",
  "schema":
    "The tables differ from this program's schema: another program changed them. Undo the " +
    "change; this program may rely on what is missing.",
  "row": "A shop or its data cannot be read: requests that need it fail, and all requests of the " +
    "shop if it is the shop itself. Restore a backup, or correct the column.",
  "session-row":
    "The session cannot be read: requests for it fail. Nothing else is affected. Restore " +
    "a backup, or correct the column.",
  "session-columns": "The columns that find the session differ from its content.",
  "session-state": "The payment contradicts the session's state. Compare it with the payment " +
    "provider before you ship or refund.",
  "price":
    "The session's amounts do not add up. Compare the charge with the lines before you ship " +
    "or refund.",
  "coupon-use":
    "The session has one coupon use too many or too few: the coupon runs out too early " +
    "or too late.",
  "stock-hold":
    "The held units differ from what the session needs: the shop sells too few or too " +
    "many.",
  "session-coins":
    "The session moved a different number of coins than its price says. Correct the " +
    "balance with `customer coins`.",
  "view":
    "Get Session answers differently from the stored session. Any step on the session corrects " +
    "it.",
  "ledger":
    "The balance differs from the sum of its entries. The entries are right: compare them " +
    "with `customer show`.",
  "coins-aside": "Coins are held and nothing will release them. Give the customer as many with " +
    "`customer coins`.",
  "coupon-count": "The coupon's count differs from its uses: it runs out too early or too late.",
  "stock-count":
    "The held units differ from what payments hold: the shop sells too few or too many.",
  "payment-reference":
    "The reference of a paid session could pay a second order. Restoring a backup " +
    "corrects it.",
  "picture":
    "A picture of a product is missing, or kept for no product. Add it to the product again.",
  "refund": "The order of a refund is missing, or its money never goes out. Compare it with the " +
    "payment provider.",
  "session-count":
    "`session stats` and the metrics show wrong counts for a shop; nothing else uses " +
    "them.",
  "session-sum": WRONG_FIGURES,
  "money-sum": WRONG_FIGURES,
  "event": "The event cannot be read or delivered, or its session is missing.",
  "delivery": "The delivery's event or endpoint is missing or belongs to another shop.",
};

/** The report of a check as JSON. */
export function checkJson(path: string, report: CheckReport) {
  return {
    database: path,
    schema_version: report.schemaVersion,
    ok: report.found === 0,
    checked: report.checked,
    found: report.found,
    findings: report.findings.map(({ check, subject, message }) => ({
      check,
      subject,
      message,
      meaning: MEANINGS[check],
    })),
  };
}

/** Prints the findings of a check by kind, each kind with its meaning. */
export function printCheck(out: Output, path: string, report: CheckReport): void {
  for (const check of CHECKS) {
    const own = report.findings.filter((one) => one.check === check);
    if (own.length === 0) continue;
    out.line(out.style("bold", check));
    out.line(MEANINGS[check]);
    for (const { subject, message } of own) out.line(`  ${clean(subject)}: ${clean(message)}`);
    out.line();
  }
  if (report.found > report.findings.length) {
    out.line(`Showing ${report.findings.length} of ${report.found}.`);
  }
  const checked = Object.entries(report.checked).map(([table, rows]) => `${rows} ${table}`);
  const result = report.found === 0 ? "has no faults" : `has ${counted(report.found, "fault")}`;
  out.line(
    `${clean(path)} ${result}: schema version ${report.schemaVersion}; checked ${
      checked.join(", ")
    }`,
  );
}
