import { z } from "zod";
import type { Children } from "../measure/children.ts";
import type { Client, Load, Measured, Target } from "./client.ts";

const SCRIPT = new URL("load.lua", import.meta.url).pathname;

const reportSchema = z.object({
  requests: z.number(),
  microseconds: z.number(),
  p50: z.number(),
  p90: z.number(),
  p99: z.number(),
  p999: z.number(),
  failures: z.number(),
});

/** The load generator `wrk`; null where it is not installed. */
export async function findWrk(children: Children): Promise<Client | null> {
  try {
    // Without arguments it prints its usage and fails, which is all that is asked of it here.
    await children.run("wrk", [], { mayFail: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  return {
    name: "wrk",
    caveat: null,
    async run(load, target) {
      return readWrkReport(await children.run("wrk", argumentsOf(load, target)));
    },
  };
}

function argumentsOf(load: Load, target: Target): string[] {
  const { port, connections, seconds, secret, seed } = target;
  // One thread: it keeps up with one event loop, and leaves the other core to that.
  const how = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "-s",
    SCRIPT,
    `http://127.0.0.1:${port}`,
  ];
  const parts = load.flatMap(({ kind, share, file }) => [kind, String(share), file]);
  return [...how, "--", secret, String(seed), ...parts];
}

/**
 * Reads what `load.lua` prints below wrk's own report.
 *
 * @throws {Error} when there is no such line
 */
export function readWrkReport(output: string): Measured {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  if (!line.startsWith("{")) throw new Error(`wrk printed no report: ${output}`);
  const { requests, microseconds, failures, ...latency } = reportSchema.parse(JSON.parse(line));
  return {
    requests,
    seconds: microseconds / 1e6,
    p50Ms: latency.p50 / 1000,
    p90Ms: latency.p90 / 1000,
    p99Ms: latency.p99 / 1000,
    p999Ms: latency.p999 / 1000,
    failures,
  };
}
