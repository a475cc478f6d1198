import { AppError } from "./errors.ts";
import type { KeyId, MerchantId, SessionId } from "./ids.ts";
import type { SessionHead } from "./session/stored.ts";
import { type ApiKey, type Scope, unauthorized } from "./shop/api_key.ts";

/** Identity behind a call: an API key, or the link to the checkout page of a session. */
export type Subject = KeySubject | LinkSubject;

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

/** Identity and rights of a call, wherever it comes from. */
export interface Caller {
  readonly merchantId: MerchantId;
  readonly subject: Subject;
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
