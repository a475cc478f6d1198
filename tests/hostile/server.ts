/** The whole server but for its process: the real listener, the real handler, a real store. */
import { createApp } from "../../src/web/app.ts";
import { createLogger } from "../../src/process/log/log.ts";
import { serve } from "../../src/process/listen/serve.ts";
import { withWorld, type World } from "../support/app.ts";
import { mugs } from "../web/api/shop.ts";

export interface HostileServer extends World {
  readonly port: number;
  /** Tells it to stop; whether everything under way was answered in time. */
  stop(): Promise<boolean>;
}

export interface HostileOptions {
  readonly rateLimit?: number;
  readonly bodyDeadlineMs?: number;
  readonly drainMs?: number;
}

/** Long enough to be over before a test is, short enough not to be waited for. */
const DRAIN_MS = 100;

/** Runs a test against a server that listens. */
export async function withServer(
  test: (server: HostileServer) => Promise<void>,
  { rateLimit = 1_000_000, bodyDeadlineMs = 10_000, drainMs = DRAIN_MS }: HostileOptions = {},
): Promise<void> {
  await withWorld(async (world) => {
    const app = createApp({
      services: world.services,
      monotonicMs: world.clock.monotonicMs,
      newRequestId: () => "request",
      log: (entry) => world.log.push(entry),
      rateLimit,
      trustedHops: 0,
      version: "0.0.0-test",
      bodyDeadlineMs,
    });
    const end = new AbortController();
    const listening = Promise.withResolvers<number>();
    const { drained } = await serve({
      place: { kind: "tcp", host: "127.0.0.1", port: 0 },
      stop: end.signal,
      hangups: new EventTarget(),
      drainMs,
      now: world.clock.now,
      logger: createLogger({
        level: "silent",
        format: "json",
        now: world.clock.now,
        write: () => Promise.resolve(),
      }),
      onListen: (place) => listening.resolve(place.kind === "tcp" ? place.port : 0),
    }, app.fetch);
    const stop = () => {
      end.abort();
      return drained;
    };
    try {
      await test({ ...world, port: await listening.promise, stop });
    } finally {
      await stop();
    }
  });
}

/** The head of a request: the line, `Host`, the fields, and the empty line. */
export function head(line: string, ...fields: readonly string[]): string {
  return [`${line} HTTP/1.1`, "Host: 127.0.0.1", ...fields, "", ""].join("\r\n");
}

/** Headers of a JSON POST with a key, without its framing. */
export function keyed({ secret }: World): string[] {
  return [`Authorization: Bearer ${secret}`, "Content-Type: application/json"];
}

/** A body that Create Session takes, as long as told by way of its note. */
export function cartOf(bytes: number): string {
  // A field of a line that nobody knows: free-form fields have a bound of their own.
  const cart = (filler: string) =>
    JSON.stringify({
      data: {
        shop_domain: "demo-store.example",
        items: priced.map((line) => ({ ...line, filler })),
      },
    });
  return cart("n".repeat(bytes - cart("").length));
}

const priced = mugs(1).map((line) => ({ ...line, price: 349 }));

/** A body in chunks of a size, with the one that ends it. */
export function chunked(body: string, size = body.length): string {
  const chunks = body.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  return [...chunks, ""].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
}
