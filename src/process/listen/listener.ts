import type { MaybePromise } from "../../domain/session/stored.ts";
import type { ServerConfig } from "../config/server_config.ts";
import { inTime } from "../lifetime/timing.ts";
import type { Logger } from "../log/log.ts";

/** A port for HTTP. */
export interface TcpPlace {
  readonly kind: "tcp";
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** A port for HTTP under TLS, and the PEM files of its certificate. */
export interface TlsPlace {
  readonly kind: "tls";
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly certFile: string;
  readonly keyFile: string;
}

/** A Unix socket for HTTP. */
export interface UnixPlace {
  readonly kind: "unix";
  readonly path: string;
}

/** The address that a server listens on. */
export type Place = TcpPlace | TlsPlace | UnixPlace;

/** The peer of a request on a Unix socket, which has no address. */
export const UNIX_PEER = "unix";

/** Answers a request; `peer` returns the client's address, or `UNIX_PEER`. */
export type Handler = (request: Request, peer: () => string) => MaybePromise<Response>;

/** Common dependencies of all listeners. */
export interface ListenDeps {
  readonly handler: Handler;
  readonly logger: Logger;
  /** Milliseconds for running requests when their listener is replaced. */
  readonly drainMs: number;
  /** Milliseconds since the epoch, to judge the expiry of certificates. */
  readonly now: () => number;
  /** Called with the expiry of every loaded certificate, in milliseconds since the epoch. */
  readonly onCertificate?: ((validUntilMs: number) => void) | undefined;
}

/** Accepts connections and answers their requests. */
export interface Listener {
  /** Its actual place; the port is never 0. */
  readonly place: Place;
  /** Resolves when it stops accepting, by `shutdown` or by a failure. */
  readonly ended: Promise<void>;
  /** Reloads the certificate; absent without one. Never rejects. */
  reload?(): Promise<void>;
  /** Stops accepting; resolves when running requests are answered. */
  shutdown(): Promise<void>;
}

/** A place that cannot be listened on; the message is one line for the operator. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  /** The file that could not be used. */
  readonly path: string | undefined;

  constructor(
    message: string,
    { path, ...options }: ErrorOptions & { readonly path?: string } = {},
  ) {
    super(message, options);
    this.path = path;
  }
}

/** The error of a further listener, which has its own flags; returns any other error unchanged. */
export function withFlags(error: unknown, flags: string): unknown {
  if (!(error instanceof ListenError)) return error;
  const cause = error.cause instanceof Error ? error.cause.message.split("\n")[0] : error.message;
  return new ListenError(`Cannot listen on ${flags}: ${cause}`, { cause: error });
}

/** The place of a configuration. */
export function placeOf(
  { host, port, tlsCert, tlsKey, unixSocket }: Pick<
    ServerConfig,
    "host" | "port" | "tlsCert" | "tlsKey" | "unixSocket"
  >,
): Place {
  if (unixSocket !== undefined) return { kind: "unix", path: unixSocket };
  if (tlsCert === undefined || tlsKey === undefined) return { kind: "tcp", host, port };
  return { kind: "tls", host, port, certFile: tlsCert, keyFile: tlsKey };
}

/** URL of a place: `http://127.0.0.1:8080`, or `unix:/run/checkoutd.sock`. */
export function urlOf(place: Place): string {
  if (place.kind === "unix") return `unix:${place.path}`;
  const host = place.host.includes(":") ? `[${place.host}]` : place.host;
  return `${place.kind === "tls" ? "https" : "http"}://${host}:${place.port}`;
}

/** Common options of `Deno.serve`. Handlers answer their own failures: an error is a client that left. */
export const SERVE_OPTIONS = {
  onListen: () => {},
  onError: () => new Response(null, { status: 500 }),
} as const;

/** Pause before listening again after the accept loop ended, so that it does not spin. */
export const RELISTEN_MS = 100;

/**
 * Shuts a server down gracefully, but waits at most `drainMs`: a half-sent body would block it
 * forever.
 *
 * @returns false when the deadline passed first
 */
export async function drainRequests(
  server: { shutdown(): Promise<void> },
  drainMs: number,
): Promise<boolean> {
  return await inTime(server.shutdown().catch(() => {}), drainMs);
}
