/**
 * A refund, of an order or of a payment without one, or a dispute, whose process is killed by SIGKILL at each point, at the doubles of Stripe
 * and Razorpay, which live on in this process. With `-- --whole` in full.
 */
import assert from "node:assert/strict";
import { Unreachable } from "../../src/payments/provider.ts";
import { databaseOf } from "../support/database_of.ts";
import { openStoreOf, testOnEngines } from "../support/engines.ts";
import { IS_WHOLE } from "../support/few.ts";
import { runCtl } from "../support/process.ts";
import { ROOT } from "../support/root.ts";
import { LOCK } from "../support/tasks.ts";
import { report } from "./figures.ts";
import { Field } from "./providers/field.ts";
import type { Side } from "./providers/fuse.ts";
import { REFUND_POINTS, type RefundPoint } from "./providers/points.ts";
import {
  called,
  owed,
  paidTooLate,
  sell,
  type Sold,
  type SoldWithoutOrder,
  take,
  verify,
  WAYS,
  WORK,
  type Work,
} from "./providers/refund_ways.ts";
import type { RefundRun } from "./refund_process.ts";

const SIDES: readonly Side[] = ["before", "after"];
/** Points of the short form; all but one are of calls, and of what is found elsewhere. */
const SHORT: readonly RefundPoint[] = ["call refund", "refund found", "dispute put"];

/** Answers for the banks of a field, over HTTP. */
function bankServer(field: Field): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const call = await request.json();
    try {
      return Response.json(await field.send({ ...call, url: new URL(call.url) }));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return Response.json(null);
    }
  });
}

/** Does work in a process of its own; true if it was killed. */
async function isKilled(database: string, run: RefundRun): Promise<boolean> {
  const script = `${ROOT}tests/faults/refund_process.ts`;
  const { signal, success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", LOCK, "--config", `${ROOT}deno.json`, script]
      .concat(database, JSON.stringify(run)),
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.ok(success || signal === "SIGKILL", new TextDecoder().decode(stderr));
  return signal === "SIGKILL";
}

/** Takes a refund or a dispute to its end, with a process killed on its way; false if none was. */
async function kill(
  sold: Sold,
  point: RefundPoint,
  isKilledBy: (work: Work) => Promise<boolean>,
): Promise<boolean> {
  let killed = false;
  for (const step of WAYS[point]) {
    if (!await take(sold, step, isKilledBy)) continue;
    killed = true;
    await take(sold, step, (work) => WORK[work](sold.field.server(), owed(sold)));
  }
  return killed;
}

testOnEngines(
  "kill -9 in a refund at a provider: once, and all of it",
  (engine) =>
    engine.withFolder(async (folder) => {
      const store = await openStoreOf(folder);
      const check = async () => {
        const { code, stdout } = await runCtl(folder, "db", "check");
        assert.equal(code, 0, stdout);
        return { schemaVersion: 0, checked: {}, findings: [], found: 0 };
      };
      const place = { store, again: () => openStoreOf(folder), check };
      await Field.run(place, "one", async (field) => {
        await using server = bankServer(field);
        const banks = `http://127.0.0.1:${server.addr.port}/`;
        const missed: string[] = [];
        const records: SoldWithoutOrder[] = [];
        let [n, killed] = [0, 0];
        const killAt = async (sold: Sold, point: RefundPoint, side: Side) => {
          const isKilledBy = (work: Work) => {
            const { clock: { at } } = field;
            const run = { ...owed(sold), work, at, process: 1000 + n++, banks, point, side };
            return isKilled(databaseOf(folder), run);
          };
          if (await kill(sold, point, isKilledBy)) killed += 1;
          else missed.push(`${sold.shop.bank.kind}: ${side} ${point}`);
        };
        for (const [p, point] of REFUND_POINTS.entries()) {
          for (const [i, side] of SIDES.entries()) {
            for (const [s, shop] of called(field).entries()) {
              if (!IS_WHOLE && !(SHORT.includes(point) && (p + i + s) % 2 === 0)) continue;
              await killAt(await sell(field, shop, n++), point, side);
              if (!WAYS[point][0]!.startsWith("ask")) continue;
              const late = await paidTooLate(field, shop, n++);
              records.push(late);
              await killAt(late, point, side);
            }
          }
        }
        assert.deepEqual(missed, []);
        report(`${engine.name}: kill -9 in a refund`, { killed, ...await verify(field, records) });
      });
      await store.close();
    }),
);
