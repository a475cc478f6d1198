import { invalid, shown } from "../domain/errors.ts";
import type { AuditFilter } from "../domain/filters.ts";
import { parseUuid } from "../domain/ids.ts";
import type { AuditEntry } from "../domain/trail/entry.ts";
import { mapNext, type Page, type PageRequest } from "../domain/values/page.ts";
import type { Deps } from "./deps.ts";

/** The audit trail for the operator. */
export class AuditTrail {
  readonly #deps: Pick<Deps, "store">;

  constructor(deps: Pick<Deps, "store">) {
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
}
