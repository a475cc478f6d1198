import type { Logger } from "./log.ts";

/** Where and how long. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** When aborted, nothing new is accepted. */
  readonly stop: AbortSignal;
  /** What runs gets this long to finish after that. */
  readonly drainMs: number;
  readonly logger: Logger;
  /** Called with the address once it listens. */
  readonly onListen: (address: Deno.NetAddr) => void;
}

/** Answers one request; `peer` is the address of the socket's other end. */
export type Handler = (request: Request, peer: string) => Promise<Response>;

/** Pause before listening again after the accept loop died, so that a lasting cause does not spin. */
const RELISTEN_MS = 100;

/**
 * Serves HTTP until told to stop, then lets running requests finish.
 *
 * Out of file descriptors the accept loop ends without an error. That must not end
 * the service: it listens again as soon as it can.
 *
 * @returns false when the deadline passed with requests still running
 * @throws {Deno.errors.AddrInUse} and {ListenError}, when it cannot listen the first time
 */
export async function serve(options: ServeOptions, handler: Handler): Promise<boolean> {
  const { host, stop, drainMs, logger } = options;
  let { port } = options;
  let isFirst = true;
  while (!stop.aborted) {
    let server: Deno.HttpServer<Deno.NetAddr>;
    try {
      server = listen({ host, port }, handler);
    } catch (error) {
      if (isFirst) throw listenFailure(error);
      logger.error("Cannot listen", { error });
      await pause(RELISTEN_MS);
      continue;
    }
    port = server.addr.port;
    if (isFirst) options.onListen(server.addr);
    isFirst = false;
    const stopped = new Promise<"stop">((resolve) => {
      if (stop.aborted) resolve("stop");
      else stop.addEventListener("abort", () => resolve("stop"), { once: true });
    });
    const ended = server.finished.then(() => "ended" as const, () => "ended" as const);
    if (await Promise.race([stopped, ended]) === "stop") return await drain(server, drainMs);
    logger.error("The accept loop ended: listening again", { port });
    await pause(RELISTEN_MS);
  }
  return true;
}

function listen(
  { host, port }: { readonly host: string; readonly port: number },
  handler: Handler,
): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({
    hostname: host,
    port,
    onListen: () => {},
    // The handler answers its own failures; what gets here is a client that left.
    onError: () => new Response(null, { status: 500 }),
  }, (request, info) => handler(request, info.remoteAddr.hostname));
}

async function drain(server: Deno.HttpServer, drainMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), drainMs);
  // A half-sent body would keep a graceful shutdown waiting for ever.
  const graceful = server.shutdown().then(() => true, () => true);
  const inTime = await Promise.race([graceful, late]);
  clearTimeout(timer);
  return inTime;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** An address that cannot be listened on: misspelled, not of this machine, or not allowed. */
export class ListenError extends Error {
  override readonly name = "ListenError";
}

function listenFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Deno.errors.AddrInUse) return error;
  return new ListenError(error.message.split("\n")[0], { cause: error });
}
