import type { Subject } from "../domain/caller.ts";
import { invalid, shown } from "../domain/errors.ts";
import type { AuditFilter } from "../domain/filters.ts";
import { type MerchantId, parseUuid } from "../domain/ids.ts";
import type { AuditEntry, AuditFact } from "../domain/trail/entry.ts";
import { mapNext, type Page, type PageRequest } from "../domain/values/page.ts";
import { audited } from "./audit.ts";
import type { Deps } from "./deps.ts";

/** Dependencies of {@link AuditTrail}. */
export type AuditTrailDeps = Pick<Deps, "store" | "now" | "newId">;

/** The audit trail for the operator. */
export class AuditTrail {
  readonly #deps: AuditTrailDeps;

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

  /** Records the download of a file with personal data. */
  async noteDownload(file: string, merchantId: MerchantId | null, by: Subject): Promise<void> {
    const fact: AuditFact = {
      merchantId,
      action: "export.download",
      object: { kind: "export", id: null, label: file },
      before: null,
      after: null,
    };
    await this.#deps.store.commit([audited(this.#deps, by, fact)]);
  }
}
