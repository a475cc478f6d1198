import {
  type ListenDeps,
  type Listener,
  ListenError,
  SERVE_OPTIONS,
  UNIX_PEER,
  type UnixPlace,
} from "./listener.ts";
import { permissionHint } from "../machine/permission.ts";

/** Only the server's user and group may connect. */
const SOCKET_MODE = 0o660;

/**
 * Listens on a Unix socket with mode 0660. A socket that a dead server left is removed first; its own
 * is removed at the end.
 *
 * @throws {ListenError} when another program listens there, the path is not a socket, or it cannot be
 *   created
 */
export async function listenUnix(
  { path }: UnixPlace,
  { handler }: ListenDeps,
): Promise<Listener> {
  try {
    await makeRoom(path);
    const server = Deno.serve({
      path,
      ...SERVE_OPTIONS,
    }, (request) => handler(request, () => UNIX_PEER));
    // Created by the process's umask, which rarely allows the group to write.
    Deno.chmodSync(path, SOCKET_MODE);
    return {
      place: { kind: "unix", path },
      // Closing it removes the socket.
      ended: server.finished.catch(() => {}),
      shutdown: () => server.shutdown(),
    };
  } catch (error) {
    const hint = permissionHint(error);
    if (hint === "" && !(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new ListenError(`Cannot create the socket: ${path}${hint}`, { cause: error, path });
  }
}

/** Removes the socket of a dead server, and nothing else. */
async function makeRoom(path: string): Promise<void> {
  const found = await Deno.lstat(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (found === undefined) return;
  if (!found.isSocket) {
    throw new ListenError(`A file that is not a socket is already there: ${path}`);
  }
  if (await answers(path)) {
    throw new ListenError(
      `Another program already listens on ${path}: choose another with --unix-socket`,
    );
  }
  await Deno.remove(path);
}

async function answers(path: string): Promise<boolean> {
  try {
    (await Deno.connect({ transport: "unix", path })).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused) return false;
    // Removed meanwhile. Other errors, such as a full queue, do not prove that the server is dead.
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
