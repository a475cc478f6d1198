import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import type { FactorName } from "../../domain/people/factor.ts";
import { isLogin, type Person } from "../../domain/people/person.ts";
import { soleShop } from "../../domain/people/role.ts";
import type { AuditEntry, FieldValues } from "../../domain/trail/entry.ts";
import type { Deps } from "../deps.ts";
import { placeOfSignIn } from "./news.ts";

/** An attempt to sign in, for the log. */
export interface SignInAttempt {
  /** As entered; {@link MALFORMED} for text that is no login, which may be a password. */
  readonly login: string;
  readonly address: string;
  /**
   * `wrong-factor` after a right password, `copied-passkey` for one whose counter does not count on,
   * or `locked` for one that was not tried.
   */
  readonly outcome: "right" | "locked" | WrongAttempt;
}

/** The reason of a refused attempt, with the words of its audit entry for the second factor. */
const WRONG = {
  "wrong": undefined,
  "wrong-factor": "wrong",
  "wrong-passkey": "wrong passkey",
  "copied-passkey": "copied passkey",
} as const;
type WrongAttempt = keyof typeof WRONG;

/** Login of an attempt whose text is not a login. */
export const MALFORMED = "(malformed)";
/**
 * Audit entries of what strangers can do without end in a day, for this process: wrong attempts with
 * unknown logins, and with passkeys. The log has all.
 */
const MAX_STRANGE_ENTRIES = 1000;
const DAY_MS = 24 * 60 * 60_000;

/** Dependencies of {@link SignInTrail}. */
export interface SignInTrailDeps extends Pick<Deps, "store" | "now" | "newId"> {
  /** Logs an attempt. */
  readonly log: (attempt: SignInAttempt) => void;
}

/** Attempts to sign in, right and wrong, in the audit trail and in the log. */
export class SignInTrail {
  readonly #deps: SignInTrailDeps;
  #strange: { readonly since: number; readonly entries: number } = { since: 0, entries: 0 };

  constructor(deps: SignInTrailDeps) {
    this.#deps = deps;
  }

  /**
   * The entry of a sign-in, and the news of one from a new network, for its commit.
   *
   * @param factor null without a second factor
   */
  right(person: Person, address: string, factor: FactorName | null): Change[] {
    const after = factor === null ? { address } : { address, second_factor: factor };
    return [
      this.#entry("user.sign-in", { login: person.login, person, after }),
      ...placeOfSignIn(this.#deps, person.id, address),
    ];
  }

  /** Logs a sign-in, once it is committed. */
  logRight({ login }: Pick<Person, "login">, address: string): void {
    this.#deps.log({ login, address, outcome: "right" });
  }

  /** Logs an attempt that was refused before it was tried. */
  logLocked(text: string, address: string): void {
    this.#deps.log({ login: loginOf(text), address, outcome: "locked" });
  }

  /** Records an attempt with a wrong login, password or code, as far as the database can write. */
  async wrong(
    text: string,
    person: Person | null,
    address: string,
    outcome: WrongAttempt = "wrong",
  ): Promise<void> {
    const { store, log } = this.#deps;
    const login = loginOf(text);
    log({ login, address, outcome });
    const isStrange = person === null || outcome === "wrong-passkey";
    if (isStrange && this.#isFull()) return;
    const factor = WRONG[outcome];
    const after = factor === undefined ? { address } : { address, second_factor: factor };
    try {
      await store.commit([this.#entry("user.sign-in-refused", { login, person, after })]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Strangers can send any number of logins and passkeys, and entries are kept for ever. */
  #isFull(): boolean {
    const at = this.#deps.now();
    const { since, entries } = this.#strange;
    this.#strange = at < since + DAY_MS
      ? { since, entries: entries + 1 }
      : { since: at, entries: 1 };
    return this.#strange.entries > MAX_STRANGE_ENTRIES;
  }

  #entry(
    action: "user.sign-in" | "user.sign-in-refused",
    { login, person, after }: {
      readonly login: string;
      readonly person: Person | null;
      readonly after: FieldValues;
    },
  ): Change {
    const { newId, now } = this.#deps;
    const id = person?.id ?? null;
    const entry: AuditEntry = {
      id: newId(),
      at: now(),
      subject: { kind: "person", id, label: login },
      merchantId: person === null ? null : soleShop(person),
      action,
      object: { kind: "user", id, label: login },
      before: null,
      after,
    };
    return { kind: "audit.add", entry };
  }
}

function loginOf(text: string): string {
  const login = text.trim().toLowerCase();
  return isLogin(login) ? login : MALFORMED;
}
