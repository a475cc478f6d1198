import type { QuotaGrant, QuotaRequest } from "../../domain/quota.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import { type Limiter, type RateLimitResult, RollingLimiter } from "./rate_limit.ts";
import { leaseFor, TokenLease } from "./token_lease.ts";

/** Longest wait for the database; then the server counts by itself, as it does after a failure. */
const ANSWER_MS = 2000;
/** Between looks for requests that waited too long, and for unused tokens. */
const WATCH_MS = 100;

/** The store of the quotas that servers share. */
export interface QuotaSource {
  take(request: QuotaRequest): Promise<QuotaGrant>;
  giveBack(subject: string, lease: number, tokens: number): Promise<void>;
}

/** Dependencies of a {@link LeasedLimiter}. */
export interface LeasedLimiterDeps {
  readonly quotas: QuotaSource;
  readonly monotonicMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** A subject, its tokens, and the requests that wait for more of them. */
interface Subject {
  readonly name: string;
  readonly tokens: TokenLease;
  readonly waiting: ((result: RateLimitResult) => void)[];
  /** Start of the request for tokens; undefined without one. */
  askedMs?: number;
  /** Of unused tokens. */
  returned?: Promise<void>;
}

/**
 * Allows each subject its quota of requests in any window of time over all servers of a database.
 * A request for which a token is left, or that is refused, waits for nothing. One request for
 * tokens of a subject is made at a time.
 *
 * At most `maxSubjects` are tracked, in two generations as by {@link RollingLimiter}.
 */
export class LeasedLimiter implements Limiter {
  readonly #kind: string;
  readonly #windowMs: number;
  readonly #maxSubjects: number;
  readonly #deps: LeasedLimiterDeps;
  /** Counts while the database does not answer. */
  readonly #alone: RollingLimiter;
  #young = new Map<string, Subject>();
  #old = new Map<string, Subject>();
  /** Those with waiting requests or tokens. */
  readonly #watched = new Set<Subject>();
  /** Of the last request for tokens. */
  #answerMs = 0;
  #isFailing = false;

  /** @param kind tells the subjects of this limiter from those of others */
  constructor(kind: string, { maxSubjects, windowSeconds }: {
    readonly maxSubjects: number;
    readonly windowSeconds: number;
  }, deps: LeasedLimiterDeps) {
    this.#kind = kind;
    this.#windowMs = windowSeconds * 1000;
    this.#maxSubjects = maxSubjects;
    this.#deps = deps;
    this.#alone = new RollingLimiter(maxSubjects, { windowSeconds });
  }

  /** Number of known subjects. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Counts a request if it is allowed; at once, unless tokens must be asked for. */
  take(name: string, quota: number): MaybePromise<RateLimitResult> {
    const nowMs = this.#deps.monotonicMs();
    const subject = this.#subject(name, quota);
    this.#giveBack(subject, nowMs);
    const result = subject.tokens.take(nowMs);
    if (result !== null) return result;
    if (isLate(subject, nowMs)) return this.#alone.take(name, quota, nowMs);
    return new Promise((resolve) => {
      subject.waiting.push(resolve);
      if (subject.askedMs === undefined) void this.#ask(subject);
    });
  }

  #subject(name: string, quota: number): Subject {
    const young = this.#young.get(name);
    if (young?.tokens.quota === quota) return young;
    const old = this.#old.get(name);
    const subject = old?.tokens.quota === quota
      ? old
      : { name, tokens: new TokenLease(quota), waiting: [] };
    if (this.#young.size * 2 >= this.#maxSubjects) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#old.delete(name);
    this.#young.set(name, subject);
    return subject;
  }

  /** Asks for tokens until no request waits. */
  async #ask(subject: Subject): Promise<void> {
    const { name, tokens } = subject;
    const { quotas, monotonicMs } = this.#deps;
    this.#watch(subject);
    while (subject.waiting.length > 0) {
      subject.askedMs = monotonicMs();
      // Of an answer that came after the end of its lease.
      this.#giveBack(subject, subject.askedMs);
      await subject.returned;
      const startMs = subject.askedMs = monotonicMs();
      const leaseMs = leaseFor(this.#answerMs);
      try {
        const grant = await quotas.take({
          subject: `${this.#kind}:${name}`,
          quota: tokens.quota,
          windowMs: this.#windowMs,
          ...tokens.demand(subject.waiting.length, startMs),
          leaseMs,
        });
        const nowMs = monotonicMs();
        this.#answerMs = nowMs - startMs;
        this.#isFailing = false;
        tokens.begin(grant, { startMs, leaseMs, nowMs });
        this.#answer(subject, nowMs);
      } catch (error) {
        this.#failed(error);
        this.#countAlone(subject);
      }
    }
    delete subject.askedMs;
  }

  /** Answers those that wait, in their order, until tokens must be asked for. */
  #answer({ tokens, waiting }: Subject, nowMs: number): void {
    while (waiting.length > 0) {
      const result = tokens.take(nowMs);
      if (result === null) return;
      waiting.shift()?.(result);
    }
  }

  /** Answers those that wait by the count of this server. */
  #countAlone({ name, tokens: { quota }, waiting }: Subject): void {
    const nowMs = this.#deps.monotonicMs();
    for (const resolve of waiting.splice(0)) resolve(this.#alone.take(name, quota, nowMs));
  }

  #failed(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const message = "Each server counts requests for the rate limit by itself";
    this.#deps.warn(message, { limit: this.#kind, error });
  }

  #giveBack(subject: Subject, nowMs: number): void {
    const unused = subject.tokens.unused(nowMs);
    if (unused === null) return;
    const { lease, tokens } = unused;
    const done = this.#deps.quotas.giveBack(`${this.#kind}:${subject.name}`, lease, tokens);
    subject.returned = done.catch((error) => this.#failed(error));
  }

  #watch(subject: Subject): void {
    const isWatching = this.#watched.size > 0;
    this.#watched.add(subject);
    if (!isWatching) void this.#watchAll();
  }

  async #watchAll(): Promise<void> {
    while (this.#watched.size > 0) {
      await this.#deps.wait(WATCH_MS);
      const nowMs = this.#deps.monotonicMs();
      for (const subject of this.#watched) {
        if (isLate(subject, nowMs)) this.#countAlone(subject);
        this.#giveBack(subject, nowMs);
        const isIdle = subject.askedMs === undefined && !subject.tokens.hasTokens;
        if (isIdle) this.#watched.delete(subject);
      }
    }
  }
}

/** True if the database has not answered in time. */
function isLate({ askedMs }: Subject, nowMs: number): boolean {
  return askedMs !== undefined && nowMs - askedMs >= ANSWER_MS;
}
