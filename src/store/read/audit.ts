import { nothingLeft } from "../../domain/filters.ts";
import { pageOf } from "../../domain/values/page.ts";
import { auditFromRow } from "../../schema/stored/audit.ts";
import { sealedRowFromRow, sealFromRow } from "../../schema/stored/audit_seal.ts";
import type { AuditReads } from "../reads/audit.ts";
import { mapped, type Reader } from "./query.ts";

/** A page is one range of an index, in its order. */
const list = (shop: string) => `
  SELECT * FROM audit_entries
  WHERE ${shop} AND (at, id) < (:after_at, :after) AND at >= :since
    AND (:subject IS NULL OR subject_label IN (:subject, 'cli:' || :subject))
    AND (:action IS NULL OR action = :action
      OR substr(action, 1, length(:action) + 1) = :action || '.')
  ORDER BY at DESC, id DESC LIMIT :limit`;

const LISTED = ["after_at", "after", "since", "subject?", "action?", "limit"] as const;

/** Reads the audit trail. */
export function auditReads(db: Reader): AuditReads {
  const ofAll = db.query(LISTED, list("true"), auditFromRow);
  const ofShop = db.query(
    ["merchant_id", ...LISTED],
    list("merchant_id = :merchant_id"),
    auditFromRow,
  );
  const byId = db.query(["id"], "SELECT * FROM audit_entries WHERE id = :id", auditFromRow);
  const unsealed = db.query(
    ["limit"],
    `SELECT e.* FROM audit_unsealed AS w JOIN audit_entries AS e ON e.id = w.entry_id
       ORDER BY w.entry_id LIMIT :limit`,
    auditFromRow,
  );
  const outside = db.query(
    ["limit"],
    `SELECT * FROM audit_entries AS e
       WHERE NOT EXISTS (SELECT 1 FROM audit_sealed AS s WHERE s.entry_id = e.id)
         AND NOT EXISTS (SELECT 1 FROM audit_unsealed AS w WHERE w.entry_id = e.id)
       ORDER BY e.at, e.id LIMIT :limit`,
    auditFromRow,
  );
  const lastSeal = db.query(
    [],
    "SELECT * FROM audit_seals WHERE seal = (SELECT max(seal) FROM audit_seals)",
    sealFromRow,
  );
  const seals = db.query(
    ["seal", "limit"],
    "SELECT * FROM audit_seals WHERE seal >= :seal ORDER BY seal LIMIT :limit",
    sealFromRow,
  );
  const sealedBy = db.query(
    ["seal"],
    `SELECT s.*, e.* FROM audit_sealed AS s LEFT JOIN audit_entries AS e ON e.id = s.entry_id
       WHERE s.seal = :seal ORDER BY s.nth`,
    sealedRowFromRow,
  );
  return {
    unsealed: (limit) => unsealed.all({ limit }),
    outside: (limit) => outside.all({ limit }),
    lastSeal: () => lastSeal.one({}),
    seals: (seal, limit) => seals.all({ seal, limit }),
    sealedBy: (seal) => sealedBy.all({ seal }),
    list: ({ merchantId, subject, action, since, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const values = {
        after_at: after?.at ?? Number.MAX_SAFE_INTEGER,
        after: after?.id ?? "",
        since: since ?? 0,
        subject,
        action,
        limit: limit + 1,
      };
      const found = merchantId === null
        ? ofAll.all(values)
        : ofShop.all({ merchant_id: merchantId, ...values });
      return mapped(found, (rows) => pageOf(rows, limit, ({ at, id }) => ({ at, id })));
    },
    find: (id) => byId.one({ id }),
  };
}
