/**
 * Runs autocannon once and prints what it saw as one line of JSON.
 *
 *     autocannon_run.ts '{"method":"GET","file":...,"port":...,...}'
 */
import run from "autocannon";
import { z } from "zod";

const argumentSchema = z.object({
  method: z.enum(["GET", "POST"]),
  file: z.string(),
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

const { method, file, port, secret, connections, seconds, seed } = argumentSchema.parse(
  JSON.parse(Deno.args[0] ?? ""),
);
const text = await Deno.readTextFile(file);
const headers = { authorization: `Bearer ${secret}` };
const random = lcg(seed);

const result = resultSchema.parse(
  await run({
    url: `http://127.0.0.1:${port}/session`,
    connections,
    duration: seconds,
    requests: [method === "GET" ? readOf(text.trimEnd().split("\n")) : writeOf(text)],
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

function readOf(ids: readonly string[]) {
  return {
    method: "GET",
    headers,
    setupRequest: (request: Record<string, unknown>) => ({
      ...request,
      path: `/session/${ids[Math.floor(random() * ids.length)]}`,
    }),
  };
}

function writeOf(body: string) {
  return { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
}

/** A generator that can be seeded (Lehmer, MINSTD): the same run asks for the same ids. */
function lcg(seed: number): () => number {
  let state = seed % 2_147_483_646 + 1;
  return () => {
    state = state * 48_271 % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
