import { createPrivateKey, X509Certificate } from "node:crypto";
import { ListenError, type TlsPlace } from "./listener.ts";

/** A certificate with its chain, and the private key that belongs to it. */
export interface KeyPair {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  /** Subject and expiry, for the log. */
  readonly about: {
    readonly subject: string;
    /** Milliseconds since the epoch: clients refuse it after that. */
    readonly validUntilMs: number;
  };
}

/**
 * Reads a certificate and its key, and checks that they belong together: the runtime would not tell
 * which file is bad.
 *
 * @throws {ListenError} naming the file
 */
export async function readKeyPair(
  { certFile, keyFile }: Pick<TlsPlace, "certFile" | "keyFile">,
): Promise<KeyPair> {
  const [cert, key] = await Promise.all([
    readPem("--tls-cert", certFile),
    readPem("--tls-key", keyFile),
  ]);
  const certificate = parsed("--tls-cert", certFile, () => new X509Certificate(cert));
  const privateKey = parsed("--tls-key", keyFile, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new ListenError(
      `--tls-key is not the key of the certificate in --tls-cert ${certFile}: ${keyFile}`,
    );
  }
  const about = {
    subject: certificate.subject ?? certificate.subjectAltName ?? "",
    validUntilMs: Date.parse(certificate.validTo),
  };
  return { cert, key, about };
}

async function readPem(flag: string, file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotCapable
      ? "the sandbox of the task does not allow it; bin/checkoutd does"
      : cause instanceof Error
      ? cause.message.split(": ")[0]
      : String(cause);
    throw new ListenError(`Cannot read ${flag}: ${file}: ${reason}`, { cause, path: file });
  }
}

function parsed<T>(flag: string, file: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    const what = flag === "--tls-cert" ? "certificate" : "private key without a passphrase";
    throw new ListenError(`${flag} must contain a ${what} as PEM: ${file}`, { cause });
  }
}
