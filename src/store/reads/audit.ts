import type { AuditFilter } from "../../domain/filters.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { AuditEntry } from "../../domain/trail/entry.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Key of an entry in lists. */
export type AuditKey = Pick<AuditEntry, "at" | "id">;

/** The audit trail. */
export interface AuditReads {
  /** Matching entries, latest first. */
  list(filter: AuditFilter, page: PageRequest<AuditKey>): MaybePromise<Page<AuditEntry, AuditKey>>;
  /** The entry with this id. */
  find(id: string): MaybePromise<AuditEntry | null>;
}
