/** TLS of a connection, by libpq's names. */
export const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;
/** One of {@link SSL_MODES}. */
export type SslMode = (typeof SSL_MODES)[number];

/** A PostgreSQL database and how to connect to it, with libpq's defaults. */
export interface DatabaseUrl {
  /** Name or address, or the folder of a Unix socket, which begins with a slash. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Undefined to look it up in the password file. */
  readonly password: string | undefined;
  readonly database: string;
  readonly sslMode: SslMode;
  /** File of the trusted CAs (PEM); undefined for those of the system. */
  readonly sslRootCert: string | undefined;
  /** Files of the client's certificate and its key (PEM). */
  readonly sslCert: string | undefined;
  readonly sslKey: string | undefined;
  /** File of passwords in the form of libpq's `.pgpass`. */
  readonly passFile: string | undefined;
  readonly applicationName: string | undefined;
  readonly connectTimeoutMs: number | undefined;
  /** False for a pooler that gives each transaction another connection. */
  readonly prepare: boolean;
  /** The URL without its password. */
  readonly shown: string;
}

/** A URL that names no database; the message continues the name of the option that has it. */
export class DatabaseUrlError extends Error {
  override readonly name = "DatabaseUrlError";
}

/** Socket folder of Debian's PostgreSQL; libpq's default without a host. */
const SOCKET_FOLDER = "/var/run/postgresql";
const DEFAULT_PORT = 5432;
/** Longer is a typing error. */
const MAX_CONNECT_SECONDS = 600;

/** Parameters of a URL, with libpq's variables for those that are missing. */
const PARAMETERS: Readonly<Record<string, string | undefined>> = {
  host: "PGHOST",
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
  passfile: "PGPASSFILE",
  application_name: "PGAPPNAME",
  connect_timeout: "PGCONNECT_TIMEOUT",
  prepare: undefined,
};

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const OURS = /^postgres(?:ql)?:\/\//i;
/** Scheme, user, password, host, port, path and query. */
const PARTS =
  /^(postgres(?:ql)?:\/\/)(?:([^:@/?]*)(:[^@/?]*)?@)?(\[[^\]@/?]*\]|[^:@/?[]*)(?::([^@/?]*))?(?:\/([^@?]*))?(?:\?([^@]*))?$/i;

/** True for a text that names a database by a URL of any scheme; other texts are paths. */
export function isUrl(text: string): boolean {
  return SCHEME.test(text);
}

/** True if a URL contains a password. */
export function hasPassword(text: string): boolean {
  return OURS.test(text) && /^[^/]*\/\/[^@]*:[^@]*@/.test(text);
}

/**
 * The name of a database for people: a path unchanged, a URL without its password and without
 * unknown parameters.
 */
export function shownDatabase(text: string): string {
  if (!isUrl(text)) return text;
  const [, scheme = "", user = "", , host = "", port, path, query] = partsOf(text) ?? [];
  if (scheme === "" || !/^\d*$/.test(port ?? "")) return `${SCHEME.exec(text)?.[0] ?? ""}...`;
  const known = (query ?? "").split("&")
    .filter((one) => Object.hasOwn(PARAMETERS, one.split("=", 1)[0] ?? ""));
  return scheme + (user === "" ? "" : `${user}@`) + host + (port === undefined ? "" : `:${port}`) +
    (path === undefined ? "" : `/${path}`) + (known.length === 0 ? "" : `?${known.join("&")}`);
}

/**
 * Reads the URL of a PostgreSQL database. No message repeats a part that may be a piece of a
 * password.
 *
 * @param env reads libpq's variables, `USER` and `CHECKOUT_DB_PASSWORD`
 * @throws {DatabaseUrlError}
 */
