import type { Subject } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { UnexpectedFilter } from "../../domain/filters.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_UNEXPECTED_PAYMENT } from "../../domain/trail/sale.ts";
import { type Page, pageOf, type PageRequest } from "../../domain/values/page.ts";
import { audited } from "../audit.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";

/** PAID results without an order, kept until the operator resolves them. */
export class UnexpectedPayments {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId">) {
    this.#deps = deps;
  }

  /**
   * A page of records of a shop, or of all, newest first.
   *
   * @param page `after` is the id of a record of them
   * @throws {AppError} `error.payment-not-found`
   */
  async page(
    filter: UnexpectedFilter,
    { limit, after }: PageRequest<string>,
  ): Promise<Page<UnexpectedPayment, string>> {
    const key = after === undefined
      ? undefined
      : await this.show(after, filter.merchantId ?? undefined);
    const { payments } = this.#deps.store;
    const found = await payments.unexpected(filter, { limit: limit + 1, after: key });
    return pageOf(found, limit, ({ id }) => id);
  }

  /** Number of unresolved records, of a shop or of all. */
  async openCount(merchantId: MerchantId | null, livemode = true): Promise<number> {
    return await this.#deps.store.payments.openCount(merchantId, livemode);
  }

  /**
   * One record.
   *
   * @param merchantId its shop (default: any)
   * @throws {AppError} `error.payment-not-found`
   */
  async show(id: string, merchantId?: MerchantId): Promise<UnexpectedPayment> {
    const found = await this.#deps.store.payments.find(id.toLowerCase());
    if (found !== null && found.merchantId === (merchantId ?? found.merchantId)) return found;
    throw new AppError(
      "error.payment-not-found",
      `No unexpected payment has this id: ${shown(id)}`,
    );
  }

  /**
   * Resolves a record, with those that it stands for.
   *
   * @param note how it was resolved
   * @throws {AppError} `error.payment-not-found`; `error.conflict` if it is already resolved
   */
  async resolve(id: string, note: string, by: Subject): Promise<UnexpectedPayment> {
    const found = await this.show(id);
    const resolution = { at: this.#deps.now(), note };
    const resolved = { ...found, resolution };
    const fact = factOf(AUDITED_UNEXPECTED_PAYMENT, "payment.resolve", {
      before: found,
      after: resolved,
    });
    await commitOrConflict(this.#deps.store, [
      { kind: "unexpected.resolve", id: found.id, merchantId: found.merchantId, resolution },
      audited(this.#deps, by, fact),
    ]);
    return resolved;
  }
}
