import { listenTls } from "./listen_tls.ts";
import { listenUnix } from "./listen_unix.ts";
import {
  type ListenDeps,
  type Listener,
  ListenError,
  type Place,
  SERVE_OPTIONS,
  type TcpPlace,
} from "./listener.ts";

/**
 * Listens at a place.
 *
 * @throws {ListenError} when it cannot
 */
export async function listen(place: Place, deps: ListenDeps): Promise<Listener> {
  try {
    if (place.kind === "unix") return await listenUnix(place, deps);
    return place.kind === "tls" ? await listenTls(place, deps) : listenTcp(place, deps);
  } catch (error) {
    throw listenFailure(place, error);
  }
}

function listenTcp({ host, port }: TcpPlace, { handler }: ListenDeps): Listener {
  const server = Deno.serve({
    hostname: host,
    port,
    ...SERVE_OPTIONS,
  }, (request, info) => handler(request, () => info.remoteAddr.hostname));
  return {
    place: { kind: "tcp", host: server.addr.hostname, port: server.addr.port },
    ended: server.finished.catch(() => {}),
    shutdown: () => server.shutdown(),
  };
}

function listenFailure(place: Place, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ListenError) return error;
  const cause = error;
  const [reason = ""] = error.message.split("\n");
  if (place.kind === "unix") {
    return new ListenError(`Cannot listen on --unix-socket ${place.path}: ${reason}`, { cause });
  }
  const { host, port } = place;
  // Whatever the cause, the operator can change the address.
  return new ListenError(
    error instanceof Deno.errors.AddrInUse
      ? `Another program already listens on ${host}:${port}: choose another with --port`
      : `Cannot listen on --host ${host} --port ${port}: ${reason}`,
    { cause },
  );
}
