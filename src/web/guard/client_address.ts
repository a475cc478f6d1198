import ipaddr from "ipaddr.js";

/** Leading bits of an IPv6 address that identify a client; it can choose the rest freely. */
const IPV6_CLIENT_BITS = 64;

/**
 * The address of a client.
 *
 * The socket's own, unless `trustedHops` proxies are in front of the server: each appends the
 * address it saw to `X-Forwarded-For`, so the address that the outermost proxy saw is that many
 * from the right. Anything further left is the client's own claim.
 *
 * @param peer the socket's address, or `unix`: all clients of a Unix socket share one address
 *   unless a trusted proxy names them
 * @param forwardedFor the header `X-Forwarded-For`, if any
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedHops: number,
): string {
  return namedAddress(peer, forwardedFor, trustedHops) ?? canonical(peer) ?? peer;
}

/**
 * {@link clientAddress}, undefined where a trusted proxy has named no address: the proxy's own may be
 * one that a key is allowed from.
 */
export function namedAddress(
  peer: string,
  forwardedFor: string | null,
  trustedHops: number,
): string | undefined {
  if (trustedHops === 0 || forwardedFor === null) return canonical(peer) ?? peer;
  const claimed = forwardedFor.split(",").map((part) => part.trim()).at(-trustedHops);
  return claimed === undefined ? undefined : canonical(claimed);
}

/** The address by which a client is limited: of IPv6 its /64. */
export function limitedAddress(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_CLIENT_BITS}`);
  return `${network.toString()}/${IPV6_CLIENT_BITS}`;
}

/** IPv4 in dotted form, also when mapped into IPv6; IPv6 in its short form. */
function canonical(text: string): string | undefined {
  const bare = withoutPort(text);
  // Proxies do not write other forms of IPv4 like 0x7f.1.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare).toString();
}

/** Removes the port that some proxies append: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::[0-9]{1,5})?$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
