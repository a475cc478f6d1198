import { type CheckName, type CheckReport, CHECKS } from "../../store/maintenance.ts";
import type { Output } from "./output.ts";
import { clean, counted } from "./text.ts";

/** What it means when a check finds something, and what to do. */
const MEANINGS: Readonly<Record<CheckName, string>> = {
  "integrity": "The file is damaged, by its disk or by whoever wrote into it. Restore a backup.",
  "foreign-keys":
    "Rows refer to rows that are not there: somebody wrote with another program. Restore a backup, " +
    "or put the missing rows back.",
  "schema":
    "The tables are not as this program makes them: somebody changed them. Undo that, for what it " +
    "relies on may be missing.",
  "row":
    "A shop, or what belongs to it, cannot be read: requests that meet it fail, and where it is the " +
    "shop itself all of its requests. Restore a backup, or put the column right.",
  "session-row":
    "The session cannot be read: requests for it fail. Nothing else is affected. Restore a backup, or " +
    "put the column right.",
  "session-columns":
    "The session is found by something else than it says itself, or ended otherwise.",
  "session-state":
    "The session says of its payment what cannot be. Compare it with the payment provider before " +
    "you ship or refund.",
  "price":
    "The amounts of the session do not add up. Compare what was charged with the lines before you " +
    "ship or refund.",
  "coupon-use":
    "The session has a use of a coupon too many or too few: the coupon runs out too early or too late.",
  "stock-hold":
    "Units are set aside that nobody buys, or not those that somebody does: the shop sells too few " +
    "or too many.",
  "session-coins":
    "The session has moved other coins of its customer than its price says. `customer coins` puts " +
    "the balance right.",
  "view":
    "Readers are shown something else than the session is. Any step on the session makes it anew.",
  "ledger":
    "The balance is not what its entries add up to. The entries count: compare them by `customer show`.",
  "coins-aside":
    "Coins are set aside and nobody will give them back. `customer coins` gives the customer as many.",
  "coupon-count": "The coupon counts other uses than there are: it runs out too early or too late.",
  "stock-count":
    "Other units are set aside than payments hold: the shop sells too few or too many.",
  "payment-reference":
    "The reference of a paid session could pay a second order. A restore of a backup puts it right.",
  "session-count":
    "What `session stats` and the metrics say of a shop's sessions is wrong; nothing else relies on it.",
  "event": "The event cannot be read or delivered, or is of a session that is gone.",
  "delivery": "The delivery has nothing to deliver, or not to whom it says.",
};

/** What a check came to, for programs. */
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

/** What a check came to, for people: by what was looked at, each with what it means. */
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
    out.line(`Listed are ${report.findings.length} of ${report.found}.`);
  }
  const looked = Object.entries(report.checked).map(([table, rows]) => `${rows} ${table}`);
  const result = report.found === 0 ? "is sound" : `has ${counted(report.found, "fault")}`;
  out.line(
    `${clean(path)} ${result}: schema version ${report.schemaVersion}; looked at ${
      looked.join(", ")
    }`,
  );
}
