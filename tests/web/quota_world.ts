import { setImmediate } from "node:timers/promises";
import type { QuotaGrant, QuotaRequest } from "../../src/domain/quota.ts";
import { LeasedLimiter, type QuotaSource } from "../../src/web/guard/leased_limiter.ts";
import type { RateLimitResult } from "../../src/web/guard/rate_limit.ts";

export const WINDOW_MS = 60_000;
const STEP_MS = 500;

/** Answered requests of one subject: the moment and the result. */
export interface Answer extends RateLimitResult {
  readonly at: number;
  readonly server: number;
}

/** Server of a {@link QuotaWorld}. */
export interface SimulatedServer {
  /** Makes a request now. */
  send(): void;
  /** Ends it: what it asked for is granted, and its answers are lost. */
  kill(): void;
}

/**
 * Servers with a rate limit of one subject on one database, in a time that passes at once. The
 * clocks of all differ. The database is a model of the statements of the store.
 */
export class QuotaWorld {
  readonly answers: Answer[] = [];
  readonly warnings: string[] = [];
  /** Requests for tokens that reached the database. */
  statements = 0;
  /** Milliseconds to the database and back. */
  latencyMs: () => number = () => 1;
  isBroken = false;
  #now = 0;
  readonly #quota: number;
  readonly #due: { at: number; act: () => void }[] = [];
  #leases: { ending: number; tokens: number }[] = [];
  #returnsUntil = 0;

  constructor(quota: number) {
    this.#quota = quota;
  }

  /** Adds a server whose clock shows `clockMs` at the beginning. */
  server(clockMs: number): SimulatedServer {
    const server = this.#servers++;
    let isAlive = true;
    const limiter = new LeasedLimiter("key", { maxSubjects: 10, windowSeconds: WINDOW_MS / 1000 }, {
      quotas: this.#source(() => isAlive),
      monotonicMs: () => clockMs + this.#now,
      wait: (ms) => new Promise((resolve) => this.at(this.#now + ms, () => isAlive && resolve())),
      warn: (message) => void this.warnings.push(message),
    });
    return {
      send: () => {
        if (!isAlive) return;
        void Promise.resolve(limiter.take("one", this.#quota)).then((result) => {
          if (isAlive) this.answers.push({ ...result, server, at: this.#now });
        });
      },
      kill: () => void (isAlive = false),
    };
  }
  #servers = 0;

  /** Does something at a moment, in milliseconds from the beginning. */
  at(moment: number, act: () => void): void {
    const place = this.#due.findLastIndex(({ at }) => at <= moment) + 1;
    this.#due.splice(place, 0, { at: moment, act });
  }

  /** Lets time pass until nothing is due. */
  async run(): Promise<void> {
    for (let next = this.#due.shift(); next !== undefined; next = this.#due.shift()) {
      this.#now = Math.max(this.#now, next.at);
      next.act();
      if (this.#due[0]?.at !== next.at) await setImmediate();
    }
  }

  /** Moments of the admitted requests. */
  get admitted(): number[] {
    return this.answers.filter(({ allowed }) => allowed).map(({ at }) => at);
  }

  /** Most admitted requests in any window. */
  get most(): number {
    const moments = this.admitted;
    let first = 0;
    let most = 0;
    moments.forEach((moment, i) => {
      while (moments[first]! <= moment - WINDOW_MS) first++;
      most = Math.max(most, i - first + 1);
    });
    return most;
  }

  #source(isAlive: () => boolean): QuotaSource {
    const through = <T>(act: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        const trip = this.latencyMs();
        this.at(this.#now + trip / 2, () => {
          this.statements++;
          if (this.isBroken) return reject(new Error("The database is broken"));
          const result = act();
          this.at(this.#now + trip / 2, () => isAlive() && resolve(result));
        });
      });
    return {
      take: (request) => through(() => this.#take(request)),
      giveBack: (_, lease, tokens) =>
        through(() => {
          const found = this.#leases.find(({ ending }) => ending === lease);
          if (found !== undefined) found.tokens -= tokens;
        }),
    };
  }

  /** As the statement does; the clock of the database is far from those of the servers. */
  #take({ quota, windowMs, need, want, leaseMs }: QuotaRequest): QuotaGrant {
    // The statement takes whole numbers alone.
    if (![quota, windowMs, need, want, leaseMs].every(Number.isInteger)) throw new TypeError();
    const now = Math.floor(1_800_000_000_000 + this.#now);
    this.#leases = this.#leases.filter(({ ending, tokens }) =>
      ending + windowMs > now && tokens > 0
    );
    const free = Math.max(0, quota - this.#leases.reduce((sum, { tokens }) => sum + tokens, 0));
    const tokens = Math.min(want, free, Math.max(need, Math.floor(free / 4)));
    const ending = Math.floor((now + leaseMs + STEP_MS) / STEP_MS) * STEP_MS;
    const same = this.#leases.find((lease) => lease.ending === ending);
    if (same !== undefined) same.tokens += tokens;
    else this.#leases.push({ ending, tokens });
    if (tokens > need) this.#returnsUntil = now + leaseMs;
    const oldest = Math.min(...this.#leases.map((lease) => lease.ending));
    return {
      tokens,
      lease: ending,
      left: free - tokens,
      freeInMs: oldest + windowMs - now,
      returnsInMs: Math.max(0, this.#returnsUntil - now),
    };
  }
}
