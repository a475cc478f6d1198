import { PAYMENT_STATES, SESSION_STATES, type State } from "../domain/session/lifecycle.ts";
import type { OpenMoney, Store } from "../store/store.ts";
import type { Deps } from "./deps.ts";

/** Totals over all shops. */
export interface Figures {
  /** Sessions by state; all pairs of states, including empty ones. */
  readonly sessions: readonly { readonly state: State; readonly count: number }[];
  /** Pending webhook deliveries to enabled endpoints. */
  readonly pendingDeliveries: number;
  /** Unresolved payment results without an order. */
  readonly openUnexpectedPayments: number;
  /** Live refunds and disputes that have not ended well. */
  readonly money: OpenMoney;
  readonly databaseBytes: number;
  /** Size of the write-ahead log in bytes; null without one. */
  readonly logBytes: number | null;
}

/** Time for which the totals are reused: counting may walk an index. */
const KEPT_FOR_MS = 15_000;

/** Totals for monitoring the server. */
export class Overview {
  readonly #store: Pick<Store, "sessions" | "health" | "file">;
  readonly #now: () => number;
  readonly #monotonicMs: () => number;
  #last: Promise<Figures> | undefined;
  #readAtMs = -Infinity;

  constructor(
    { store, now, monotonicMs }: Pick<Deps, "now" | "monotonicMs"> & {
      readonly store: Pick<Store, "sessions" | "health" | "file">;
    },
  ) {
    this.#store = store;
    this.#now = now;
    this.#monotonicMs = monotonicMs;
  }

  /** Totals that are at most 15 seconds old. Rejects when the database does not answer. */
  async read(): Promise<Figures> {
    const nowMs = this.#monotonicMs();
    if (this.#last === undefined || nowMs - this.#readAtMs >= KEPT_FOR_MS) {
      this.#readAtMs = nowMs;
      const reading = this.#count();
      this.#last = reading;
      reading.catch(() => {
        if (this.#last === reading) this.#last = undefined;
      });
    }
    return await this.#last;
  }

  async #count(): Promise<Figures> {
    const { health, file } = this.#store;
    const counts = Map.groupBy(
      await this.#store.sessions.counts(null),
      ({ session, payment }) => `${session} ${payment}`,
    );
    const sessions = SESSION_STATES.flatMap((session) =>
      PAYMENT_STATES.map((payment) => ({
        state: { session, payment },
        count: (counts.get(`${session} ${payment}`) ?? []).reduce(
          (sum, { count }) => sum + count,
          0,
        ),
      }))
    );
    return {
      sessions,
      pendingDeliveries: await health.pendingDeliveries(),
      openUnexpectedPayments: await health.openUnexpectedPayments(),
      money: await health.openMoney(this.#now()),
      databaseBytes: await health.bytes(),
      logBytes: file?.logBytes() ?? null,
    };
  }
}
