import type { Subject } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import type { ProviderAccount, ProviderKind } from "../../domain/shop/provider.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_PROVIDER } from "../../domain/trail/shop.ts";
import { audited } from "../audit.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";

/** Accounts of shops at providers, for the operator. */
export class Providers {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId">) {
    this.#deps = deps;
  }

  /** A shop's accounts, oldest first, with those that are no longer in use. */
  async list({ id }: Pick<Merchant, "id">): Promise<ProviderAccount[]> {
    return await this.#deps.store.providers.of(id);
  }

  /**
   * Adds an account, which takes the shop's payments of its mode from now on.
   *
   * @throws {AppError} `error.provider-exists` if the shop has one of this mode in use
   */
  async add(
    { id: merchantId }: Pick<Merchant, "id">,
    { kind, livemode }: { readonly kind: ProviderKind; readonly livemode: boolean },
    by: Subject,
  ): Promise<ProviderAccount> {
    const { store, now, newId } = this.#deps;
    const account = { id: newId(), merchantId, kind, livemode, createdAt: now(), removedAt: null };
    const fact = factOf(AUDITED_PROVIDER, "provider.add", { before: null, after: account });
    await commitOrRefuse(store, [
      { kind: "provider.add", account },
      audited(this.#deps, by, fact),
    ], {
      code: "error.provider-exists",
      message: `The shop has a provider for ${
        livemode ? "live" : "test"
      } payments: remove it first`,
    });
    return account;
  }

  /**
   * Takes an account out of use. Payments under way end there.
   *
   * @throws {AppError} `error.provider-not-found`
   */
  async remove(
    merchant: Pick<Merchant, "id">,
    idText: string,
    by: Subject,
  ): Promise<ProviderAccount> {
    const { store, now } = this.#deps;
    const before = (await this.list(merchant)).find(({ id }) => id === idText.toLowerCase());
    const unknown = {
      code: "error.provider-not-found" as const,
      message: `The shop has no such provider in use: ${shown(idText)}`,
    };
    if (before === undefined) throw new AppError(unknown.code, unknown.message);
    const after = { ...before, removedAt: now() };
    await commitOrRefuse(store, [
      { kind: "provider.remove", accountId: before.id, at: after.removedAt },
      audited(this.#deps, by, factOf(AUDITED_PROVIDER, "provider.remove", { before, after })),
    ], unknown);
    return after;
  }
}
