import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { ENDS_WITHIN_MS, type RunningServer, startServer, withFolder } from "../support/process.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";
import { Trial } from "./trial.ts";
import { lacksStrace, Strace } from "./strace.ts";

const ROUNDS = rounds({ short: 1, whole: 5 });
/** Answers whose lines are more than a pipe and what reads ahead of it can hold. */
const LINES = 3000;
const NOTES = rounds({ short: 2500, whole: 10_000 });
/** With one flush for each commit, all notes would take longer than the time after requests. */
const FLUSH_MS = rounds({ short: 300, whole: 100 });

/** Ends a server by SIGTERM; its exit code, and how long it took. */
async function timedEnd(server: RunningServer) {
  const beganMs = performance.now();
  const { code, output } = await server.end("SIGTERM");
  return { code, output, ms: Math.round(performance.now() - beganMs) };
}

Deno.test(`SIGTERM ends a server whose log is not read, ${ROUNDS} times, and loses nothing`, () =>
  withFolder(async (folder) => {
    const trial = await Trial.open(folder);
    const { load } = trial;
    let slowestMs = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await trial.start();
      server.stopReading();
      const upTo = load.acknowledged + LINES;
      await load.run(server, () => load.acknowledged >= upTo);
      const { code, ms } = await timedEnd(server);
      assert.equal(code, 0);
      slowestMs = Math.max(slowestMs, ms);
    }
    await trial.finish("log not read", { stops: ROUNDS, ms_at_most: slowestMs });
    assert.ok(slowestMs < ENDS_WITHIN_MS, String(slowestMs));
  }));

Deno.test({
  name: `SIGTERM writes down when ${NOTES} sessions were last used, on a slow disk`,
  ignore: await lacksStrace(),
  fn: () =>
    withFolder(async (folder) => {
      const load = new Load(await busyShop(folder));
      const server = await startServer(folder, ["--rate-limit", "1000000"]);
      await load.run(server, () => load.unchecked >= NOTES);
      const { sessions: noted, lost } = await load.check(server);
      const strace = await Strace.attach(server.pid, {
        calls: "fsync,fdatasync",
        delayMs: FLUSH_MS,
      });
      const { code, output, ms } = await timedEnd(server);
      await strace.detach();
      assert.equal(code, 0, output);
      const db = new DatabaseSync(`${folder}/checkout.db`, { readOnly: true });
      const { n } = db.prepare(
        "SELECT count(*) AS n FROM sessions WHERE last_active_at > created_at",
      ).get() ?? {};
      db.close();
      report("activity on a slow disk", {
        notes: noted,
        written: Number(n),
        ms,
        lost: lost.length,
      });
      assert.deepEqual(lost, []);
      assert.doesNotMatch(output, /Not all was written down/);
      assert.ok(Number(n) >= noted, `${n} of ${noted}`);
      assert.ok(ms < ENDS_WITHIN_MS, String(ms));
    }),
});
