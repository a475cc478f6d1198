import { pause } from "../lifetime/timing.ts";
import {
  type ListenDeps,
  type Listener,
  ListenError,
  RELISTEN_MS,
  type TlsPlace,
} from "./listener.ts";
import { type KeyPair, readKeyPair } from "./tls_files.ts";
import { TlsServer } from "./tls_server.ts";

const DAY_MS = 86_400_000;
/** A certificate with less time left is overdue: issuers advise to renew 30 days before its end. */
const SOON_MS = 14 * DAY_MS;

/**
 * Listens for HTTP/1.1 and HTTP/2 under TLS, with a certificate that can be renewed.
 *
 * The runtime cannot swap the certificate of a server. A second server on the port (`reusePort`)
 * was measured: with 32 clients that connect anew for each request, 40 reloads lost 647 of 3,560
 * requests (which part loses them was not isolated), and a second process could take the port
 * without an error. So a front that never closes accepts the connections and relays the bytes to a
 * TLS server on 127.0.0.1; a new certificate gets a new server behind the same front.
 *
 * @throws {ListenError} for a bad pair of files; what the runtime throws for a bad address
 */
export async function listenTls(place: TlsPlace, deps: ListenDeps): Promise<Listener> {
  const server = await startServer(place, deps);
  try {
    const front = Deno.listen({ hostname: place.host, port: place.port });
    return new TlsFront(front, { place, deps, server });
  } catch (error) {
    await server.shutdown();
    throw error;
  }
}

/** Starts a server with the certificate on disk. */
async function startServer(place: TlsPlace, deps: ListenDeps): Promise<TlsServer> {
  const pair = await readKeyPair(place);
  try {
    const server = new TlsServer(pair, deps);
    reportLoaded(pair, place, deps);
    return server;
  } catch (cause) {
    // A valid pair of a kind that the runtime does not support.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ListenError(
      `Cannot use --tls-cert and --tls-key: ${place.certFile}, ${place.keyFile}: ${reason}`,
      { cause },
    );
  }
}

class TlsFront implements Listener {
  readonly place: TlsPlace;
  readonly ended: Promise<void>;
  readonly #front: Deno.TcpListener;
  readonly #deps: ListenDeps;
  readonly #retiring = new Set<TlsServer>();
  #server: TlsServer;
  #isClosed = false;
  #reloading = Promise.resolve();

  constructor(
    front: Deno.TcpListener,
    { place, deps, server }: {
      readonly place: TlsPlace;
      readonly deps: ListenDeps;
      readonly server: TlsServer;
    },
  ) {
    this.place = { ...place, host: front.addr.hostname, port: front.addr.port };
    this.#front = front;
    this.#deps = deps;
    this.#server = server;
    this.ended = this.#accept();
  }

  reload(): Promise<void> {
    // One after the other, so that the last one wins.
    return this.#reloading = this.#reloading.then(() => this.#reload());
  }

  async shutdown(): Promise<void> {
    this.#isClosed = true;
    this.#front.close();
    await Promise.all([this.#server, ...this.#retiring].map((server) => server.shutdown()));
  }

  async #reload(): Promise<void> {
    try {
      const next = await startServer(this.place, this.#deps);
      if (this.#isClosed) return await next.shutdown();
      const last = this.#server;
      this.#server = next;
      this.#retiring.add(last);
      void last.retire().finally(() => this.#retiring.delete(last));
    } catch (error) {
      this.#deps.logger.error("The new certificate was rejected, the old one stays in use", {
        reason: error instanceof Error ? error.message : String(error),
        cert: this.place.certFile,
        key: this.place.keyFile,
      });
    }
  }

  async #accept(): Promise<void> {
    let isFailing = false;
    while (!this.#isClosed) {
      try {
        const client = await this.#front.accept();
        isFailing = false;
        void this.#server.take(client);
      } catch (error) {
        if (this.#isClosed || error instanceof Deno.errors.BadResource) return;
        // Probably out of file descriptors. Clients wait in the queue of the port.
        if (!isFailing) this.#deps.logger.error("Cannot accept connections", { error });
        isFailing = true;
        await pause(RELISTEN_MS);
      }
    }
  }
}

/** Logs the certificate in use, and warns of one that expires soon. */
function reportLoaded(
  { about: { subject, validUntilMs } }: KeyPair,
  { certFile }: TlsPlace,
  { logger, now, onCertificate }: ListenDeps,
): void {
  const valid_until = new Date(validUntilMs).toISOString();
  const fields = { cert: certFile, subject, valid_until };
  logger.info("Certificate loaded", fields);
  const leftMs = validUntilMs - now();
  if (leftMs <= 0) {
    logger.warn("The certificate has expired and clients refuse it: renew it", fields);
  } else if (leftMs <= SOON_MS) {
    logger.warn(`The certificate expires within ${SOON_MS / DAY_MS} days: renew it`, fields);
  }
  onCertificate?.(validUntilMs);
}
