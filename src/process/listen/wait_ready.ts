import process from "node:process";
import { pause } from "../lifetime/timing.ts";
import { type Place, urlOf } from "./listener.ts";

/** The place to ask, and the deadline. */
export interface WaitOptions {
  readonly place: Place;
  readonly withinMs: number;
  /** Milliseconds that only grow. */
  readonly monotonicMs: () => number;
}

const PAUSE_MS = 100;
/** Timeout of one request. */
const TRY_MS = 2000;
/** Loopback addresses for wildcard ones, which some systems cannot connect to. */
const OWN_ADDRESS = new Map([["0.0.0.0", "127.0.0.1"], ["::", "::1"]]);

/**
 * Requests `/ready` of a server on this machine until it answers 200.
 *
 * @returns undefined once it is ready, else one line about the last failure
 */
export async function waitReady(
  { place, withinMs, monotonicMs }: WaitOptions,
): Promise<string | undefined> {
  const asked = reachable(place);
  const deadline = monotonicMs() + withinMs;
  for (let reason = "no answer";;) {
    const leftMs = deadline - monotonicMs();
    if (leftMs <= 0) {
      return `Not ready within ${withinMs / 1000} s: ${urlOf(asked)}: ${reason}`;
    }
    try {
      const status = await askReady(asked, Math.min(TRY_MS, leftMs));
      if (status === 200) return undefined;
      reason = `status ${status}`;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    await pause(PAUSE_MS);
  }
}

function reachable(place: Place): Place {
  return place.kind === "unix"
    ? place
    : { ...place, host: OWN_ADDRESS.get(place.host) ?? place.host };
}

function askReady(place: Place, timeoutMs: number): Promise<number> {
  // Loaded on demand, also in a bundle: a server that starts does not need them.
  const { request: requestPlain } = process.getBuiltinModule("node:http");
  const { request: requestTls } = process.getBuiltinModule("node:https");
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const common = { path: "/ready", agent: false as const, signal: AbortSignal.timeout(timeoutMs) };
  const outgoing = place.kind === "unix"
    ? requestPlain({ ...common, socketPath: place.path })
    : place.kind === "tcp"
    ? requestPlain({ ...common, host: place.host, port: place.port })
    // The certificate is for another name, and the request has no secrets. An empty list of
    // authorities avoids the permission to read those of the system.
    : requestTls({
      ...common,
      host: place.host,
      port: place.port,
      rejectUnauthorized: false,
      ca: [],
    });
  outgoing.on("response", (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  outgoing.on("error", reject);
  outgoing.end();
  return promise;
}
