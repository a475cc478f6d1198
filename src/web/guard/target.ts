// Valid values of Host (RFC 9110 section 7.2): a name, an IPv4 or bracketed IPv6 address, and a
// port.
const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::[0-9]{0,5})?$/i;

const MADE_UP = /^localhost(?::[0-9]+)?$/i;
const IP_ADDRESS = /^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[[0-9a-f:.]+\])(?::[0-9]{0,5})?$/i;

/**
 * The path of a request, exactly as sent: nothing is decoded, collapsed or resolved, so a route
 * matches only its own spelling.
 *
 * The runtime builds a request's URL from `Host`, which the client chooses. `Host: evil/x?` would
 * become part of the path, so `Host` is checked first. A target in absolute form,
 * `http://a?/health`, would do the same.
 *
 * HTTP/2 has the host only in the URL. HTTP/1.1 without `Host` looks the same, except that the
 * runtime makes up the host `localhost`. So `localhost` needs a `Host`; an HTTP/2 client on this
 * machine uses 127.0.0.1. HTTP/1.1 with an absolute target and without `Host` cannot be told from
 * HTTP/2. Under TLS, where clients use HTTP/2, its names are accepted. Without TLS HTTP/2 is rare,
 * so a name needs a `Host`, and HTTP/2 must use an IP address.
 *
 * @param overTls true for a TLS connection
 * @returns undefined for a missing or malformed `Host` or target; empty for a host without a path,
 *   as in CONNECT
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

/** True if a host without a `Host` header can come from HTTP/2. */
function namesItself(authority: string, overTls: boolean): boolean {
  return overTls ? !MADE_UP.test(authority) : IP_ADDRESS.test(authority);
}

/** The query of a URL, without its question mark; empty for none. */
export function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}
