import type { Change } from "../../domain/changes.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import {
  type ProviderAccount,
  type ProviderKind,
  providerPlace,
  type ProviderSecrets,
  providerSecretsText,
} from "../../domain/shop/provider.ts";
import {
  type PaymentProviders,
  type ProviderAccess,
  type ProviderIdentity,
  Unreachable,
} from "../../payments/provider.ts";
import type { Deps } from "../deps.ts";

/** Dependencies of {@link ProviderKeys}. */
export interface ProviderKeysDeps extends Pick<Deps, "store" | "now" | "newId" | "secrets"> {
  readonly providers: PaymentProviders;
}

/** Keys of accounts at providers: tried before they are kept, and sealed. */
export class ProviderKeys {
  readonly #deps: Pick<ProviderKeysDeps, "store" | "secrets" | "providers">;

  constructor(deps: Pick<ProviderKeysDeps, "store" | "secrets" | "providers">) {
    this.#deps = deps;
  }

  /**
   * Asks a provider for the owner of a key.
   *
   * @returns the provider's id of the account; null if it tells none
   * @throws {AppError} `error.provider-refused`, `error.invalid-request` for a key of the other mode,
   *   `error.unavailable`
   */
  async ownerOf(kind: ProviderKind, access: ProviderAccess): Promise<string | null> {
    const owner = await this.#identify(kind, access);
    if (owner === null) {
      throw new AppError("error.provider-refused", `The provider does not know this key: ${kind}`);
    }
    if (owner.livemode !== access.livemode) {
      throw invalid(
        owner.livemode
          ? "The key is a live key: leave --test out, or take the test key"
          : "The key is a test key: add --test, or take the live key",
      );
    }
    return owner.account;
  }

  async #identify(kind: ProviderKind, access: ProviderAccess): Promise<ProviderIdentity | null> {
    try {
      const provider = await this.#deps.providers[kind]();
      return await provider.identify(access);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const message = `The payment provider does not answer: ${error.message}`;
      throw new AppError("error.unavailable", message, { cause: error });
    }
  }

  /**
   * Requires that a key knows a payment of the account in use, as the provider names no accounts:
   * payments under way are looked at with it.
   *
   * @throws {AppError} `error.provider-refused`
   */
  async requireSame(inUse: ProviderAccount, keys: ProviderSecrets): Promise<void> {
    const known = await this.#tried(inUse, keys);
    if (known === null || known.problem === null) return;
    const { reference, problem: cause } = known;
    const message = `The key does not open payment ${reference} of the account in use ` +
      `(${cause.message}): is it of another account? Then remove that account first`;
    throw new AppError("error.provider-refused", message, { cause });
  }

  /** Looks with a key at a payment of an account; null if the account has none with a page. */
  async #tried(
    { id, kind, livemode }: ProviderAccount,
    keys: ProviderSecrets,
  ): Promise<{ readonly reference: string; readonly problem: Unreachable | null } | null> {
    const { store, providers } = this.#deps;
    const known = await store.providers.anyPage(id);
    if (known === null || known.reference === null) return null;
    const { paymentId, reference } = known;
    const provider = await providers[kind]();
    try {
      await provider.look({ ...keys, livemode }, { paymentId, reference });
      return { reference, problem: null };
    } catch (cause) {
      if (!(cause instanceof Unreachable)) throw cause;
      return { reference, problem: cause };
    }
  }

  /**
   * Gives the new keys to what the shop had of the same account before: its payments go on, and
   * their money can be given back, also if the key was deleted or is locked.
   */
  async renewed(
    all: readonly ProviderAccount[],
    after: ProviderAccount,
    keys: ProviderSecrets | undefined,
  ): Promise<Change[]> {
    if (keys === undefined) return [];
    const changes: Change[] = [];
    for (const one of all) {
      const { id, kind, livemode } = one;
      if (id === after.id || kind !== after.kind || livemode !== after.livemode) continue;
      if (!await this.#isSame(one, after, keys)) continue;
      const secret = await this.sealed(one, keys);
      changes.push({ kind: "provider.key", account: { ...one, secret } });
    }
    return changes;
  }

  /** Decides by the names of two accounts, or by a payment of the one where a name is missing. */
  async #isSame(
    one: ProviderAccount,
    { account }: ProviderAccount,
    keys: ProviderSecrets,
  ): Promise<boolean> {
    if (one.account !== null && account !== null) return one.account === account;
    return (await this.#tried(one, keys))?.problem === null;
  }

  /** An account's keys, sealed for its row; null without keys. */
  async sealed(account: Pick<ProviderAccount, "id" | "merchantId">, keys?: ProviderSecrets) {
    return keys === undefined
      ? null
      : await this.#deps.secrets.seal(providerSecretsText(keys), providerPlace(account));
  }
}

/** The refusal of another account of a mode that has one. */
export function inUseAlready({ kind, livemode }: Pick<ProviderAccount, "kind" | "livemode">) {
  const found = `The shop has a provider for ${livemode ? "live" : "test"} payments (${kind})`;
  const message = kind === "demo"
    ? `${found}: remove it first`
    : `${found}: remove it first, or add --replace for another key of the same account`;
  return { code: "error.provider-exists" as const, message };
}
