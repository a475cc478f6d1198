import { TAKES_NO_WRITES } from "../../errors.ts";
import type { DatabaseUrl } from "../../database_url.ts";
import { DatabaseOpenError, OlderSchemaError } from "../../open_error.ts";

const UNTRUSTED =
  "its certificate is not signed by a trusted authority; name the authority with ?sslrootcert";
const NO_TLS = "it does not offer TLS; ?sslmode=disable connects without it";
const NO_PASSWORD = "it asks for a password: set PGPASSWORD, or add ?passfile";
const POOLED = "a pooler is before the server: add ?prepare=false";
const LATE = "no answer in time";
const UNKNOWN_HOST = "unknown host name";
const UNREACHABLE = "the host cannot be reached";

/** Reasons by the SQLSTATE of the server, or the code of the system or of TLS. */
const BY_CODE: Readonly<Record<string, string>> = {
  "28P01": "wrong password, or no such user",
  "3D000": "no database of this name",
  "26000": POOLED,
  "42P05": POOLED,
  "25006": TAKES_NO_WRITES,
  "53300": "the server has too many connections",
  "57P03": "the server is starting or stopping",
  ECONNREFUSED: "no server listens there",
  ENOENT: "no server has its socket there",
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ETIMEDOUT: LATE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
};

/** Reasons by the message of the driver, whose own errors have no code. */
const BY_MESSAGE: readonly (readonly [message: RegExp, reason: string])[] = [
  [/^The server does not support SSL connections/, NO_TLS],
  [/^SASL: .* password must be/, NO_PASSWORD],
  [/^unsupported startup parameter: statement_timeout/, POOLED],
  [/timeout/i, LATE],
];

/** The error of a database that cannot be opened, in one line without a password. */
export function connectFailure(cause: unknown, { shown }: DatabaseUrl): DatabaseOpenError {
  // It names the database already, which may be the other one of a copy.
  if (cause instanceof OlderSchemaError || cause instanceof NamedOpenError) return cause;
  const message = cause instanceof DatabaseOpenError
    ? cause.message
    : `Cannot open the database (${reasonOf(cause)})`;
  return new NamedOpenError(`${message}: ${shown}`, { cause });
}

/** An error whose message names the database. */
class NamedOpenError extends DatabaseOpenError {}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? String(cause.code) : "";
  const [line = ""] = cause.message.split("\n", 1);
  if (cause.name === "NotCapable") return line.replace(/, run again .*/, "");
  return BY_CODE[code] ?? BY_MESSAGE.find(([message]) => message.test(line))?.[1] ?? line;
}
