import { isUrl } from "../../store/database_url.ts";
import { trueName } from "./lock.ts";

const OWN_ADDRESS = "127.0.0.1";
const USUAL_PORT = 8080;
/** Ports to propose while the usual one is taken; the next ones are those of the other pages. */
const OTHER_PORTS = Array.from({ length: 20 }, (_, i) => 8090 + i);

/**
 * Finds the server of a database on this machine. That of a PostgreSQL database leaves no file: it
 * may be what listens on its usual port.
 *
 * @param port value of `CHECKOUT_PORT`, which the server takes too
 */
export function ownServer(path: string, port: string | undefined) {
  const usual = Number(port) || USUAL_PORT;
  const url = isUrl(path) ? undefined : runningServer(path);
  if (url !== undefined) return { url, isRunning: true, isUncertain: false, port: null };
  const free = [usual, ...OTHER_PORTS].find((one) => isFree(OWN_ADDRESS, one)) ?? usual;
  const isUncertain = isUrl(path) && free !== usual;
  return {
    url: `http://${OWN_ADDRESS}:${isUncertain ? usual : free}`,
    isRunning: false,
    isUncertain,
    port: free === usual ? null : free,
  };
}

/** Time for a server on this machine to answer. */
const ANSWER_MS = 1000;

/**
 * Finds a checkoutd on the usual port that is not the server of a file: whoever sets up a shop in that
 * file may mean the other one's database.
 *
 * @param port value of `CHECKOUT_PORT`
 * @returns its URL; null without one
 */
export async function otherServer(path: string, port: string | undefined): Promise<string | null> {
  if (isUrl(path) || runningServer(path) !== undefined) return null;
  const url = `http://${OWN_ADDRESS}:${Number(port) || USUAL_PORT}`;
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await answer.text();
    return answer.ok && text === '{"status":"SUCCESS","data":{"alive":true}}' ? url : null;
  } catch {
    return null;
  }
}

/** URL of the server that has a database open; undefined without one, or if it cannot be read. */
function runningServer(path: string): string | undefined {
  // A folder that is missing is not made for the question.
  if (isMissing(path)) return undefined;
  const lockPath = known(() => `${trueName(path)}.server`);
  const url = lockPath && known(() => notedUrl(lockPath));
  if (!lockPath || !url) return undefined;
  const { hostname, port, protocol } = url;
  const usual = protocol === "https:" ? 443 : 80;
  // A server that has ended leaves its address behind, and another program may be there by now.
  const isOver = isFree(hostname.replace(/^\[|\]$/g, ""), Number(port) || usual) ||
    !isLocked(lockPath);
  return isOver ? undefined : url.origin;
}

function isMissing(path: string): boolean {
  try {
    Deno.statSync(path);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

/** The address that the last server recorded beside its process id, as this machine reaches it. */
function notedUrl(lockPath: string): URL | undefined {
  const [, noted] = /^\d+\n(https?:\/\/\S+)\n/.exec(Deno.readTextFileSync(lockPath)) ?? [];
  return noted === undefined
    ? undefined
    : new URL(noted.replace("//0.0.0.0", `//${OWN_ADDRESS}`).replace("//[::]", "//[::1]"));
}

function isLocked(lockPath: string): boolean {
  return known(() => {
    using file = Deno.openSync(lockPath);
    return !file.tryLockSync(false);
  }) ?? false;
}

function isFree(hostname: string, port: number): boolean {
  return known(() => {
    Deno.listen({ hostname, port }).close();
    return true;
  }) ?? false;
}

function known<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
