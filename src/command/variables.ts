/** Beginning of the names of our variables. */
const PREFIX = "CHECKOUT_";

/**
 * Names of the variables of both programs, without their beginning. Each with other names for it
 * that people try.
 */
export const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  ALLOW_INSECURE_WEBHOOKS: ["INSECURE_WEBHOOKS"],
  CALLED: [],
  CHECKOUT_HOST: [],
  CHECKOUT_PORT: [],
  CHECKOUT_URL: ["PUBLIC_URL", "URL"],
  DASHBOARD_URL: ["DASHBOARD"],
  DB: ["DATABASE", "DATABASE_PATH", "DATABASE_URL", "DB_FILE", "DB_PATH", "DB_URL", "SQLITE"],
  DEBUG: [],
  HOST: ["ADDRESS", "BIND", "HOSTNAME", "LISTEN"],
  LOG_FORMAT: [],
  LOG_LEVEL: ["LOG", "LOGGING"],
  MERCHANT: ["SHOP"],
  METRICS_HOST: [],
  METRICS_PORT: [],
  METRICS_TOKEN: [],
  OTP_DAILY: [],
  PAYMENT_TTL: [],
  PORT: [],
  RATE_LIMIT: [],
  RETENTION: [],
  SESSION_TTL: ["TTL"],
  TLS_CERT: ["CERT", "TLS_CERTIFICATE"],
  TLS_KEY: ["KEY"],
  TRUST_PROXY: ["PROXY", "TRUSTED_PROXIES", "TRUSTED_PROXY"],
  UNIX_SOCKET: ["SOCKET"],
  USER: [],
  VARIABLES: [],
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
      [name, ...others].flatMap(misspellings).map((wrong) => [wrong, name] as const)
    ),
  );
  const names = env(`${PREFIX}VARIABLES`)?.split("\n").map((name) => name.slice(PREFIX.length)) ??
    [...meant.keys()].filter((name) => env(PREFIX + name) !== undefined);
  const unknown = names.filter((name) => name !== "" && !Object.hasOwn(VARIABLES, name));
  if (unknown.length === 0) return undefined;
  const list = unknown.sort().map((name) => {
    const right = meant.get(name);
    return `${PREFIX}${name}${right === undefined ? "" : ` (did you mean ${PREFIX}${right}?)`}`;
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
