/**
 * Runs autocannon once and prints what it saw as one line of JSON.
 *
 *     autocannon_run.ts '{"parts":[{"kind":"get","share":100,"file":...}],"port":...,...}'
 */
import run from "autocannon";
import { z } from "zod";
import type { Kind } from "./client.ts";

const argumentSchema = z.object({
  parts: z.array(z.object({
    kind: z.enum(["get", "create", "step", "page"]),
    share: z.number(),
    file: z.string(),
  })),
  port: z.int(),
  secret: z.string(),
  connections: z.int(),
  seconds: z.int(),
  seed: z.int(),
});

const resultSchema = z.object({
  "2xx": z.number(),
  non2xx: z.number(),
  errors: z.number(),
  duration: z.number(),
  latency: z.object({ p50: z.number(), p90: z.number(), p99: z.number(), p99_9: z.number() }),
});

const { parts, port, secret, connections, seconds, seed } = argumentSchema.parse(
  JSON.parse(Deno.args[0] ?? ""),
);
const authorization = `Bearer ${secret}`;
const random = lcg(seed);
/** Makes the requests of a kind from the text of its file. */
const MAKERS: Readonly<Record<Kind, (text: string) => () => SessionLookup>> = {
  get: (text) => {
    const ids = linesOf(text);
    return () => getting(`/session/${anyOf(ids)}`, { authorization });
  },
  page: (text) => {
    const paths = linesOf(text);
    return () => getting(anyOf(paths), {});
  },
  create: (text) => () => sending("POST", "/session", text),
  step: (text) => {
    const steps = linesOf(text).map((line) => line.split(/ (.*)/));
    let at = Math.floor(random() * steps.length);
    return () => {
      at = (at + 1) % steps.length;
      const [path = "", body = ""] = steps[at] ?? [];
      return sending("PUT", path, body);
    };
  },
};
const makers = await Promise.all(parts.map(async ({ kind, share, file }) => ({
  share,
  make: MAKERS[kind](await Deno.readTextFile(file)),
})));

const result = resultSchema.parse(
  await run({
    url: `http://127.0.0.1:${port}/session`,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request: object) => ({ ...request, ...next() }) }],
  }),
);
console.log(JSON.stringify({
  requests: result["2xx"] + result.non2xx,
  seconds: result.duration,
  p50Ms: result.latency.p50,
  p90Ms: result.latency.p90,
  p99Ms: result.latency.p99,
  p999Ms: result.latency.p99_9,
  failures: result.non2xx + result.errors,
}));

/** A request as autocannon wants it. Without a body it says so: the last one may have had one. */
interface SessionLookup {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The next request, by the shares. */
function next(): SessionLookup | undefined {
  let drawn = random() * 100;
  // The last one takes what rounding leaves.
  return (makers.find(({ share }) => (drawn -= share) < 0) ?? makers.at(-1))?.make();
}

function anyOf(lines: readonly string[]): string {
  return lines[Math.floor(random() * lines.length)] ?? "";
}

function linesOf(text: string): string[] {
  return text.trimEnd().split("\n");
}

function getting(path: string, headers: SessionLookup["headers"]): SessionLookup {
  return { method: "GET", path, headers, body: undefined };
}

function sending(method: "POST" | "PUT", path: string, body: string): SessionLookup {
  return { method, path, headers: { authorization, "content-type": "application/json" }, body };
}

/** A generator that can be seeded (Lehmer, MINSTD): the same run asks for the same ids. */
function lcg(seed: number): () => number {
  let state = seed % 2_147_483_646 + 1;
  return () => {
    state = state * 48_271 % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
