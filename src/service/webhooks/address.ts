import ipaddr from "ipaddr.js";
import { got, invalid, shown } from "../../domain/errors.ts";

const MAX_URL_LENGTH = 2048;

/** Names that are given out within a machine or a network, and never by the public DNS. */
const LOCAL_SUFFIXES = ["localhost", "local", "internal", "lan", "home.arpa", "onion"];

/** Of public addresses those that lead into a network all the same. */
const INWARD: readonly string[] = [
  // The agent of a virtual machine in Azure, which hands out its secrets.
  "168.63.129.16/32",
  // IPv4 addresses in the form that RFC 4291 has given up: [::127.0.0.1] is 127.0.0.1.
  "::/96",
];
const INWARD_RANGES = INWARD.map((range) => ipaddr.parseCIDR(range));

/**
 * Parses the address of an endpoint.
 *
 * @throws {AppError} `error.invalid-request` when it is no URL to post to, or, unless
 *   insecure ones are allowed, is not `https` or does not name a public host
 */
export function parseEndpointUrl(
  text: string,
  { allowInsecure }: { readonly allowInsecure: boolean },
): URL {
  if (text.length > MAX_URL_LENGTH) {
    throw invalid(`url must have at most ${MAX_URL_LENGTH} characters: ${text.length}`);
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

/**
 * Why a URL would be refused without further knowledge, in a few words; null when
 * nothing speaks against it yet.
 */
export function weaknessOf(url: URL): string | null {
  if (url.protocol !== "https:") return `${url.protocol.slice(0, -1)}, not https`;
  const host = hostOf(url);
  if (ipaddr.isValid(host)) return weaknessOfAddress(host);
  const name = host.replace(/\.$/, "");
  const isLocal = !name.includes(".") ||
    LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
  return isLocal ? `a local name: ${shown(name)}` : null;
}

/** Why an IP address is not one of the public internet, in a few words; null when it is. */
export function weaknessOfAddress(address: string): string | null {
  if (!ipaddr.isValid(address)) return `not an address: ${shown(address)}`;
  // A mapped or translated IPv4 address is judged as what it leads to, or not let through.
  const parsed = ipaddr.process(address);
  const isInward = INWARD_RANGES.some(([base, bits]) =>
    base.kind() === parsed.kind() && parsed.match(base, bits)
  );
  return parsed.range() === "unicast" && !isInward
    ? null
    : `a private or reserved address: ${shown(address)}`;
}

/** The host of a URL as addresses are written elsewhere: IPv6 without its brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}
