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
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_CLIENT_BITS}`);
  return `${network.toString()}/${IPV6_CLIENT_BITS}`;
}
