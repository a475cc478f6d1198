// What RFC 9110 section 7.2 allows in Host: a name, an IPv4 or a bracketed IPv6 address, and a port.
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::[0-9]{0,5})?$/i;

const MADE_UP = /^localhost(?::[0-9]+)?$/i;
const IP_ADDRESS = /^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[[0-9a-f:.]+\])(?::[0-9]{0,5})?$/i;

/**
 * The path a request names, exactly as it was sent: nothing is decoded, collapsed or
 * resolved, so only a path that is written like a route can be that route.
 *
 * The address of a request is put together from its `Host`, which the client chooses.
 * A `Host` of `evil/x?` would become part of the path, hence the check before the cut.
 * So would a target in absolute form, `http://a?/health`, which brings an address of its own
 * that no proxy before us reads as that path.
 *
 * HTTP/2 names the host in the address alone. HTTP/1.1 without `Host` looks the same
 * here, but for the address that the runtime then makes up: `localhost`. So that name
 * needs a `Host` of its own; an HTTP/2 client calls this machine 127.0.0.1.
 * HTTP/1.1 with a target in absolute form and without `Host` looks the same in all. Under TLS,
 * where clients choose HTTP/2, its names are taken; without TLS hardly anybody speaks HTTP/2, and
 * a name needs a `Host`: there HTTP/2 calls this machine by an IP address.
 *
 * @param overTls whether the connection is under TLS
 * @returns undefined when `Host` or the target's own address is missing or malformed; empty
 *   when only a host is named and no path, as by CONNECT
 */
export function requestPath(
  url: string,
  host: string | null,
  overTls = true,
): string | undefined {
  const authority = url.indexOf("://") + 3;
  const start = url.indexOf("/", authority);
  const named = url.slice(authority, start === -1 ? undefined : start);
  if (!HOST.test(named)) return undefined;
  if (host === null ? !namesItself(named, overTls) : host !== named && !HOST.test(host)) {
    return undefined;
  }
  if (start === -1) return "";
  const end = url.indexOf("?", start);
  return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** True if an address without a `Host` can be one of HTTP/2. */
function namesItself(authority: string, overTls: boolean): boolean {
  return overTls ? !MADE_UP.test(authority) : IP_ADDRESS.test(authority);
}
