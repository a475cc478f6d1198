import { nothingLeft } from "../../../domain/filters.ts";
import { pageOf } from "../../../domain/values/page.ts";
import { auditFromRow } from "../../../schema/stored/audit.ts";
import type { AuditReads } from "../../reads/audit.ts";
import { type Connection, Query } from "./query.ts";

/** A page is one range of an index, in its order. */
const list = (shop: string) => `
  SELECT * FROM audit_entries
  WHERE ${shop} AND (at, id) < (?2, ?3) AND at >= ?4
    AND (?5 IS NULL OR subject_label IN (?5, 'cli:' || ?5))
    AND (?6 IS NULL OR action = ?6 OR substr(action, 1, length(?6) + 1) = ?6 || '.')
  ORDER BY at DESC, id DESC LIMIT ?7`;

/** Reads the audit trail. */
export function sqliteAudit(db: Connection): AuditReads {
  const ofAll = new Query(db, list("?1 IS NULL"), auditFromRow);
  const ofShop = new Query(db, list("merchant_id = ?1"), auditFromRow);
  const byId = new Query(db, "SELECT * FROM audit_entries WHERE id = ?", auditFromRow);
  return {
    list: ({ merchantId, subject, action, since, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const found = (merchantId === null ? ofAll : ofShop).all(
        merchantId,
        after?.at ?? Number.MAX_SAFE_INTEGER,
        after?.id ?? "",
        since ?? 0,
        subject,
        action,
        limit + 1,
      );
      return pageOf(found, limit, ({ at, id }) => ({ at, id }));
    },
    find: (id) => byId.one(id),
  };
}
