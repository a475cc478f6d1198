import { AppError } from "../../domain/errors.ts";
import type { MerchantId, SessionId } from "../../domain/ids.ts";
import { isOwnSession, withoutPerson } from "../../domain/session/erasure.ts";
import { CommitRefused } from "../../store/store.ts";
import { SETTLE_MS } from "../cache/freshness.ts";
import { MAX_ATTEMPTS } from "../commit.ts";
import type { Deps, SessionViews } from "../deps.ts";

/** Sessions per lookup. */
const BATCH = 100;

/** Result of an erasure. */
export interface ErasureReport {
  /** Number of shops with this customer. */
  readonly customers: number;
  readonly sessions: number;
}

/** Dependencies of {@link Erasure}. */
export interface ErasureDeps extends Pick<Deps, "store" | "wait"> {
  /** Default: sessions are stored without a view. */
  readonly views?: SessionViews;
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
  async erase(phone: string, merchantId: MerchantId | null): Promise<ErasureReport> {
    const { store, wait } = this.#deps;
    const shops = merchantId === null
      ? (await store.merchants.all()).map(({ id }) => id)
      : [merchantId];
    const sessions = await this.#eraseSessions(phone, merchantId);
    let customers = 0;
    for (const shop of shops) {
      const stored = await store.customers.byPhone(shop, phone);
      if (stored !== null) customers += 1;
      await store.commit([
        ...(stored === null ? [] : [
          {
            kind: "customer.erase",
            customerId: stored.customer.id,
            onlyIdle: false,
          } as const,
        ]),
        { kind: "otp.forget", merchantId: shop, phone },
      ]);
    }
    if (customers === 0 && sessions === 0) {
      throw new AppError("error.customer-not-found", `Nothing is stored for this phone: ${phone}`);
    }
    await wait(SETTLE_MS);
    return { customers, sessions };
  }

  async #eraseSessions(phone: string, merchantId: MerchantId | null): Promise<number> {
    let erased = 0;
    for (let after = "";;) {
      const search = { phone, merchantId, after, limit: BATCH };
      const found = await this.#deps.store.people.sessionsWith(search);
      for (const id of found) if (await this.#eraseSession(id, phone)) erased += 1;
      const last = found.at(-1);
      if (last === undefined) return erased;
      after = last;
    }
  }

  /** @returns false if the session was deleted meanwhile */
  async #eraseSession(id: SessionId, phone: string): Promise<boolean> {
    const { store, views } = this.#deps;
    for (let attempt = 1;; attempt++) {
      const stored = await store.sessions.find(id);
      if (stored === null) return false;
      const before = stored.load();
      const session = withoutPerson(before, phone);
      const { merchantId } = session;
      try {
        await store.commit([
          {
            kind: "session.erase",
            sessionId: id,
            merchantId,
            phone: isOwnSession(before, phone) ? null : phone,
            withReference: session.reference !== before.reference,
            withReason: session.order?.cancellation?.reason !== before.order?.cancellation?.reason,
          },
          {
            kind: "session.put",
            session,
            view: stored.expired ? null : views?.make(session) ?? null,
            expectedVersion: before.version,
            expired: stored.expired,
            byOperator: true,
            at: stored.lastActiveAt,
          },
        ]);
        return true;
      } catch (error) {
        // A concurrent step changed the session.
        if (!(error instanceof CommitRefused) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}
