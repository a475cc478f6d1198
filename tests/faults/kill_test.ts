import assert from "node:assert/strict";
import { runCtl, startServer, withFolder } from "../support/process.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";

const ROUNDS = rounds({ short: 5, whole: 200 });

Deno.test(`kill -9 under load, ${ROUNDS} times: no acknowledged write is lost`, () =>
  withFolder(async (folder) => {
    const load = new Load(await busyShop(folder));
    const lost: string[] = [];
    let sessions = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(folder, ["--rate-limit", "1000000"]);
      // Everything the previous server acknowledged.
      const checked = await load.check(server);
      sessions += checked.sessions;
      lost.push(...checked.lost);
      // Another moment each time, in the middle of what is under way.
      const enough = load.acknowledged + 20 + (round * 37) % 200;
      let killed: Promise<unknown> | undefined;
      await load.run(server, () => {
        if (load.acknowledged >= enough) killed ??= server.end("SIGKILL");
        return false;
      });
      await killed;
    }
    const server = await startServer(folder, ["--rate-limit", "1000000"]);
    const checked = await load.check(server);
    lost.push(...checked.lost);
    sessions += checked.sessions;
    await server.end("SIGTERM");
    const { acknowledged } = load;
    report("kill -9 under load", { rounds: ROUNDS, acknowledged, sessions, lost: lost.length });
    assert.deepEqual(lost, []);
    assert.ok(acknowledged >= ROUNDS * 20, String(acknowledged));
    const check = await runCtl(folder, "db", "check");
    assert.equal(check.code, 0, check.stdout + check.stderr);
  }));
