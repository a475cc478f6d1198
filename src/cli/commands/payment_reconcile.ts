import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { counted } from "../../domain/values/wording.ts";
import type { Reconciliation } from "../../service/checkout/reconciliation.ts";
import type { Context } from "../context.ts";
import { findMerchant } from "../shops.ts";
import { ONLY_MERCHANT, SINCE } from "../options/values.ts";
import { clean } from "../output/text.ts";

/** Time before now that is compared without `--since`. */
const DEFAULT_MS = 2 * 86_400_000;

/** Adds `payment reconcile`. */
export function addReconcile(payment: CommandUnknownOpts, context: Context): void {
  payment.command("reconcile").description(
    "compare what providers took and gave back with the shop",
  )
    .option(...ONLY_MERCHANT)
    .option(...SINCE)
    .addHelpText(
      "after",
      `
Each payment, refund and dispute of the providers' accounts is looked up here, and each of ours
there, since --since (default: 2 days ago). A provider that cannot list is asked for ours alone. Of
an account without its key, refunds and disputes that have not ended are differences. One that does
not answer is named, and the others are compared. It changes nothing. The exit code is 1 if there is
a difference, or an account that did not answer.

Example:
  checkoutctl payment reconcile --since 2d`,
    )
    .action(async ({ merchant: reference, since }) => {
      const now = context.io.now();
      const results = await context.use(async (database) => {
        const { merchants, reconciliations } = database.services;
        const merchant = await findMerchant(database, reference);
        const shops = merchant === undefined ? await merchants.list() : [merchant];
        const found: Reconciliation[] = [];
        for (const { id, timeZone } of shops) {
          const from = since === undefined ? now - DEFAULT_MS : since(now, timeZone);
          found.push(...await reconciliations.compare(id, from));
        }
        return found;
      });
      context.out.result(results.map(resultJson), () => {
        for (const one of results) printResult(context, one);
        if (results.length === 0) context.out.line("No shop has a provider");
      });
      const differences = results.reduce((sum, one) => sum + one.differences.length, 0);
      const silent = results.filter(({ silence }) => silence !== null).length;
      const found = [
        ...(differences === 0 ? [] : [counted(differences, "difference")]),
        ...(silent === 0 ? [] : [`${counted(silent, "account")} without an answer`]),
      ];
      if (found.length === 0) return;
      context.fail();
      context.out.note(found.join(", "));
    });
}

function resultJson({ differences, ...one }: Reconciliation) {
  return {
    provider_id: one.accountId,
    provider: one.provider,
    listed: one.isListed,
    asked: one.isAsked,
    cause: one.silence,
    payments: one.payments,
    refunds: one.refunds,
    disputes: one.disputes,
    others: one.others,
    differences: differences.map(({ sessionId, ...difference }) => ({
      ...difference,
      session_id: sessionId,
    })),
  };
}

function printResult({ out }: Context, one: Reconciliation): void {
  out.line(`${one.provider} ${one.accountId}: ${comparedText(one)}`);
  for (const { thing, reference, amount, sessionId, problem } of one.differences) {
    const session = sessionId === null ? "" : `, session ${sessionId}`;
    out.line(`  ${thing} ${clean(reference)}, ${amount}${session}: ${clean(problem)}`);
  }
}

function comparedText(one: Reconciliation): string {
  if (one.silence !== null && !one.isAsked) return `not asked: ${clean(one.silence)}`;
  const [refunds, disputes] = [counted(one.refunds, "refund"), counted(one.disputes, "dispute")];
  if (!one.isAsked) return `not asked, since its key is deleted; ${refunds}, ${disputes} open`;
  const things = [counted(one.payments, "payment"), refunds, disputes];
  const alone = one.isListed ? "" : "; it cannot list, so only ours were asked for";
  const silent = one.silence === null ? "" : `; not listed: ${clean(one.silence)}`;
  return `${things.join(", ")}${alone}${silent}`;
}
