import { nothingLeft } from "../../../domain/filters.ts";
import { pageOf } from "../../../domain/values/page.ts";
import { auditFromRow } from "../../../schema/stored/audit.ts";
import type { AuditReads } from "../../reads/audit.ts";
import { PgQuery, type Reads } from "./query.ts";

/** A page is one range of an index, in its order. */
const list = (shop: string) => `
  SELECT * FROM audit_entries
  WHERE ${shop} AND (at, id) < ($1, $2) AND at >= $3
    AND ($4::text IS NULL OR subject_label IN ($4, 'cli:' || $4))
    AND ($5::text IS NULL OR action = $5 OR left(action, length($5) + 1) = $5 || '.')
  ORDER BY at DESC, id DESC LIMIT $6`;

/** Reads the audit trail. */
export function postgresAudit(reads: Reads): AuditReads {
  const ofAll = new PgQuery(reads, list("true"), auditFromRow);
  const ofShop = new PgQuery(reads, list("merchant_id = $7"), auditFromRow);
  const byId = new PgQuery(reads, "SELECT * FROM audit_entries WHERE id = $1", auditFromRow);
  return {
    list: async ({ merchantId, subject, action, since, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const values = [
        after?.at ?? Number.MAX_SAFE_INTEGER,
        after?.id ?? "",
        since ?? 0,
        subject,
        action,
        limit + 1,
      ];
      const found = merchantId === null ? ofAll.all(...values) : ofShop.all(...values, merchantId);
      return pageOf(await found, limit, ({ at, id }) => ({ at, id }));
    },
    find: (id) => byId.one(id),
  };
}
