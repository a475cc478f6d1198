import { PAYMENT_STATES, SESSION_STATES, type State } from "../domain/session/lifecycle.ts";
import type { Store } from "../store/store.ts";
import type { Deps } from "./deps.ts";

/** Totals over all shops. */
export interface Figures {
  /** Sessions in every pair of states, also in those that none is in. */
  readonly sessions: readonly { readonly state: State; readonly count: number }[];
  /** Pending webhook deliveries to enabled endpoints. */
  readonly pendingDeliveries: number;
  /** Results of payments that no order is for and nobody has resolved. */
  readonly openUnexpectedPayments: number;
  readonly databaseBytes: number;
  /** Size of the write-ahead log in bytes; null without one. */
  readonly logBytes: number | null;
}

/** Counting may walk an index: however often somebody looks, it is done this seldom. */
const KEPT_FOR_MS = 15_000;

/** Totals for monitoring the server. */
export class Overview {
  readonly #store: Pick<Store, "sessions" | "health" | "file">;
  readonly #monotonicMs: () => number;
  #last: Promise<Figures> | undefined;
  #readAtMs = -Infinity;

  constructor(
    { store, monotonicMs }: Pick<Deps, "monotonicMs"> & {
      readonly store: Pick<Store, "sessions" | "health" | "file">;
    },
  ) {
    this.#store = store;
    this.#monotonicMs = monotonicMs;
  }

  /** The figures as they were at most 15 seconds ago. Rejects when the database does not answer. */
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
      await this.#store.sessions.counts(),
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
      databaseBytes: await health.bytes(),
      logBytes: file?.logBytes() ?? null,
    };
  }
}
