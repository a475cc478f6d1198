import type { AuditFilter } from "../../domain/filters.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { AuditEntry } from "../../domain/trail/entry.ts";
import type { AuditSeal, SealedRow } from "../../domain/trail/seal.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Key of an entry in lists. */
export type AuditKey = Pick<AuditEntry, "at" | "id">;

/** The audit trail. */
export interface AuditReads {
  /** Matching entries, latest first. */
  list(filter: AuditFilter, page: PageRequest<AuditKey>): MaybePromise<Page<AuditEntry, AuditKey>>;
  /** The entry with this id. */
  find(id: string): MaybePromise<AuditEntry | null>;
  /** Entries that wait for a seal, by id. */
  unsealed(limit: number): MaybePromise<AuditEntry[]>;
  /** Entries that neither have a seal nor wait for one. */
  outside(limit: number): MaybePromise<AuditEntry[]>;
  /** The latest seal; null before the first one. */
  lastSeal(): MaybePromise<AuditSeal | null>;
  /** Seals from a number on, in order. */
  seals(from: number, limit: number): MaybePromise<AuditSeal[]>;
  /** The entries of a seal, by their place. */
  sealedBy(seal: number): MaybePromise<SealedRow[]>;
}
