import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { NO_AUDIT_FILTER } from "../../domain/filters.ts";
import { parseMerchantId } from "../../domain/ids.ts";
import type { AuditEntry } from "../../domain/trail/entry.ts";
import { readPages } from "../../domain/values/page.ts";
import { momentText } from "../../schema/seed/fields.ts";
import { AUDIT_FILTER, auditList } from "../../things/audit.ts";
import type { Context } from "../context.ts";
import { findMerchant, merchantNames } from "../shops.ts";
import { addFilter, filterOf } from "../options/filter.ts";
import { AFTER, example, LIMIT, ONLY_MERCHANT } from "../options/values.ts";
import { addChainCommands } from "./audit_chain.ts";
import { printList } from "../output/listed.ts";

/** Adds `audit list | verify | erase`. */
export function addAuditCommands(program: CommandUnknownOpts, context: Context): void {
  const audit = program.command("audit").description("list who changed what, and verify the list")
    .addHelpText("after", example("audit list --since 7d"));
  const list = audit.command("list")
    .description("list changes by operators and backends, latest first")
    .option(...ONLY_MERCHANT);
  addFilter(list, AUDIT_FILTER);
  list
    .option(...LIMIT)
    .option("--after <entry-id>", AFTER)
    .addHelpText(
      "after",
      `
FIELDS are those that differ; --json has them as they were and as they are. An entry is written
with its change and stays, unless a server has --audit-retention. It has no data of customers
and no secrets: of such a field it says only that it differs.

Example:
  checkoutctl audit list --since 7d --subject asha
  checkoutctl audit list --action coupon --json`,
    )
    .action(async ({ merchant: reference, limit, after, ...options }) => {
      const { page, names } = await context.use(async (database) => {
        const names = await merchantNames(database);
        // Entries outlive their shop.
        const id = parseMerchantId(reference ?? "");
        const isGone = id !== undefined && !names.has(id);
        const shop = isGone ? undefined : reference;
        const { timeZone, countryCode } = await context.place(database, shop);
        const merchantId = isGone ? id : (await findMerchant(database, shop))?.id ?? null;
        const wanted = { ...NO_AUDIT_FILTER, merchantId };
        const place = { now: context.io.now(), timeZone, countryCode };
        const filter = await filterOf(wanted, AUDIT_FILTER, options, place);
        const { audit } = database.services;
        const page = await readPages((request) => audit.list(filter, request), { limit, after });
        return { page, names };
      });
      printList(context, page, auditList(names), "No changes match", entryJson);
    });
  addChainCommands(audit, context);
}

/** An entry as JSON. */
function entryJson({ id, at, subject, merchantId, action, object, before, after }: AuditEntry) {
  return {
    id,
    at: momentText(at),
    subject,
    merchant_id: merchantId,
    action,
    object,
    before,
    after,
  };
}
