import { AppError } from "../../domain/errors.ts";
import type { MerchantId, SessionId } from "../../domain/ids.ts";
import { isOwnSession, withoutPerson } from "../../domain/session/erasure.ts";
import { CommitRefused } from "../../store/store.ts";
import { SETTLE_MS } from "../cache/freshness.ts";
import { MAX_ATTEMPTS } from "../commit.ts";
import type { Deps, SessionViews } from "../deps.ts";

/** Sessions that are looked up at once. */
const BATCH = 100;

/** Result of an erasure. */
export interface ErasureReport {
  /** As a customer of so many shops. */
  readonly customers: number;
  readonly sessions: number;
}

/** Dependencies of {@link Erasure}. */
export interface ErasureDeps extends Pick<Deps, "store" | "wait"> {
  /** Default: sessions are written without a view. */
  readonly views?: SessionViews;
}

/** Removes persons from what is stored. */
export class Erasure {
  readonly #deps: ErasureDeps;

  constructor(deps: ErasureDeps) {
    this.#deps = deps;
  }

  /**
   * Removes a person from all that is stored of them, and keeps what is counted: amounts,
   * statistics, and the ledger of coins. When this has returned, no running server shows any of it
   * any more. Done again it finishes what was cut off.
   *
   * @param phone E.164, by which the person is found
   * @param merchantId of this shop alone; null for all
   * @throws {AppError} `error.customer-not-found` when nothing holds the number
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

  /** @returns false when the session is gone meanwhile */
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
        // A step was faster.
        if (!(error instanceof CommitRefused) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}
