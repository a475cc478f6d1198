import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import type { MerchantId } from "../../domain/ids.ts";
import { audited } from "../audit.ts";
import { SETTLE_MS } from "../cache/freshness.ts";
import type { Deps } from "../deps.ts";
import { type Commit, eraseSession, type EraseSessionDeps } from "../sessions/erase_session.ts";

/** Sessions per lookup. */
const BATCH = 100;

/** Result of an erasure. */
export interface ErasureReport {
  /** Number of shops with this customer. */
  readonly customers: number;
  readonly sessions: number;
}

/** Dependencies of {@link Erasure}. */
export interface ErasureDeps
  extends Pick<Deps, "wait" | "newId">, Omit<EraseSessionDeps, "commit" | "byOperator"> {
  readonly store: Deps["store"];
}

/** Removes personal data. */
export class Erasure {
  readonly #deps: ErasureDeps;

  constructor(deps: ErasureDeps) {
    this.#deps = deps;
  }

  /**
   * Removes all personal data of a person and keeps amounts, statistics and the ledger of coins.
   * Afterwards no running server shows any of it. An interrupted erasure can be repeated.
   *
   * @param phone E.164
   * @param merchantId limits the erasure to one shop; null for all
   * @throws {AppError} `error.customer-not-found` if nothing contains the number
   */
  async erase(
    phone: string,
    merchantId: MerchantId | null,
    by: Subject,
  ): Promise<ErasureReport> {
    const { store, wait, now, newId } = this.#deps;
    const shops = merchantId === null
      ? (await store.merchants.all()).map(({ id }) => id)
      : [merchantId];
    const known = (await Promise.all(shops.map((shop) => store.customers.byPhone(shop, phone))))
      .filter((stored) => stored !== null);
    const [only] = known;
    let entry = [audited(this.#deps, by, {
      merchantId,
      action: "customer.erase",
      object: {
        kind: "customer",
        id: known.length === 1 && only !== undefined ? only.customer.id : null,
        label: null,
      },
      before: null,
      after: null,
    })];
    // The first commit has the entry, so that an interrupted erasure has it too.
    const commit = async (changes: readonly Change[]) => {
      await store.commit([...changes, ...entry]);
      entry = [];
    };
    const sessions = await this.#eraseSessions(phone, { merchantId, commit });
    let customers = 0;
    for (const shop of shops) {
      const stored = await store.customers.byPhone(shop, phone);
      const forget: Change = { kind: "otp.forget", merchantId: shop, phone };
      if (stored === null) {
        await store.commit([forget]);
        continue;
      }
      customers += 1;
      const { id: customerId } = stored.customer;
      const entry = { entryId: newId(), at: now() };
      await commit([{ kind: "customer.erase", customerId, onlyIdle: false, ...entry }, forget]);
    }
    if (customers === 0 && sessions === 0) {
      throw new AppError("error.customer-not-found", `Nothing is stored for this phone: ${phone}`);
    }
    await wait(SETTLE_MS);
    return { customers, sessions };
  }

  async #eraseSessions(
    phone: string,
    { merchantId, commit }: { readonly merchantId: MerchantId | null; readonly commit: Commit },
  ): Promise<number> {
    let erased = 0;
    for (let after = "";;) {
      const search = { phone, merchantId, after, limit: BATCH };
      const found = await this.#deps.store.people.sessionsWith(search);
      for (const id of found) {
        const deps = { ...this.#deps, commit, byOperator: true };
        if (await eraseSession(id, phone, deps)) erased += 1;
      }
      const last = found.at(-1);
      if (last === undefined) return erased;
      after = last;
    }
  }
}
