import assert from "node:assert/strict";
import { runServerToEnd, withFolder } from "../support/process.ts";
import { rounds } from "./figures.ts";
import { Trial } from "./trial.ts";

const ROUNDS = rounds({ short: 2, whole: 20 });

Deno.test(`a second server under load is refused, ${ROUNDS} times; after kill -9 the next one starts`, () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const trial = await Trial.open(folder);
    const { load } = trial;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await trial.start();
      let second: ReturnType<typeof runServerToEnd> | undefined;
      let isRefused = false;
      await load.run(server, () => {
        second ??= runServerToEnd(folder, ["--db", path, "--port", "0"]).finally(() => {
          isRefused = true;
        });
        return isRefused;
      });
      const { code, stderr } = await second ?? assert.fail("It was started");
      assert.equal(code, 1, stderr);
      assert.match(stderr, new RegExp(`using this database \\(pid ${server.pid}\\)`));
      refused += 1;
      assert.equal((await fetch(`${server.url}/ready`)).status, 200, "the first one serves on");
      // The kernel lets go of the lock: the next round begins at once.
      await server.end("SIGKILL");
    }
    await trial.finish("second server", { refused });
    assert.equal(load.unavailable, 0);
  }));
