import { AppError } from "./errors.ts";
import type { KeyId, MerchantId, SessionId } from "./ids.ts";
import type { SessionHead } from "./session/stored.ts";
import { type ApiKey, type Scope, unauthorized } from "./shop/api_key.ts";

/** Kinds of subjects. */
export const SUBJECT_KINDS = ["key", "link", "operator", "person"] as const;

/** Identity behind a change. */
export type Subject = KeySubject | LinkSubject | OperatorSubject | PersonSubject;

/** An API key. */
export interface KeySubject {
  readonly kind: "key";
  readonly id: KeyId;
  /** Name in the log: the visible prefix of a key. */
  readonly label: string;
}

/** A customer with a link. */
export interface LinkSubject {
  readonly kind: "link";
  /** The only session that it reaches. */
  readonly sessionId: SessionId;
  /** SHA-256 of the token. */
  readonly tokenHash: string;
  readonly label: "link";
}

/** The operator at the command line. */
export interface OperatorSubject {
  readonly kind: "operator";
  /** `cli:` and the name of the user of the operating system; `cli` if it is unknown. */
  readonly label: string;
}

/** A person who is signed in at the dashboard. */
export interface PersonSubject {
  readonly kind: "person";
  readonly id: string;
  /** Name with which they sign in. */
  readonly label: string;
}

/** Identity and rights of a call of the API or of a customer. */
export interface Caller {
  readonly merchantId: MerchantId;
  readonly subject: KeySubject | LinkSubject;
  readonly scopes: ReadonlySet<Scope>;
  /** False for test data: it reaches that, and nothing else. */
  readonly livemode: boolean;
}

/** Caller of a request with this key. */
export function callerOf({ id, merchantId, prefix, scopes, livemode }: ApiKey): Caller {
  return { merchantId, subject: { kind: "key", id, label: prefix }, scopes, livemode };
}

/** Permissions of a customer: no payment result, no cancelled order. */
export const LINK_SCOPES: Caller["scopes"] = new Set(["sessions:read", "sessions:write"]);

/** True if a caller may see a session. */
export function reaches(
  { merchantId, subject, livemode }: Caller,
  session: Pick<SessionHead, "id" | "merchantId" | "livemode">,
): boolean {
  if (session.merchantId !== merchantId || session.livemode !== livemode) return false;
  return subject.kind === "key" || subject.sessionId === session.id;
}

/** True if a caller's key is of the session's shop, and only its mode is another: live or test. */
export function isOtherMode(
  { merchantId, subject, livemode }: Caller,
  session: Pick<SessionHead, "merchantId" | "livemode">,
): boolean {
  return subject.kind === "key" && session.merchantId === merchantId &&
    session.livemode !== livemode;
}

/**
 * Requires an API key: a link reaches no session but its own.
 *
 * @throws {AppError} `error.unauthorized`
 */
export function requireKey({ subject }: Caller): void {
  if (subject.kind !== "key") throw unauthorized();
}

/** @throws {AppError} `error.scope-missing`; `error.unauthorized` for a link */
export function requireScope({ scopes, subject }: Caller, scope: Scope): void {
  if (scopes.has(scope)) return;
  if (subject.kind !== "key") throw unauthorized();
  const message = `This needs the scope ${scope}: the key has ${[...scopes].join(", ")}`;
  throw new AppError("error.scope-missing", message);
}
