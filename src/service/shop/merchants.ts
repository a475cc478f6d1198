import { isDeepStrictEqual } from "node:util";
import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { type MerchantId, parseMerchantId } from "../../domain/ids.ts";
import {
  type Merchant,
  type MerchantDraft,
  type MerchantHead,
  parseDomain,
} from "../../domain/shop/merchant.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { factOf, type ThingChange } from "../../domain/trail/fact.ts";
import { canSendCodes, settleVerification } from "../../domain/shop/phone_verification.ts";
import { AUDITED_MERCHANT } from "../../domain/trail/shop.ts";
import { audited } from "../audit.ts";
import { commitAsRead, commitOrRefuse, type RefusedAs } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { payoutNews } from "../people/news.ts";

/** Another merchant has one of the domains. */
const TAKEN: RefusedAs = { code: "error.merchant-exists" };

/** Merchants and their rules. */
export class Merchants {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId">) {
    this.#deps = deps;
  }

  /**
   * Creates a merchant.
   *
   * @throws {AppError} `error.merchant-exists` when another merchant has one of the domains;
   *   `error.invalid-request` for a rule that needs codes, which a new shop cannot deliver
   */
  async create(draft: MerchantDraft, by: Subject): Promise<Merchant> {
    const { newId, now } = this.#deps;
    const createdAt = now();
    const settings = settleVerification(draft, { before: null, canSendCodes: false, path: "" });
    const merchant = { ...settings, id: newId() as MerchantId, createdAt, updatedAt: createdAt };
    const changes = this.#put("merchant.create", by, { before: null, after: merchant });
    await commitOrRefuse(this.#deps.store, changes, TAKEN);
    return merchant;
  }

  /**
   * Changes a merchant's settings; open sessions keep their price until they change. Nothing is
   * written where none differs.
   *
   * @param change makes the new settings; called again if another change was faster
   * @throws {AppError} `error.merchant-not-found`; `error.merchant-exists` when another merchant has
   *   one of the domains; `error.invalid-request` for a rule that needs codes, if nothing delivers
   *   them
   */
  async update(
    merchantId: MerchantId,
    change: (merchant: Merchant) => MerchantDraft,
    by: Subject,
  ): Promise<Merchant> {
    const { store, now } = this.#deps;
    return await commitAsRead(store, [{ kind: "merchant", merchantId }], async () => {
      const before = await this.find(merchantId);
      const settings = settleVerification(change(before), {
        before,
        canSendCodes: canSendCodes(await store.webhooks.of(merchantId)),
        path: "",
      });
      if (isDeepStrictEqual({ ...before, ...settings }, before)) {
        return { changes: [], result: before };
      }
      const after = { ...before, ...settings, updatedAt: now() };
      return {
        changes: this.#put("merchant.update", by, { before, after }),
        result: after,
        refusedAs: TAKEN,
      };
    });
  }

  /** All merchants, by name. */
  async list(): Promise<Merchant[]> {
    return await this.#deps.store.merchants.all();
  }

  /** All merchants without their rules, by name. */
  async heads(): Promise<MerchantHead[]> {
    return await this.#deps.store.merchants.heads();
  }

  /**
   * Finds a merchant by its id or any of its domains.
   *
   * @throws {AppError} `error.merchant-not-found`
   */
  async find(reference: string): Promise<Merchant> {
    const { store } = this.#deps;
    const id = parseMerchantId(reference);
    const domain = parseDomain(reference);
    const found = id !== undefined
      ? await store.merchants.find(id)
      : domain !== undefined
      ? await store.merchants.byDomain(domain)
      : null;
    if (found !== null) return found;
    throw new AppError("error.merchant-not-found", `No such merchant: ${shown(reference)}`);
  }

  #put(
    action: AuditAction,
    by: Subject,
    change: ThingChange<Merchant> & { readonly after: Merchant },
  ): Change[] {
    return [
      { kind: "merchant.put", merchant: change.after },
      ...payoutNews(this.#deps, change, by),
      audited(this.#deps, by, factOf(AUDITED_MERCHANT, action, change)),
    ];
  }
}
