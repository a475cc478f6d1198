import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import {
  accountInUse,
  KEY_KEPT_DAYS,
  type ProviderAccount,
  type ProviderKind,
  type ProviderSecrets,
} from "../../domain/shop/provider.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_PROVIDER } from "../../domain/trail/shop.ts";
import { commitOrRefuse } from "../commit.ts";
import { auditedWithNews } from "../people/news.ts";
import { accessOf } from "../provider_access.ts";
import { ProviderEnds, type ProviderEndsDeps, type RemovedProvider } from "./provider_ends.ts";
import { inUseAlready, ProviderKeys, type ProviderKeysDeps } from "./provider_keys.ts";

const DAY_MS = 86_400_000;
type OutOfUse = ProviderAccount & { readonly removedAt: number };

/** An account to add. */
export interface NewProvider {
  readonly kind: ProviderKind;
  readonly livemode: boolean;
  /** Default: none, for the demo provider. */
  readonly secrets?: ProviderSecrets;
  /** True if the key is of the account in use, although the provider names none. */
  readonly replaces?: boolean;
}

/** Accounts of shops at providers, for the operator. */
export class Providers {
  readonly #deps: ProviderKeysDeps;
  readonly #keys: ProviderKeys;
  readonly #ends: ProviderEnds;

  constructor(deps: ProviderKeysDeps & ProviderEndsDeps) {
    this.#deps = deps;
    this.#keys = new ProviderKeys(deps);
    this.#ends = new ProviderEnds(deps);
  }

  /** A shop's accounts, oldest first, with those that are no longer in use. */
  async list({ id }: Pick<Merchant, "id">): Promise<ProviderAccount[]> {
    return await this.#deps.store.providers.of(id);
  }

  /**
   * Adds an account, which takes the shop's payments of its mode from now on. A key of the account
   * in use takes the place of that one's; the hook secret stays if no other one is given.
   *
   * @throws {AppError} `error.provider-exists` if another account of this mode is in use;
   *   `error.provider-refused` for a key that the provider does not know, or that is of another
   *   account; `error.invalid-request` for a key of the other mode; `error.unavailable`
   */
  async add(
    shop: Pick<Merchant, "id">,
    wanted: NewProvider,
    by: Subject,
  ): Promise<ProviderAccount> {
    const { kind, livemode, secrets: keys, replaces = false } = wanted;
    const { now, newId } = this.#deps;
    const account = keys === undefined
      ? null
      : await this.#keys.ownerOf(kind, { ...keys, livemode });
    const all = await this.list(shop);
    const inUse = accountInUse(all, livemode);
    // It was there to try the shop, and gives way.
    const isDemo = inUse?.kind === "demo" && kind !== "demo" && !livemode;
    if (inUse !== undefined && !isDemo) {
      const isSame = inUse.account !== null && inUse.account === account;
      const isOther = inUse.account !== null && account !== null && !isSame;
      if (keys === undefined || inUse.kind !== kind || isOther || !(isSame || replaces)) {
        const { code, message } = inUseAlready(inUse);
        throw new AppError(code, message);
      }
      if (!isSame) await this.#keys.requireSame(inUse, keys);
      const hookSecret = keys.hookSecret ?? accessOf(inUse, this.#deps.secrets).hookSecret;
      return await this.#replaceKey(inUse, all, { account, keys: { ...keys, hookSecret }, by });
    }
    const added = { id: newId(), merchantId: shop.id, kind, livemode, account };
    const after: ProviderAccount = {
      ...added,
      secret: await this.#keys.sealed(added, keys),
      createdAt: now(),
      removedAt: null,
    };
    const fact = factOf(AUDITED_PROVIDER, "provider.add", { before: null, after });
    await commitOrRefuse(this.#deps.store, [
      ...isDemo ? this.#removed(inUse, { ...inUse, removedAt: now() }, by) : [],
      { kind: "provider.add", account: after },
      ...await this.#keys.renewed(all, after, keys),
      ...auditedWithNews(this.#deps, by, fact),
    ], inUseAlready({ kind, livemode }));
    return after;
  }

  /**
   * Gives the account in use another secret for its hooks.
   *
   * @throws {AppError} `error.provider-not-found` if no account of this kind and mode is in use
   */
  async setHook(
    shop: Pick<Merchant, "id">,
    { kind, livemode, hookSecret }: Pick<NewProvider, "kind" | "livemode"> & {
      readonly hookSecret: string;
    },
    by: Subject,
  ): Promise<ProviderAccount> {
    const all = await this.list(shop);
    const inUse = accountInUse(all, livemode);
    if (inUse?.kind !== kind) throw unknown(kind);
    const { key } = accessOf(inUse, this.#deps.secrets);
    return await this.#replaceKey(inUse, all, {
      account: inUse.account,
      keys: { key, hookSecret },
      by,
    });
  }

