import type { Part } from "../lifetime/parts.ts";
import { pause } from "../lifetime/timing.ts";
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

/** Where and how long. */
export interface ServeOptions extends Pick<ListenDeps, "now" | "onCertificate"> {
  readonly place: Place;
  /** When aborted, nothing new is accepted. */
  readonly stop: AbortSignal;
  /** Tells of a `hangup`: what can be renewed while it runs is read again. */
  readonly hangups: EventTarget;
  /** What runs gets this long to finish after that. */
  readonly drainMs: number;
  readonly logger: Logger;
  /** Called with the place, its real port in it, once it listens. */
  readonly onListen: (place: Place) => void;
}

/** A server that listens. */
export interface Serving {
  /** Resolves once it has stopped; false when the deadline passed with requests still running. */
  readonly drained: Promise<boolean>;
}

/** The listener as a part of a program: it ends once requests under way are answered. */
export function servingPart(options: ServeOptions, handler: Handler): Part<Serving> {
  return {
    start: () => serve(options, handler),
    close: async ({ drained }) => {
      if (!await drained) options.logger.warn("Running requests were cut off");
    },
  };
}

/**
 * Serves HTTP until told to stop, then lets running requests finish.
 *
 * @returns once it listens
 * @throws {ListenError} when it cannot
 */
export async function serve(options: ServeOptions, handler: Handler): Promise<Serving> {
  const { stop, drainMs, logger, now, onCertificate } = options;
  if (stop.aborted) return { drained: Promise.resolve(true) };
  const deps = { handler, logger, drainMs, now, onCertificate };
  const listener = await listen(options.place, deps);
  options.onListen(listener.place);
  return { drained: keepListening(listener, options, deps) };
}

/**
 * Out of file descriptors the accept loop ends without an error. That must not end the service: it
 * listens again as soon as it can.
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
    const ended = listener.ended.then(() => "ended" as const);
    if (await Promise.race([aborted(stop), ended]) === "stop") {
      return await drainRequests(listener, drainMs);
    }
    logger.error("The accept loop ended: restarting it");
    const next = await listenAgain(listener.place, { stop, deps });
    if (next === undefined) return true;
    listener = next;
    logger.info("Listening again");
  }
}

/** @returns undefined when told to stop meanwhile */
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
      // Once is enough: it is tried ten times a second.
      if (!isLogged) deps.logger.error("Cannot listen", { error });
    }
  }
}

function aborted(signal: AbortSignal): Promise<"stop"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("stop");
    else signal.addEventListener("abort", () => resolve("stop"), { once: true });
  });
}
