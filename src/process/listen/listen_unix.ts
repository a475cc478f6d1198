import {
  type ListenDeps,
  type Listener,
  ListenError,
  SERVE_OPTIONS,
  UNIX_PEER,
  type UnixPlace,
} from "./listener.ts";
import { permissionHint } from "../machine/permission.ts";

/** For the server's user and group alone: who may connect is said by membership. */
const SOCKET_MODE = 0o660;

/**
 * Listens on a Unix socket, with mode 0660. What a dead server left at the path is removed;
 * its own socket is removed at the end.
 *
 * @throws {ListenError} when somebody listens there, when the path is something else than a
 *   socket, or when it cannot be made
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
    // It was made with the rights that the process's umask leaves: rarely those of a group.
    Deno.chmodSync(path, SOCKET_MODE);
    return {
      place: { kind: "unix", path },
      // The runtime removes the socket when it closes it.
      ended: server.finished.catch(() => {}),
      shutdown: () => server.shutdown(),
    };
  } catch (error) {
    const hint = permissionHint(error);
    if (hint === "") throw error;
    throw new ListenError(`Cannot create the socket: ${path}${hint}`, { cause: error });
  }
}

/** Removes the socket of a server that lives no more, and nothing else. */
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
    // Gone in the meantime. Anything else, such as a full queue, is no proof of death.
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
