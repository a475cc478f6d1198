import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { NO_SESSION_FILTER } from "../../domain/filters.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { AppError } from "../../domain/errors.ts";
import { SHOP_DATA, type ShopData } from "../../domain/shop/shop_data.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_MERCHANT } from "../../domain/trail/shop.ts";
import { audited } from "../audit.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import {
  type LostPayment,
  MOST_AT_STAKE,
  type PaymentAtStake,
  ProviderEnds,
  type ProviderEndsDeps,
} from "./provider_ends.ts";

/** Rows per commit, so that the database is not locked for long. */
const BATCH = 100;

/** A shop that was deleted. */
export interface RemovedShop {
  /** Number of things that it had. */
  readonly had: ShopData;
  /** Payments under way whose pages were not ended; at most 1,000 of each account. */
  readonly lost: readonly LostPayment[];
}

/** Deletes shops. */
export class ShopRemoval {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;
  readonly #ends: ProviderEnds;

  constructor(deps: Pick<Deps, "store" | "now" | "newId"> & ProviderEndsDeps) {
    this.#deps = deps;
    this.#ends = new ProviderEnds(deps);
  }

  /** The first payments under way at the providers of a shop. */
  async atStake({ id }: Pick<Merchant, "id">): Promise<PaymentAtStake[]> {
    const accounts = await this.#deps.store.providers.of(id);
    const all = await Promise.all(accounts.map((one) => this.#ends.atStake(one, MOST_AT_STAKE)));
    return all.flat();
  }

  /** Number of things that a shop has. */
  async data({ id }: Pick<Merchant, "id">): Promise<ShopData> {
    return await this.#deps.store.merchants.data(id);
  }

  /**
   * Deletes a shop with its keys, endpoints and all data. Its keys are revoked and its providers
   * removed first, so that nothing is added meanwhile; then the pages of its payments are ended. An
   * interrupted deletion can be repeated.
   *
   * @param withData true to delete a shop that is not empty
   * @param onProgress called after each batch
   * @returns what was deleted
   * @throws {AppError} `error.conflict` if it is not empty
   */
  async remove(
    merchant: Merchant,
    { withData, by, onProgress = () => {} }: {
      readonly withData: boolean;
      readonly by: Subject;
      readonly onProgress?: (left: ShopData) => void;
    },
  ): Promise<RemovedShop> {
    const { store } = this.#deps;
    const had = await this.data(merchant);
    if (!withData && SHOP_DATA.some((part) => had[part] > 0)) {
      throw new AppError("error.conflict", "The shop is not empty");
    }
    const fact = factOf(AUDITED_MERCHANT, "merchant.delete", { before: merchant, after: null });
    const entry = audited(this.#deps, by, { ...fact, before: { ...fact.before, ...had } });
    const lost = withData ? await this.#clear(merchant, { entry, onProgress }) : null;
    await commitOrConflict(store, [
      { kind: "merchant.remove", merchantId: merchant.id },
      ...lost === null ? [entry] : [],
    ]);
    return { had, lost: lost ?? [] };
  }

  /**
   * Revokes the keys, ends the pages of payments, and deletes the data.
   *
   * @param entry audit entry for the first commit: an interrupted deletion has it too
   */
  async #clear(
    merchant: Merchant,
    { entry, onProgress }: {
      readonly entry: Change;
      readonly onProgress: (left: ShopData) => void;
    },
  ): Promise<LostPayment[]> {
    const { store, now } = this.#deps;
    const { id: merchantId } = merchant;
    const at = now();
    const valid = (await store.keys.of(merchantId)).filter(({ revokedAt }) => revokedAt === null);
    const accounts = await store.providers.of(merchantId);
    const inUse = accounts.filter(({ removedAt }) => removedAt === null);
    await commitOrConflict(store, [
      ...valid.map(({ id: keyId }) => ({ kind: "key.revoke", keyId, at } as const)),
      ...inUse.map(({ id: accountId }) => ({ kind: "provider.remove", accountId, at } as const)),
      entry,
    ]);
    const lost: LostPayment[] = [];
    for (const account of accounts) {
      lost.push(...await this.#ends.lost(account, await this.#ends.endAll(account)));
    }
    for (;;) {
      const left = await this.data(merchant);
      onProgress(left);
      // Sessions first: they refer to the rest.
      const part = SHOP_DATA.find((one) => left[one] > 0);
      if (part === undefined) return lost;
      if (part !== "sessions") {
        await store.commit([{ kind: "merchant.clear", merchantId, part, limit: BATCH }]);
        continue;
      }
      const filter = { ...NO_SESSION_FILTER, merchantId };
      const page = { limit: BATCH };
      const live = await store.sessions.list(filter, page);
      const { rows } = live.rows.length > 0
        ? live
        : await store.sessions.list({ ...filter, livemode: false }, page);
      await commitOrConflict(
        store,
        rows.map(({ id: sessionId }) => ({
          kind: "session.delete",
          sessionId,
          lastActiveBefore: Number.MAX_SAFE_INTEGER,
          withShop: merchantId,
        })),
      );
    }
  }
}
