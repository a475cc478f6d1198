import type { Caller, Subject } from "../domain/caller.ts";
import { invalid, shown } from "../domain/errors.ts";
import type { AuditFilter } from "../domain/filters.ts";
import { type MerchantId, parseUuid } from "../domain/ids.ts";
import type { AuditEntry, AuditFact, FieldValues } from "../domain/trail/entry.ts";
import { mapNext, type Page, type PageRequest } from "../domain/values/page.ts";
import { audited } from "./audit.ts";
import type { Deps } from "./deps.ts";
import { HourlyCount } from "./hourly_count.ts";

/** Dependencies of {@link AuditTrail}. */
export type AuditTrailDeps = Pick<Deps, "store" | "now" | "newId">;

/** The audit trail for the operator. */
export class AuditTrail {
  readonly #deps: AuditTrailDeps;
  /** Rows about persons by API key. */
  readonly #rows = new HourlyCount();

  constructor(deps: AuditTrailDeps) {
    this.#deps = deps;
  }

  /**
   * Matching entries, latest first.
   *
   * @param page `after` is the id of an entry
   * @throws {AppError} `error.invalid-request` for an unknown `after`
   */
  async list(
    filter: AuditFilter,
    { limit, after: text }: PageRequest<string>,
  ): Promise<Page<AuditEntry, string>> {
    const { audit } = this.#deps.store;
    const id = text === undefined ? undefined : parseUuid(text);
    const found = id === undefined ? null : await audit.find(id);
    // An entry of another shop is answered like an unknown one.
    const isOwn = filter.merchantId === null || found?.merchantId === filter.merchantId;
    const after = isOwn ? found : null;
    if (text !== undefined && after === null) {
      throw invalid(`No audit entry has this id: ${shown(text)}`);
    }
    return mapNext(await audit.list(filter, { limit, after: after ?? undefined }), ({ id }) => id);
  }

  /**
   * Records that an API key reads rows about persons: its first ones in an hour, and those with which
   * it has read 100, 1,000 and so on, so that no list fills the trail.
   *
   * @param list its path, for the entry
   */
  async noteRows({ merchantId, subject }: Caller, list: string, count: number): Promise<void> {
    if (subject.kind !== "key" || count === 0) return;
    const before = this.#rows.of(subject.id, this.#deps.now());
    const rows = before + count;
    this.#rows.set(subject.id, rows);
    if (before > 0 && digits(before) === digits(rows)) return;
    try {
      await this.noteDownload(list, merchantId, subject, { rows });
    } catch (error) {
      // Nothing was answered: the next page is recorded.
      this.#rows.forget(subject.id);
      throw error;
    }
  }

  /** Records the download of a file with personal data. */
  async noteDownload(
    file: string,
    merchantId: MerchantId | null,
    by: Subject,
    after: FieldValues | null = null,
  ): Promise<void> {
    const fact: AuditFact = {
      merchantId,
      action: "export.download",
      object: { kind: "export", id: null, label: file },
      before: null,
      after,
    };
    await this.#deps.store.commit([audited(this.#deps, by, fact)]);
  }
}

/** Digits of a number, of which those below 100 have the same. */
function digits(rows: number): number {
  return String(Math.max(rows, 99)).length;
}
