import ipaddr from "ipaddr.js";
import { got, invalid, shown } from "../../domain/errors.ts";
import { MAX_URL } from "../../domain/values/limits.ts";

/** Suffixes of names that the public DNS never has. */
const LOCAL_SUFFIXES = ["localhost", "local", "internal", "lan", "home.arpa", "onion"];

/** Public addresses that lead into a private network. */
const INWARD: readonly string[] = [
  // Azure's agent for virtual machines, which gives out secrets.
  "168.63.129.16/32",
  // Deprecated IPv4-compatible addresses (RFC 4291): [::127.0.0.1] is 127.0.0.1.
  "::/96",
];
const INWARD_RANGES = INWARD.map((range) => ipaddr.parseCIDR(range));

/**
 * Parses the URL of an endpoint.
 *
 * @throws {AppError} `error.invalid-request` for an unusable URL and, unless insecure ones are
 *   allowed, for one that is not `https` or whose host is not public
 */
export function parseEndpointUrl(
  text: string,
  { allowInsecure }: { readonly allowInsecure: boolean },
): URL {
  if (text.length > MAX_URL) {
    throw invalid(`url must have at most ${MAX_URL} characters: ${text.length}`);
  }
  const url = URL.parse(text);
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    throw invalid(`url must be an absolute https URL, ${got(text)}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid(`url must not contain a user name or password: ${shown(url.host)}`);
  }
  if (url.hash !== "") throw invalid(`url must not have a fragment: ${shown(text)}`);
  const weakness = weaknessOf(url);
  if (weakness !== null && !allowInsecure) {
    throw invalid(`url must be https and public, but is ${weakness}`);
  }
  return url;
}

/** Reason to refuse a URL as insecure, without resolving its name; null for none. */
export function weaknessOf(url: URL): string | null {
  if (url.protocol !== "https:") return `${url.protocol.slice(0, -1)}, not https`;
  return weaknessOfHost(url);
}

/** Reason why the host of a URL is not public, without resolving its name; null for none. */
export function weaknessOfHost(url: URL): string | null {
  const host = hostOf(url);
  if (ipaddr.isValid(host)) return weaknessOfAddress(host);
  const name = host.replace(/\.$/, "");
  const isLocal = !name.includes(".") ||
    LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
  return isLocal ? `a local name: ${shown(name)}` : null;
}

/** Reason why an IP address is not public; null for a public one. */
export function weaknessOfAddress(address: string): string | null {
  if (!ipaddr.isValid(address)) return `not an address: ${shown(address)}`;
  // A mapped or translated IPv4 address is checked as the address it leads to, or refused.
  const parsed = ipaddr.process(address);
  const isInward = INWARD_RANGES.some(([base, bits]) =>
    base.kind() === parsed.kind() && parsed.match(base, bits)
  );
  return parsed.range() === "unicast" && !isInward
    ? null
    : `a private or reserved address: ${shown(address)}`;
}

/** True if the host of a URL is this machine by its name or address. */
export function isLoopback(url: URL): boolean {
  const host = hostOf(url).toLowerCase();
  return host === "localhost" ||
    (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}

/** The host of a URL, an IPv6 address without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}
