import assert from "node:assert/strict";
import { runCtl, startServer, withFolder } from "../support/process.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";

const ROUNDS = rounds({ short: 2, whole: 20 });

Deno.test("backups made while the server writes hold all that was acknowledged before them", () =>
  withFolder(async (folder) => {
    const secret = await busyShop(folder);
    const server = await startServer(folder, ["--rate-limit", "1000000"]);
    // The one writes all the time; what the other had acknowledged has to be in the backup.
    const noise = new Load(secret);
    let isOver = false;
    const writing = noise.run(server, () => isOver);
    let acknowledged = 0;
    let sessions = 0;
    const lost: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const load = new Load(secret);
      await load.run(server, () => load.acknowledged >= 30);
      const copy = `${folder}/backup-${round}.db`;
      const backup = await runCtl(folder, "db", "backup", copy);
      assert.equal(backup.code, 0, backup.stderr);
      acknowledged += load.acknowledged;

      // Into a place of its own, as after the loss of a machine.
      const elsewhere = `${folder}/${round}`;
      await Deno.mkdir(elsewhere);
      const restored = await runCtl(elsewhere, "db", "restore", copy, "--yes");
      assert.equal(restored.code, 0, restored.stderr);
      const check = await runCtl(elsewhere, "db", "check");
      assert.equal(check.code, 0, check.stdout + check.stderr);
      const other = await startServer(elsewhere, ["--rate-limit", "1000000"]);
      const checked = await load.check(other);
      assert.equal((await other.end("SIGTERM")).code, 0);
      sessions += checked.sessions;
      lost.push(...checked.lost);
    }
    isOver = true;
    await writing;
    assert.equal((await server.end("SIGTERM")).code, 0);
    report("backup while writing", {
      backups: ROUNDS,
      acknowledged,
      written_meanwhile: noise.acknowledged,
      sessions,
      lost: lost.length,
    });
    assert.deepEqual(lost, []);
    assert.ok(noise.acknowledged > 0 && noise.unavailable === 0, String(noise.unavailable));
  }));
