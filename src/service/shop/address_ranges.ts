import ipaddr from "ipaddr.js";
import { got, invalid } from "../../domain/errors.ts";

/** Most ranges of a key. */
const MAX_RANGES = 20;
/** Bits that IPv4 addresses have in front of them as IPv6 addresses. */
const MAPPED_BITS = 96;

/**
 * Reads ranges of addresses, separated by commas or spaces, as networks in CIDR notation. An address
 * alone is a range of one, and IPv4 that is mapped into IPv6 is IPv4.
 *
 * @param field of the error
 * @throws {AppError} `error.invalid-request`
 */
export function readAddressRanges(text: string, field: string): readonly string[] {
  const ranges = text.split(/[\s,]+/).filter((part) => part !== "").map((part) => {
    const range = rangeOf(part);
    if (range !== undefined) return range;
    const form = "Allowed addresses must be addresses or ranges such as 203.0.113.0/24";
    throw invalid(`${form}, ${got(part)}`, field);
  });
  if (ranges.length <= MAX_RANGES) return [...new Set(ranges)];
  throw invalid(`At most ${MAX_RANGES} ranges of addresses, got ${ranges.length}`, field);
}

/** True for an address in one of the ranges. */
export function isWithin(ranges: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const one = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === one.kind() && one.match(network, bits);
  });
}

function rangeOf(text: string): string | undefined {
  const [address = "", length, ...rest] = text.split("/");
  if (rest.length > 0 || address.includes("%")) return undefined;
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) {
    return undefined;
  }
  const given = ipaddr.parse(address);
  const most = given.kind() === "ipv4" ? 32 : 128;
  const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : NaN;
  if (!(bits <= most)) return undefined;
  const isMapped = given.kind() === "ipv6" && ipaddr.process(address).kind() === "ipv4" &&
    bits >= MAPPED_BITS;
  return isMapped
    ? networkOf(ipaddr.process(address).toString(), bits - MAPPED_BITS)
    : networkOf(given.toString(), bits);
}

function networkOf(address: string, bits: number): string {
  const cidr = `${address}/${bits}`;
  const network = ipaddr.IPv4.isValid(address)
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
    : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}
