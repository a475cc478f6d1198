import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import { isLogin, type Person } from "../../domain/people/person.ts";
import { soleShop } from "../../domain/people/role.ts";
import type { AuditEntry } from "../../domain/trail/entry.ts";
import type { Deps } from "../deps.ts";

/** An attempt to sign in, for the log. */
export interface SignInAttempt {
  /** As entered; {@link MALFORMED} for text that is no login, which may be a password. */
  readonly login: string;
  readonly address: string;
  /** `right`, `wrong`, or `locked` for one that was not tried. */
  readonly outcome: "right" | "wrong" | "locked";
}

/** Login of an attempt whose text is not a login. */
export const MALFORMED = "(malformed)";
/** Audit entries of wrong attempts with unknown logins in a day, for this process; the log has all. */
const MAX_UNKNOWN_ENTRIES = 1000;
const DAY_MS = 24 * 60 * 60_000;

/** Dependencies of {@link SignInTrail}. */
export interface SignInTrailDeps extends Pick<Deps, "store" | "now" | "newId"> {
  /** Logs an attempt. */
  readonly log: (attempt: SignInAttempt) => void;
}

/** Attempts to sign in, right and wrong, in the audit trail and in the log. */
export class SignInTrail {
  readonly #deps: SignInTrailDeps;
  #unknown: { readonly since: number; readonly entries: number } = { since: 0, entries: 0 };

  constructor(deps: SignInTrailDeps) {
    this.#deps = deps;
  }

  /** The entry of a sign-in, for its commit. */
  right(person: Person, address: string): Change {
    return this.#entry("user.sign-in", { login: person.login, person, address });
  }

  /** Logs a sign-in, once it is committed. */
  logRight({ login }: Pick<Person, "login">, address: string): void {
    this.#deps.log({ login, address, outcome: "right" });
  }

  /** Logs an attempt that was refused before it was tried. */
  logLocked(text: string, address: string): void {
    this.#deps.log({ login: loginOf(text), address, outcome: "locked" });
  }

  /** Records an attempt with a wrong login or password, as far as the database can write. */
  async wrong(text: string, person: Person | null, address: string): Promise<void> {
    const { store, log } = this.#deps;
    const login = loginOf(text);
    log({ login, address, outcome: "wrong" });
    if (person === null && this.#isFull()) return;
    try {
      await store.commit([this.#entry("user.sign-in-refused", { login, person, address })]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Strangers can name any number of logins, and entries are kept for ever. */
  #isFull(): boolean {
    const at = this.#deps.now();
    const { since, entries } = this.#unknown;
    this.#unknown = at < since + DAY_MS
      ? { since, entries: entries + 1 }
      : { since: at, entries: 1 };
    return this.#unknown.entries > MAX_UNKNOWN_ENTRIES;
  }

  #entry(
    action: "user.sign-in" | "user.sign-in-refused",
    { login, person, address }: {
      readonly login: string;
      readonly person: Person | null;
      readonly address: string;
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
      after: { address },
    };
    return { kind: "audit.add", entry };
  }
}

function loginOf(text: string): string {
  const login = text.trim().toLowerCase();
  return isLogin(login) ? login : MALFORMED;
}
