import type { MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { AuditEntry } from "../../domain/trail/entry.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Selection of audit entries; a part that is absent selects all. */
export interface AuditQuery {
  readonly merchantId?: MerchantId | undefined;
  /** Label of a subject; of an operator without `cli:` too. */
  readonly subject?: string | undefined;
  /** An action, `coupon.update`, or all of a noun, `coupon`. */
  readonly action?: string | undefined;
  /** Only entries from this time on. */
  readonly since?: number | undefined;
}

/** Key of an entry in lists. */
export type AuditKey = Pick<AuditEntry, "at" | "id">;

/** The audit trail. */
export interface AuditReads {
  /** Matching entries, latest first. */
  list(query: AuditQuery, page: PageRequest<AuditKey>): MaybePromise<Page<AuditEntry, AuditKey>>;
  /** The entry with this id. */
  find(id: string): MaybePromise<AuditEntry | null>;
}
