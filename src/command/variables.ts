/** Beginning of the names of our variables. */
const PREFIX = "CHECKOUT_";

/** The variables of both programs, each with other names that people try, without the beginning. */
export const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  CHECKOUT_ALLOW_INSECURE_WEBHOOKS: ["INSECURE_WEBHOOKS"],
  CHECKOUT_AUDIT_RETENTION: [],
  CHECKOUT_BACKUP_KEEP: [],
  CHECKOUT_BACKUP_TO: ["BACKUP", "BACKUP_DIR", "BACKUP_FOLDER"],
  CHECKOUT_CALLED: [],
  CHECKOUT_CHECKOUT_HOST: [],
  CHECKOUT_CHECKOUT_PORT: [],
  CHECKOUT_CHECKOUT_URL: ["PUBLIC_URL", "URL"],
  CHECKOUT_DASHBOARD_HOST: [],
  CHECKOUT_DASHBOARD_PORT: [],
  CHECKOUT_DASHBOARD_URL: ["DASHBOARD"],
  CHECKOUT_DB: [
    "DATABASE",
    "DATABASE_PATH",
    "DATABASE_URL",
    "DB_FILE",
    "DB_PATH",
    "DB_URL",
    "SQLITE",
  ],
  CHECKOUT_DB_PASSWORD: [],
  CHECKOUT_DEBUG: [],
  CHECKOUT_HOST: ["ADDRESS", "BIND", "HOSTNAME", "LISTEN"],
  CHECKOUT_INSTANCE: ["INSTANCE_NAME", "SERVER_NAME"],
  CHECKOUT_LOG_FORMAT: [],
  CHECKOUT_LOG_LEVEL: ["LOG", "LOGGING"],
  CHECKOUT_MAIL: ["MAIL_SERVER", "MAIL_URL", "SMTP", "SMTP_URL"],
  CHECKOUT_MAIL_FROM: ["FROM"],
  CHECKOUT_MERCHANT: ["SHOP"],
  CHECKOUT_METRICS_HOST: [],
  CHECKOUT_METRICS_PORT: [],
  CHECKOUT_METRICS_TOKEN: [],
  CHECKOUT_ORDER_RETENTION: [],
  CHECKOUT_OTP_DAILY: [],
  CHECKOUT_PAYMENT_TTL: [],
  CHECKOUT_PORT: [],
  CHECKOUT_RATE_LIMIT: [],
  CHECKOUT_RETENTION: [],
  CHECKOUT_SECRETS_KEY: ["SECRET_KEY", "KEY_FILE"],
  CHECKOUT_SELF: [],
  CHECKOUT_SESSION_TTL: ["TTL"],
  CHECKOUT_SHUTDOWN_DELAY: ["DRAIN", "GRACE_PERIOD"],
  CHECKOUT_TLS_CERT: ["CERT", "TLS_CERTIFICATE"],
  CHECKOUT_TLS_KEY: ["KEY"],
  CHECKOUT_TRUST_PROXY: ["PROXY", "TRUSTED_PROXIES", "TRUSTED_PROXY"],
  CHECKOUT_UNIX_SOCKET: ["SOCKET"],
  CHECKOUT_USER: [],
  CHECKOUT_VARIABLES: [],
};

/**
 * A warning of variables `CHECKOUT_*` that no program knows; undefined without any.
 *
 * The sandbox answers for single names and lists none. The scripts in bin and self-extracting files
 * hand all names over in `CHECKOUT_VARIABLES`; without it the likely misspellings are asked for.
 */
export function unknownVariables(env: (name: string) => string | undefined): string | undefined {
  const meant = new Map(
    Object.entries(VARIABLES).flatMap(([name, others]) =>
      [name.slice(PREFIX.length), ...others].flatMap(misspellings)
        .map((wrong) => [PREFIX + wrong, name] as const)
    ),
  );
  const names = env("CHECKOUT_VARIABLES")?.split("\n") ??
    [...meant.keys()].filter((name) => env(name) !== undefined);
  const unknown = names.filter((name) => name !== "" && !Object.hasOwn(VARIABLES, name));
  if (unknown.length === 0) return undefined;
  const list = unknown.sort().map((name) => {
    const right = meant.get(name);
    return right === undefined ? name : `${name} (did you mean ${right}?)`;
  });
  return `Unknown ${list.length === 1 ? "variable" : "variables"}: ${list.join(", ")}`;
}

/** The name itself, with a letter left out, doubled or swapped with the next one, and in the plural. */
function misspellings(name: string): string[] {
  const slips = Array.from(name, (letter, i) => {
    const [before, after] = [name.slice(0, i), name.slice(i + 1)];
    return [
      before + after,
      before + letter + letter + after,
      before + after.slice(0, 1) + letter + after.slice(1),
    ];
  });
  return [name, `${name}S`, ...slips.flat()];
}
