import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Children } from "../measure/children.ts";
import { ROOT } from "../measure/servers.ts";
import type { Client } from "./client.ts";

const reportSchema = z.object({
  requests: z.number(),
  seconds: z.number(),
  p50Ms: z.number(),
  p90Ms: z.number(),
  p99Ms: z.number(),
  p999Ms: z.number(),
  failures: z.number(),
});

/** The load generator `autocannon`, in a process of its own: where there is no wrk. */
export function autocannon(children: Children): Client {
  const script = fileURLToPath(new URL("autocannon_run.ts", import.meta.url));
  return {
    name: "autocannon",
    caveat: "wrk is not installed (bench/install_wrk.sh), and this client takes more time for a " +
      "request than a bare server does: the floors are too low, so the ratios of requests per " +
      "second flatter. Go by the ratios of CPU time; latencies are in whole milliseconds",
    async run(load, target) {
      const output = await children.run(Deno.execPath(), [
        "run",
        "--no-prompt",
        `--lock=${ROOT}deno.lock`,
        "--allow-net=127.0.0.1",
        "--allow-env",
        "--allow-sys",
        `--allow-read=${load.map(({ file }) => file).join(",")}`,
        script,
        JSON.stringify({ parts: load, ...target }),
      ]);
      return reportSchema.parse(JSON.parse(output));
    },
  };
}
