import assert from "node:assert/strict";
import { runCtl, withFolder } from "../support/process.ts";
import { rounds } from "./figures.ts";
import { Trial } from "./trial.ts";

const ROUNDS = rounds({ short: 5, whole: 200 });

Deno.test(`kill -9 under load, ${ROUNDS} times: no acknowledged write is lost`, () =>
  withFolder(async (folder) => {
    const trial = await Trial.open(folder);
    const { load } = trial;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await trial.start();
      // Another moment each time, in the middle of what is under way.
      const enough = load.acknowledged + 20 + (round * 37) % 200;
      let killed: Promise<unknown> | undefined;
      await load.run(server, () => {
        if (load.acknowledged >= enough) killed ??= server.end("SIGKILL");
        return false;
      });
      await killed;
    }
    await trial.finish("kill -9 under load", { rounds: ROUNDS });
    assert.ok(load.acknowledged >= ROUNDS * 20, String(load.acknowledged));
    const check = await runCtl(folder, "db", "check");
    assert.equal(check.code, 0, check.stdout + check.stderr);
  }));