export function readDatabaseUrl(
  text: string,
  env: (name: string) => string | undefined,
): DatabaseUrl {
  const scheme = SCHEME.exec(text)?.[1] ?? "";
  if (!OURS.test(text)) fail(`must be a path, or a URL that begins with postgres://: ${scheme}://`);
  const parts = partsOf(text) ??
    fail(
      "must be postgres://user@host:port/database; " +
        "encode @ as %40, : as %3A, / as %2F, ? as %3F and # as %23 in a user or password",
    );
  const [, , user = "", password, host = "", port, path = "", query = ""] = parts;
  const given = parametersOf(query);
  const of = (name: string) => {
    const variable = PARAMETERS[name];
    return given.get(name) ?? ((variable && env(variable)) || undefined);
  };
  const named = decoded(host.replace(/^\[(.*)\]$/, "$1"));
  const place = given.get("host") || named || env("PGHOST") || SOCKET_FOLDER;
  if (place.includes(",")) fail("must name one host");
  return {
    host: place,
    port: portOf(port ?? env("PGPORT")),
    user: decoded(user) || env("PGUSER") || env("USER") ||
      fail("must name a user: postgres://user@host/database"),
    password: password === undefined
      ? decoded(env("CHECKOUT_DB_PASSWORD") ?? "") || env("PGPASSWORD") || undefined
      : decoded(password.slice(1)) || undefined,
    database: decoded(path) || env("PGDATABASE") ||
      fail("must name a database: postgres://user@host/database"),
    ...tlsOf(of, place),
    passFile: of("passfile"),
    applicationName: of("application_name"),
    connectTimeoutMs: secondsOf("connect_timeout", of("connect_timeout")),
    prepare: booleanOf("prepare", of("prepare") ?? "true"),
    shown: shownDatabase(text),
  };
}

function partsOf(text: string): RegExpExecArray | null {
  return /[#\s\p{Cc}]/u.test(text) ? null : PARTS.exec(text);
}

function fail(message: string): never {
  throw new DatabaseUrlError(message);
}

function parametersOf(query: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const one of query === "" ? [] : query.split("&")) {
    const [name = "", ...value] = one.split("=");
    if (!Object.hasOwn(PARAMETERS, name)) {
      const known = Object.keys(PARAMETERS).join(", ");
      fail(`has an unknown parameter; known are ${known}: ${/^\w{1,32}$/.test(name) ? name : "?"}`);
    }
    if (given.has(name)) fail(`has a parameter twice: ${name}`);
    given.set(name, decoded(value.join("=")));
  }
  return given;
}

function tlsOf(of: (name: string) => string | undefined, host: string) {
  const sslMode = sslModeOf(of("sslmode") ?? (isOwnMachine(host) ? "disable" : "verify-full"));
  const sslCert = of("sslcert");
  const sslKey = of("sslkey");
  if ((sslCert === undefined) !== (sslKey === undefined)) {
    fail("must have both sslcert and sslkey, or neither");
  }
  const root = of("sslrootcert");
  // As libpq: the name stands for the CAs of the system.
  const sslRootCert = root === "system" ? undefined : root;
  return {
    // As libpq: a CA that is named is used.
    sslMode: sslMode === "require" && sslRootCert !== undefined ? "verify-ca" as const : sslMode,
    sslRootCert,
    sslCert,
    sslKey,
  };
}

/** True for a host that is this machine: no other one sees what is sent. */
export function isOwnMachine(host: string): boolean {
  return host.startsWith("/") || /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
}

function sslModeOf(text: string): SslMode {
  return SSL_MODES.find((one) => one === text) ??
    fail(`must have an sslmode (PGSSLMODE) of ${SSL_MODES.join(", ")}: ${word(text)}`);
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === "") return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  // Not repeated: a user and a password without a host look like a host and a port.
  return port >= 1 && port <= 65_535 ? port : fail("must have a port from 1 to 65535");
}

function secondsOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return seconds >= 1 && seconds <= MAX_CONNECT_SECONDS
    ? seconds * 1000
    : fail(`must have a ${name} from 1 to ${MAX_CONNECT_SECONDS}: ${word(text)}`);
}

function booleanOf(name: string, text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  return fail(`must have ${name}=true or ${name}=false: ${word(text)}`);
}

/** A value for a message: short, and without control characters. */
function word(text: string): string {
  return /^[\w.-]{1,32}$/.test(text) ? text : "?";
}

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    if (!/\p{Cc}/u.test(plain)) return plain;
  } catch {
    // The message is the same.
  }
  return fail("must have the code of a character after each percent sign, as in %40");
}
