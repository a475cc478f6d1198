import { AppError } from "../../../domain/errors.ts";

/** Wrong passwords, codes or links within {@link WINDOW_MS}: of an address, a browser or a person. */
export const MAX_SIGN_IN_ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;
/** Wrong passwords of an account, from all addresses, after which it is under attack. */
const ATTACKED = 50;
/** Then an address that was wrong waits so long. It locks nobody out: another address need not. */
const ATTACKED_WAIT_MS = 60_000;
/** Accounts and addresses that are tracked; the one with the oldest attempt is dropped first. */
const MAX_SUBJECTS = 20_000;

/**
 * Attempts to sign in, in the memory of this process. An attempt counts from its start, so that
 * many at once are no way around the limit, and no longer once it succeeds.
 */
export class Attempts {
  readonly #times = new Map<string, number[]>();
  /** Those of persons and their browsers, which no flood of addresses makes forgotten. */
  readonly #persons = new Map<string, number[]>();

  /**
   * Counts an attempt.
   *
   * @param subject the address, or the person
   * @param nowMs monotonic milliseconds
   * @returns takes the attempt back, as it succeeded or was not tried
   * @throws {AppError} `error.rate-limit-exceeded` without an attempt left
   */
  begin(subject: string, nowMs: number): () => void {
    const [oldest = nowMs, ...rest] = this.#recent(subject, nowMs);
    if (rest.length + 1 >= MAX_SIGN_IN_ATTEMPTS) {
      throw tooMany(Math.ceil((oldest + WINDOW_MS - nowMs) / 1000));
    }
    return this.#note([subject], nowMs);
  }

  /**
   * Counts an attempt with a password. Strangers can lock no account: only their own addresses, and
   * these wait longer for an account that is guessed from many of them. A browser that is known to
   * the person is counted by itself: nothing that others do at its address keeps it out.
   *
   * @param login as entered
   * @param browser name of the browser; null if it is not known to the login
   * @returns as {@link begin}
   * @throws {AppError} `error.rate-limit-exceeded` if the address or the browser has to wait
   */
  beginSignIn(
    login: string,
    { address, browser }: { readonly address: string; readonly browser: string | null },
    nowMs: number,
  ): () => void {
    if (browser !== null) return this.begin(browserSubject(browser), nowMs);
    // Cut, as it is kept: no login is as long as this.
    const account = `account ${login.trim().toLowerCase().slice(0, 100)}`;
    const pair = `${account} at ${address}`;
    const last = this.#recent(pair, nowMs).at(-1);
    if (last !== undefined && this.#recent(account, nowMs).length >= ATTACKED) {
      const wait = last + ATTACKED_WAIT_MS - nowMs;
      if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
    }
    const takeBack = this.begin(`address ${address}`, nowMs);
    const takeBackPair = this.#note([account, pair], nowMs);
    return () => {
      takeBack();
      takeBackPair();
    };
  }

  /**
   * Lets a signed-in person prove who they are: only a wrong password or code counts.
   *
   * @throws {AppError} `error.rate-limit-exceeded` without an attempt left; the errors of `act`
   */
  async guess<T>(subject: string, nowMs: number, act: () => Promise<T>): Promise<T> {
    const takeBack = this.begin(subject, nowMs);
    try {
      const done = await act();
      takeBack();
      return done;
    } catch (error) {
      if (!isWrongProof(error)) takeBack();
      throw error;
    }
  }

  /** Counts an attempt of each subject; returns what takes it back. */
  #note(subjects: readonly string[], nowMs: number): () => void {
    for (const subject of subjects) {
      const times = [...this.#recent(subject, nowMs), nowMs].slice(-ATTACKED);
      // Added again as the last one.
      const all = this.#timesOf(subject);
      all.delete(subject);
      all.set(subject, times);
    }
    dropOldest(this.#times);
    dropOldest(this.#persons);
    return () => {
      for (const subject of subjects) this.#takeBack(subject, nowMs);
    };
  }

  #recent(subject: string, nowMs: number): number[] {
    return (this.#timesOf(subject).get(subject) ?? []).filter((at) => at > nowMs - WINDOW_MS);
  }

  #takeBack(subject: string, at: number): void {
    const all = this.#timesOf(subject);
    const times = all.get(subject) ?? [];
    const index = times.indexOf(at);
    const rest = times.filter((_, i) => i !== index);
    if (rest.length === 0) all.delete(subject);
    else all.set(subject, rest);
  }

  #timesOf(subject: string): Map<string, number[]> {
    return /^(?:person|factor|browser) /.test(subject) ? this.#persons : this.#times;
  }
}

/** The subject of attempts in a browser that is known. */
export function browserSubject(name: string): string {
  return `browser ${name}`;
}

function dropOldest(times: Map<string, number[]>): void {
  for (const subject of times.keys()) {
    if (times.size <= MAX_SUBJECTS) return;
    times.delete(subject);
  }
}

/** Fields by which a person proves who they are. */
const PROOFS: readonly (string | undefined)[] = ["own_password", "own_code", "current", "code"];

function isWrongProof(error: unknown): boolean {
  return error instanceof AppError && error.code === "error.invalid-request" &&
    PROOFS.includes(error.field);
}

function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60);
  return new AppError(
    "error.rate-limit-exceeded",
    `Too many attempts: try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
    { retryAfterSeconds: seconds },
  );
}
