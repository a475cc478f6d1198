/**
 * A payment at the demo provider, or its refund, whose process is killed by SIGKILL at a point;
 * providers/ ends what a process does without a signal, at every provider. With `-- --whole`, at
 * every point and by every deed; on PostgreSQL beside a second process that takes the same payment.
 */
import assert from "node:assert/strict";
import type { ApiKey } from "../../src/domain/shop/api_key.ts";
import { databaseOf } from "../support/database_of.ts";
import { openStoreOf, testOnEngines } from "../support/engines.ts";
import { IS_WHOLE } from "../support/few.ts";
import { OPERATOR } from "../support/operator.ts";
import { runCtl } from "../support/process.ts";
import { ROOT } from "../support/root.ts";
import { LOCK } from "../support/tasks.ts";
import { Checkout } from "../web/api/checkout.ts";
import { withShop } from "../web/api/shop.ts";
import { FEW, KIND, RULES } from "../web/checkout_page/at_provider.ts";
import { report } from "./figures.ts";
import {
  ASKERS,
  type Death,
  DEATHS,
  DEEDS,
  finish,
  REFUND_DEATHS,
  type Run,
  type Story,
} from "./provider_story.ts";
import { wrongWith } from "./provider_verdict.ts";

/** Points and deeds of the short form: an answer that is lost, and a result that is not noted. */
const SHORT: readonly (readonly [Death, Story["deed"]])[] = [
  [{ point: "call open", side: "after" }, "pay"],
  [{ point: "paid", side: "before" }, "wait"],
  [{ point: "refund settled", side: "before" }, "refund"],
];
const KILLS = IS_WHOLE
  ? [
    ...DEATHS.flatMap((death) => DEEDS.map((deed) => [death, deed] as const)),
    ...REFUND_DEATHS.map((death) => [death, "refund"] as const),
  ]
  : SHORT;

/** Takes the run in a process; true if that was killed. */
async function isKilled(database: string, run: Omit<Run, "die">): Promise<boolean> {
  const script = `${ROOT}tests/faults/provider_process.ts`;
  const { signal, success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", LOCK, "--config", `${ROOT}deno.json`, script, database]
      .concat(JSON.stringify({ ...run, key: { ...run.key, scopes: [...run.key.scopes] } })),
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.ok(success || signal === "SIGKILL", new TextDecoder().decode(stderr));
  return signal === "SIGKILL";
}

testOnEngines(
  "kill -9 in a payment at a provider: one order, or none and nothing held",
  (engine) =>
    engine.withFolder(async (folder) => {
      const stories: Story[] = [];
      await withShop(async (world) => {
        const { services, merchant } = world;
        await services.providers.add(merchant, { kind: KIND, livemode: true }, OPERATOR);
        const key: ApiKey = world.key;
        for (const [i, [, deed]] of KILLS.entries()) {
          const { id: sessionId } = await Checkout.open(world, { items: FEW });
          stories.push({ sessionId, key, deed, asker: ASKERS[i % ASKERS.length]! });
        }
      }, { open: () => openStoreOf(folder), isDemo: true, rules: RULES });
      const database = databaseOf(folder);
      let killed = 0;
      for (const [i, story] of stories.entries()) {
        const run = { ...story, after: 0 };
        const ends = await Promise.all([
          isKilled(database, { ...run, death: KILLS[i]![0] }),
          ...(engine.name === "sqlite" ? [] : [isKilled(database, { ...run, death: null })]),
        ]);
        if (ends.includes(true)) killed += 1;
      }
      const store = await openStoreOf(folder);
      const wrong: string[] = [];
      for (const [i, story] of stories.entries()) {
        await finish(store, story);
        const found = await wrongWith(store, story);
        if (found !== null) wrong.push(`${JSON.stringify(KILLS[i])}, ${story.asker}: ${found}`);
      }
      await store.close();
      report("kill -9 in a payment at a provider", { payments: stories.length, killed });
      assert.deepEqual(wrong, []);
      assert.ok(killed > 0);
      const check = await runCtl(folder, "db", "check");
      assert.equal(check.code, 0, check.stdout + check.stderr);
    }),
);
