/** A part of a refund in a process of its own, which dies by SIGKILL: `deno run ... DATABASE RUN`. */
import { type ProviderTransport, Unreachable } from "../../src/payments/provider.ts";
import { openStore } from "../../src/store/open.ts";
import { effectsOf, FakeClock } from "../support/app.ts";
import { Fuse, type Side } from "./providers/fuse.ts";
import type { RefundPoint } from "./providers/points.ts";
import { type Owed, WORK, type Work } from "./providers/refund_ways.ts";
import { serve } from "./providers/servers.ts";

/** A piece of work, and where it dies. */
export interface RefundRun extends Owed {
  readonly work: Work;
  /** The time of the parent's clock, in ms. */
  readonly at: number;
  /** Number of the process: no two make the same ids. */
  readonly process: number;
  /** Where the parent's banks answer. */
  readonly banks: string;
  readonly point: RefundPoint;
  readonly side: Side;
}

async function work([database = "", json = ""]: readonly string[]): Promise<void> {
  const run: RefundRun = JSON.parse(json);
  const options = { program: "tests", schema: "migrate", env: () => undefined } as const;
  const { store } = await openStore(database, options);
  const clock = new FakeClock();
  clock.at = run.at;
  const callProvider: ProviderTransport = async (request) => {
    const response = await fetch(run.banks, { method: "POST", body: JSON.stringify(request) });
    const answer = await response.json();
    if (answer === null) throw new Unreachable("It did not answer");
    return answer;
  };
  const fuse = new Fuse(() => {
    Deno.kill(Deno.pid, "SIGKILL");
    for (;;);
  });
  fuse.arm(run.point, run.side);
  const effects = { ...effectsOf(clock, run.process * 1_000_000), callProvider };
  await WORK[run.work](serve(store, effects, fuse), run);
  await store.close();
}

if (import.meta.main) await work(Deno.args);
