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

/**
 * Serves HTTP until told to stop, then lets running requests finish.
 *
 * Out of file descriptors the accept loop ends without an error. That must not end
 * the service: it listens again as soon as it can.
 *
 * @returns false when the deadline passed with requests still running
 * @throws {ListenError} when it cannot listen the first time
 */
export async function serve(options: ServeOptions, handler: Handler): Promise<boolean> {
  const { stop, hangups, drainMs, logger, now, onCertificate } = options;
  let { place } = options;
  let listener: Listener | undefined;
  let isWaiting = false;
  const onHangup = () => {
    if (listener?.reload !== undefined) void listener.reload();
    else logger.info("SIGHUP ignored: no certificate to reload");
  };
  hangups.addEventListener("hangup", onHangup, { signal: stop });
  while (!stop.aborted) {
    const isFirst = listener === undefined;
    try {
      listener = await listen(place, { handler, logger, drainMs, now, onCertificate });
    } catch (error) {
      if (isFirst) throw error;
      // Once is enough: it is tried ten times a second.
      if (!isWaiting) logger.error("Cannot listen", { error });
      isWaiting = true;
      await pause(RELISTEN_MS);
      continue;
    }
    isWaiting = false;
    place = listener.place;
    if (isFirst) options.onListen(place);
    else logger.info("Listening again");
    const ended = listener.ended.then(() => "ended" as const);
    if (await Promise.race([aborted(stop), ended]) === "stop") {
      return await drainRequests(listener, drainMs);
    }
    logger.error("The accept loop ended: restarting it");
    await pause(RELISTEN_MS);
  }
  return true;
}

function aborted(signal: AbortSignal): Promise<"stop"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("stop");
    else signal.addEventListener("abort", () => resolve("stop"), { once: true });
  });
}
