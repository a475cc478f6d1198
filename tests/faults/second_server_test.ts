import assert from "node:assert/strict";
import { runServerToEnd, startServer, withFolder } from "../support/process.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";

const ROUNDS = rounds({ short: 2, whole: 20 });

Deno.test(`a second server under load is refused, ${ROUNDS} times; after kill -9 the next one starts`, () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const load = new Load(await busyShop(folder));
    const lost: string[] = [];
    let sessions = 0;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(folder, ["--rate-limit", "1000000"]);
      // Everything the killed server acknowledged.
      const checked = await load.check(server);
      sessions += checked.sessions;
      lost.push(...checked.lost);
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
    const server = await startServer(folder, ["--rate-limit", "1000000"]);
    const checked = await load.check(server);
    lost.push(...checked.lost);
    sessions += checked.sessions;
    assert.equal((await server.end("SIGTERM")).code, 0);
    const { acknowledged, unavailable } = load;
    report("second server", { refused, acknowledged, unavailable, sessions, lost: lost.length });
    assert.deepEqual(lost, []);
    assert.equal(unavailable, 0);
  }));
