import ipaddr from "ipaddr.js";

/** Leading bits of an IPv6 address that one client is given; it changes the rest at will. */
const IPV6_CLIENT_BITS = 64;

/**
 * The address a request is limited by when it has no valid key.
 *
 * The socket's own, unless `trustedHops` proxies stand before us: each appends the
 * address it saw to `X-Forwarded-For`, so the one that our outermost proxy saw is
 * that many from the right. What stands further left is the client's own claim.
 *
 * @param peer the socket's address, or `unix`: by a Unix socket nobody has one, so all who are
 *   not named by a trusted proxy are one
 * @param forwardedFor the header `X-Forwarded-For`, if any
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedHops: number,
): string {
  if (trustedHops === 0 || forwardedFor === null) return canonical(peer) ?? peer;
  const seen = forwardedFor.split(",").map((part) => part.trim());
  const claimed = seen.at(-trustedHops);
  return (claimed === undefined ? undefined : canonical(claimed)) ?? canonical(peer) ?? peer;
}

/** IPv4 as dotted quad, also when it comes mapped into IPv6; IPv6 as its /64. */
function canonical(text: string): string | undefined {
  const bare = withoutPort(text);
  // Other forms of IPv4, such as 0x7f.1, are nothing that a proxy writes.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  if (address.kind() === "ipv4") return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_CLIENT_BITS}`);
  return `${network.toString()}/${IPV6_CLIENT_BITS}`;
}

/** Some proxies name the client's port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::[0-9]{1,5})?$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
