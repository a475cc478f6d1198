import type { MaybePromise } from "../../domain/session/stored.ts";
import { inTime } from "../lifetime/timing.ts";
import type { Logger } from "../log/log.ts";

/** A port for HTTP. */
export interface TcpPlace {
  readonly kind: "tcp";
  readonly host: string;
  /** 0 is any that is free. */
  readonly port: number;
}

/** A port for HTTP under TLS, and the PEM files of its certificate. */
export interface TlsPlace {
  readonly kind: "tls";
  readonly host: string;
  /** 0 is any that is free. */
  readonly port: number;
  readonly certFile: string;
  readonly keyFile: string;
}

/** A Unix socket for HTTP. */
export interface UnixPlace {
  readonly kind: "unix";
  readonly path: string;
}

/** Where a server listens. */
export type Place = TcpPlace | TlsPlace | UnixPlace;

/** What the peer of a request is called that came by a Unix socket: it has no address. */
export const UNIX_PEER = "unix";

/** Answers one request; `peer` tells the address of the socket's other end, or `UNIX_PEER`. */
export type Handler = (request: Request, peer: () => string) => MaybePromise<Response>;

/** What every kind of listener needs. */
export interface ListenDeps {
  readonly handler: Handler;
  readonly logger: Logger;
  /** Milliseconds that requests under way get when their listener is replaced. */
  readonly drainMs: number;
  /** Milliseconds since the epoch: whether a certificate still holds is judged by it. */
  readonly now: () => number;
  /** Told of every certificate that comes into use: when it ends, in milliseconds since the epoch. */
  readonly onCertificate?: ((validUntilMs: number) => void) | undefined;
}

/** Something that accepts connections and answers the requests on them. */
export interface Listener {
  /** Where it really listens: the port is the one that was given. */
  readonly place: Place;
  /** Resolves when it accepts no more, whether it was told to or not. */
  readonly ended: Promise<void>;
  /** Reads again what can be renewed while it runs; absent where nothing can. Never rejects. */
  reload?(): Promise<void>;
  /** Accepts nothing new; resolves when the requests under way are answered. */
  shutdown(): Promise<void>;
}

/** A place that cannot be listened on; the message is one line for who starts the server. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

/** The parts of a configuration that name a place. */
export interface PlaceConfig {
  readonly host: string;
  readonly port: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly unixSocket?: string;
}

/** The place that a configuration asks for. */
export function placeOf({ host, port, tlsCert, tlsKey, unixSocket }: PlaceConfig): Place {
  if (unixSocket !== undefined) return { kind: "unix", path: unixSocket };
  if (tlsCert === undefined || tlsKey === undefined) return { kind: "tcp", host, port };
  return { kind: "tls", host, port, certFile: tlsCert, keyFile: tlsKey };
}

/** A place as clients name it: `http://127.0.0.1:8080`, or `unix:/run/checkoutd.sock`. */
export function urlOf(place: Place): string {
  if (place.kind === "unix") return `unix:${place.path}`;
  const host = place.host.includes(":") ? `[${place.host}]` : place.host;
  return `${place.kind === "tls" ? "https" : "http"}://${host}:${place.port}`;
}

/** Pause before listening again after the accept loop died, so that a lasting cause does not spin. */
export const RELISTEN_MS = 100;

/**
 * Shuts something down gracefully, but waits no longer than `drainMs`: a half-sent body
 * would keep it waiting for ever.
 *
 * @returns false when the deadline passed first
 */
export async function drainRequests(
  server: { shutdown(): Promise<void> },
  drainMs: number,
): Promise<boolean> {
  return await inTime(server.shutdown().catch(() => {}), drainMs);
}
