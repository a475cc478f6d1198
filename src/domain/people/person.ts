import type { PersonSubject } from "../caller.ts";
import { got, invalid } from "../errors.ts";
import type { PersonId } from "../ids.ts";
import { isVisible } from "../values/text.ts";
import { hasOwnWord, isCommonPassword } from "./common_passwords.ts";
import type { Access } from "./role.ts";

/** A person with access to the dashboard. */
export interface Person extends Access {
  readonly id: PersonId;
  /** Name to sign in with, as {@link readLogin} returns it. */
  readonly login: string;
  /** Name for display. */
  readonly name: string;
  /** Null until the person has opened a link and chosen a password. */
  readonly passwordHash: string | null;
  /** True if the person must show a second factor to sign in. */
  readonly hasFactor: boolean;
  /** Address that the person has verified; null for none. */
  readonly email: string | null;
  readonly createdAt: number;
}

/** The subject of what a person changes. */
export function subjectOf({ id, login }: Person): PersonSubject {
  return { kind: "person", id, label: login };
}

/** Longest login. */
export const MAX_LOGIN = 64;
const LOGIN = new RegExp(`^(?=.{1,${MAX_LOGIN}}$)[a-z0-9](?:[a-z0-9._@+-]*[a-z0-9])?$`);
/** Longest name of a person. */
export const MAX_PERSON_NAME = 100;
/** Shortest and longest password, in characters. */
export const PASSWORD_LENGTH = { min: 12, max: 200 } as const;
const MIN_DIFFERENT = 5;

/** True for a login in the form that {@link readLogin} returns. */
export function isLogin(text: string): boolean {
  return LOGIN.test(text);
}

/**
 * Reads a login: lower case, without the spaces around it.
 *
 * @throws {AppError} `error.invalid-request` with the field `login`
 */
export function readLogin(text: string): string {
  const login = text.trim().toLowerCase();
  if (isLogin(login)) return login;
  throw invalid(
    `The login must have 1 to 64 of a-z, 0-9 and . _ @ + - between them, ${got(text)}`,
    "login",
  );
}

/**
 * Reads the name of a person, without the spaces around it.
 *
 * @throws {AppError} `error.invalid-request` with the field `name`
 */
export function readPersonName(text: string): string {
  const name = text.trim();
  if (isVisible(name) && name.length <= MAX_PERSON_NAME) return name;
  throw invalid(
    `The name must have 1 to ${MAX_PERSON_NAME} characters, at least one of them visible, ${
      got(text)
    }`,
    "name",
  );
}

/** What a password must have nothing of. */
export interface OwnWords extends Pick<Person, "login"> {
  /** Names and domains of the person's shops. */
  readonly shops: readonly string[];
}

/**
 * Requires a new password to be long enough and not easily guessed; the message does not repeat it.
 *
 * @throws {AppError} `error.invalid-request` with the field `password`
 */
export function requireGoodPassword(password: string, own: OwnWords): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  if (length < min || length > max) {
    throw invalid(`The password must have ${min} to ${max} characters, got ${length}`, "password");
  }
  if (new Set(password).size < MIN_DIFFERENT) {
    throw invalid(`The password must have ${MIN_DIFFERENT} different characters`, "password");
  }
  if (hasOwnWord(password, own)) {
    const message = "The password must not contain your login or the name of your shop";
    throw invalid(message, "password");
  }
  if (isCommonPassword(password)) {
    const message = "Many people use such a password: add words that do not belong together";
    throw invalid(message, "password");
  }
}
