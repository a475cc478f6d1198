import assert from "node:assert/strict";
import { withFolder } from "../support/process.ts";
import { rounds } from "./figures.ts";
import { Trial } from "./trial.ts";

const ROUNDS = rounds({ short: 2, whole: 20 });

Deno.test(`a database that is moved away under load, ${ROUNDS} times: nothing acknowledged is lost`, () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const trial = await Trial.open(folder);
    const { load } = trial;
    let after = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await trial.start();
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
    await trial.finish("database moved", { rounds: ROUNDS, answered_after_the_move: after });
  }));
