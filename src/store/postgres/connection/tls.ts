import { readFileSync } from "node:fs";
import type { DatabaseUrl } from "../../database_url.ts";
import { DatabaseOpenError } from "../../open_error.ts";

/** The options of `node:tls` for a connection. */
export interface TlsOptions {
  /** Trusted authorities (PEM); those of the system if absent. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized: boolean;
  /** Replaces the check that the certificate is for the host. */
  readonly checkServerIdentity?: () => undefined;
}

/**
 * TLS of a connection by the `sslmode` of its URL; false for none.
 *
 * @throws {DatabaseOpenError} if a file that it names cannot be read
 */
export function tlsOf(url: DatabaseUrl): TlsOptions | false {
  const { sslMode, sslRootCert, sslCert, sslKey, host } = url;
  // As libpq: a socket needs none.
  if (sslMode === "disable" || host.startsWith("/")) return false;
  return {
    ...(sslRootCert === undefined ? {} : { ca: readPem("sslrootcert", sslRootCert) }),
    ...(sslCert === undefined || sslKey === undefined
      ? {}
      : { cert: readPem("sslcert", sslCert), key: readPem("sslkey", sslKey) }),
    rejectUnauthorized: sslMode !== "require",
    ...(sslMode === "verify-full" ? {} : { checkServerIdentity: () => undefined }),
  };
}

function readPem(parameter: string, path: string): string {
  try {
    const text = readFileSync(path, "utf8");
    if (text.includes("-----BEGIN ")) return text;
  } catch (cause) {
    throw new DatabaseOpenError(`Cannot read the file of ${parameter}: ${path}`, { cause });
  }
  throw new DatabaseOpenError(`The file of ${parameter} is not PEM: ${path}`);
}
