import assert from "node:assert/strict";
import { startServer, withFolder } from "../support/process.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";

const ROUNDS = rounds({ short: 2, whole: 20 });

Deno.test(`a database that is moved away under load, ${ROUNDS} times: nothing acknowledged is lost`, () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const load = new Load(await busyShop(folder));
    const lost: string[] = [];
    let sessions = 0;
    let after = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(folder, ["--rate-limit", "1000000"]);
      const checked = await load.check(server);
      sessions += checked.sessions;
      lost.push(...checked.lost);
      const enough = load.acknowledged + 50 + (round * 37) % 200;
      let moved: Promise<void> | undefined;
      let atMove = 0;
      await load.run(server, () => {
        if (load.acknowledged >= enough) {
          moved ??= Deno.rename(path, `${folder}/elsewhere.db`).then(() => {
            atMove = load.acknowledged;
          });
        }
        return false;
      });
      await moved;
      after += load.acknowledged - atMove;
      const { code, output } = await server.ended();
      assert.equal(code, 1, output);
      await Deno.rename(`${folder}/elsewhere.db`, path);
    }
    const server = await startServer(folder, ["--rate-limit", "1000000"]);
    const checked = await load.check(server);
    lost.push(...checked.lost);
    sessions += checked.sessions;
    assert.equal((await server.end("SIGTERM")).code, 0);
    const { acknowledged, unavailable } = load;
    report("database moved", {
      rounds: ROUNDS,
      acknowledged,
      answered_after_the_move: after,
      refused: unavailable,
      sessions,
      lost: lost.length,
    });
    assert.deepEqual(lost, []);
  }));