  async #replaceKey(
    before: ProviderAccount,
    all: readonly ProviderAccount[],
    { account, keys, by }: {
      readonly account: string | null;
      readonly keys: ProviderSecrets;
      readonly by: Subject;
    },
  ): Promise<ProviderAccount> {
    const after = {
      ...before,
      account: account ?? before.account,
      secret: await this.#keys.sealed(before, keys),
    };
    const fact = factOf(AUDITED_PROVIDER, "provider.key", { before, after });
    await commitOrRefuse(this.#deps.store, [
      { kind: "provider.key", account: after },
      ...await this.#keys.renewed(all, after, keys),
      ...auditedWithNews(this.#deps, by, fact),
    ], notInUse(before.id));
    return after;
  }

  /**
   * One account, and how many payments are under way there.
   *
   * @throws {AppError} `error.provider-not-found`
   */
  async show(
    shop: Pick<Merchant, "id">,
    idText: string,
  ): Promise<{ readonly account: ProviderAccount; readonly openPayments: number }> {
    const account = await this.#find(shop, idText);
    return { account, openPayments: await this.#deps.store.providers.openPayments(account.id) };
  }

  /**
   * Asks an account's provider to name the owner of its key. Changes nothing.
   *
   * @throws {AppError} `error.provider-not-found`, `error.provider-refused`, `error.unavailable`
   */
  async test(shop: Pick<Merchant, "id">, idText: string): Promise<ProviderAccount> {
    const found = await this.#find(shop, idText);
    const account = await this.#keys.ownerOf(found.kind, accessOf(found, this.#deps.secrets));
    if (found.account !== null && account !== null && account !== found.account) {
      const message = `The key is of another account now: ${account} instead of ${found.account}`;
      throw new AppError("error.provider-refused", message);
    }
    return { ...found, account: account ?? found.account };
  }

  /**
   * Lists the first payments under way at an account.
   *
   * @throws {AppError} `error.provider-not-found`
   */
  async atStake(shop: Pick<Merchant, "id">, idText: string, limit: number) {
    return await this.#ends.atStake(await this.#find(shop, idText), limit);
  }

  /**
   * Takes an account out of use. Its payments go on until they are final, and its key is kept for as
   * long as money can be given back.
   *
   * @param isAtOnce deletes the key too, after the pages of payments under way are ended there
   * @throws {AppError} `error.provider-not-found`
   */
  async remove(
    shop: Pick<Merchant, "id">,
    idText: string,
    { isAtOnce, by }: { readonly isAtOnce: boolean; readonly by: Subject },
  ): Promise<RemovedProvider> {
    const { store, now } = this.#deps;
    const before = await this.#find(shop, idText);
    const hasKey = isAtOnce && before.secret !== null;
    if (before.removedAt !== null && !hasKey) throw unknown(idText);
    const reasons = isAtOnce ? await this.#ends.endAll(before) : null;
    const after = {
      ...before,
      removedAt: before.removedAt ?? now(),
      secret: isAtOnce ? null : before.secret,
    };
    await commitOrRefuse(store, this.#removed(before, after, by), notInUse(idText));
    const openPayments = await store.providers.openPayments(before.id);
    const lost = reasons === null ? [] : await this.#ends.lost(before, reasons);
    return { account: after, openPayments, lost };
  }

  /** Takes an account out of use, deletes its key, or both. */
  #removed(before: ProviderAccount, after: OutOfUse, by: Subject): Change[] {
    const { id: accountId } = before;
    const isForgotten = before.secret !== null && after.secret === null;
    const fact = factOf(AUDITED_PROVIDER, "provider.remove", { before, after });
    return [
      ...before.removedAt === null
        ? [{ kind: "provider.remove" as const, accountId, at: after.removedAt }]
        : [],
      ...isForgotten ? [{ kind: "provider.forget" as const, accountId }] : [],
      ...auditedWithNews(this.#deps, by, fact),
    ];
  }

  /** Deletes the keys of accounts that have long been out of use. */
  async forgetOld(): Promise<number> {
    const { store, now } = this.#deps;
    const old = await store.providers.forgettable(now() - KEY_KEPT_DAYS * DAY_MS);
    for (const { id: accountId } of old) {
      await store.commit([{ kind: "provider.forget", accountId }]);
    }
    return old.length;
  }

  async #find(shop: Pick<Merchant, "id">, idText: string): Promise<ProviderAccount> {
    const found = (await this.list(shop)).find(({ id }) => id === idText.toLowerCase());
    if (found === undefined) throw unknown(idText);
    return found;
  }
}

function notInUse(idText: string) {
  const message = `The shop has no such provider in use: ${shown(idText)}`;
  return { code: "error.provider-not-found" as const, message };
}

function unknown(idText: string): AppError {
  const { code, message } = notInUse(idText);
  return new AppError(code, message);
}
