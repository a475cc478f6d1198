/**
 * Memory of a million client addresses in the limiter, printed as JSON. A program of
 * its own, because only one that is started for it can ask for garbage to be collected.
 */
import { clientAddress } from "../../src/web/guard/client_address.ts";
import { RollingLimiter } from "../../src/web/guard/rate_limit.ts";

declare const gc: () => void;

const MIB = 1024 * 1024;
const ADDRESSES = 1_000_000;
/** As the server has it. */
const MAX_SUBJECTS = 50_000;

function heldBytes(): number {
  gc();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

/** One in ten is an IPv6 network of its own. */
function address(i: number): string {
  const [high, middle, low] = [i >> 16 & 255, i >> 8 & 255, i & 255];
  return i % 10 === 0 ? `2001:db8:${i >> 16}:${i & 65_535}::1` : `10.${high}.${middle}.${low}`;
}

/** @returns MiB that are held more afterwards */
function growth(requestsEach: number, addresses: number): number {
  const before = heldBytes();
  const limiter = new RollingLimiter(MAX_SUBJECTS);
  for (let i = 0; i < addresses; i++) {
    const subject = clientAddress(address(i), null, 0);
    for (let request = 0; request < requestsEach; request++) limiter.take(subject, 100, i / 100);
  }
  const grown = (heldBytes() - before) / MIB;
  // Held until here: what nobody needs any more is collected with the rest.
  if (limiter.size === 0) throw new Error("The limiter has forgotten everybody");
  return grown;
}

// The first objects make the engine take the room that any work makes it take.
growth(1, ADDRESSES / 20);
const rssBefore = Deno.memoryUsage().rss;
const once = growth(1, ADDRESSES);
const rss = (Deno.memoryUsage().rss - rssBefore) / MIB;
console.log(JSON.stringify({ once, rss, often: growth(100, ADDRESSES / 10) }));
