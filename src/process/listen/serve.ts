import type { Part } from "../lifetime/parts.ts";
import { aborted, pause } from "../lifetime/timing.ts";
import {
  drainRequests,
  type Handler,
  type ListenDeps,
  type Listener,
  type Place,
  RELISTEN_MS,
} from "./listener.ts";
import { listen } from "./listen.ts";
import type { Logger } from "../log/log.ts";

/** Place, signals and deadlines of a server. */
export interface ServeOptions extends Pick<ListenDeps, "now" | "onCertificate"> {
  readonly place: Place;
  /** Aborted to stop accepting. */
  readonly stop: AbortSignal;
  /** Target of `hangup` events, which reload the certificate. */
  readonly hangups: EventTarget;
  /** Time for running requests after `stop`. */
  readonly drainMs: number;
  readonly logger: Logger;
  /** Called with the actual place once it listens. */
  readonly onListen: (place: Place) => void;
}

/** A running server. */
export interface ServerHandle {
  /** Resolves once it has stopped; false if requests still ran at the deadline. */
  readonly drained: Promise<boolean>;
}

/** The listener as a part of a program; it closes once running requests are answered. */
export function servingPart(options: ServeOptions, handler: Handler): Part<ServerHandle> {
  return {
    start: () => serve(options, handler),
    close: async ({ drained }) => {
      if (!await drained) options.logger.warn("Running requests were cut off");
    },
  };
}

/**
 * Serves HTTP until stopped, then lets running requests finish.
 *
 * @returns once it listens
 * @throws {ListenError} when it cannot
 */
export async function serve(options: ServeOptions, handler: Handler): Promise<ServerHandle> {
  const { stop, drainMs, logger, now, onCertificate } = options;
  if (stop.aborted) return { drained: Promise.resolve(true) };
  const own = options.place.kind === "tls" ? overTlsOnly(handler) : handler;
  const deps = { handler: own, logger, drainMs, now, onCertificate };
  const listener = await listen(options.place, deps);
  options.onListen(listener.place);
  return { drained: keepListening(listener, options, deps) };
}

/** A year. Subdomains may be others'. */
const TRANSPORT_SECURITY = "max-age=31536000";

/** Tells browsers to use TLS alone from now on (RFC 6797). */
export function overTlsOnly(handler: Handler): Handler {
  return async (request, peer) => {
    const response = await handler(request, peer);
    response.headers.set("Strict-Transport-Security", TRANSPORT_SECURITY);
    return response;
  };
}

/**
 * Listens again when the accept loop ends without an error, as it does out of file descriptors.
 */
async function keepListening(
  first: Listener,
  { stop, hangups, drainMs, logger }: ServeOptions,
  deps: ListenDeps,
): Promise<boolean> {
  let listener = first;
  const onHangup = () => {
    if (listener.reload !== undefined) void listener.reload();
    else logger.info("SIGHUP ignored: no certificate to reload");
  };
  hangups.addEventListener("hangup", onHangup, { signal: stop });
  for (;;) {
    await Promise.race([aborted(stop), listener.ended]);
    if (stop.aborted) return await drainRequests(listener, drainMs);
    logger.error("The accept loop ended: restarting it");
    const next = await listenAgain(listener.place, { stop, deps });
    if (next === undefined) return true;
    listener = next;
    logger.info("Listening again");
  }
}

/** @returns undefined when stopped meanwhile */
async function listenAgain(
  place: Place,
  { stop, deps }: { readonly stop: AbortSignal; readonly deps: ListenDeps },
): Promise<Listener | undefined> {
  for (let isLogged = false;; isLogged = true) {
    await pause(RELISTEN_MS);
    if (stop.aborted) return undefined;
    try {
      return await listen(place, deps);
    } catch (error) {
      // Logged once, as it is tried ten times a second.
      if (!isLogged) deps.logger.error("Cannot listen", { error });
    }
  }
}
