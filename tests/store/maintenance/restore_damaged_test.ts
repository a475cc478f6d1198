import assert from "node:assert/strict";
import { NOW } from "../../support/builders.ts";
import { check, maintenance, QUIET, withPopulated } from "./support.ts";

const OPTIONS = { onProgress: () => {}, now: NOW };

Deno.test("restore() takes the place of a damaged database and keeps all that was beside it", () =>
  withPopulated(async (path, folder) => {
    const backup = `${folder}/backup.db`;
    await maintenance.backup(path, backup, QUIET);
    const noise = new Uint8Array(8192).fill(0x5a);
    await Deno.writeFile(path, noise);
    await Deno.writeTextFile(`${path}-wal`, "its log");
    await Deno.writeTextFile(`${path}-shm`, "an index of the log");
    const { keptAs } = await maintenance.restore(path, backup, OPTIONS);
    const kept = `${path}.before-restore-20260102T030405Z`;
    assert.deepEqual(keptAs, [kept, `${kept}-wal`]);
    assert.deepEqual(await Deno.readFile(kept), noise);
    assert.equal(await Deno.readTextFile(`${kept}-wal`), "its log");
    // Beside the new one it would be written into that.
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
    assert.ok(!names.includes("checkout.db-wal") && !names.includes("checkout.db-shm"));
    assert.equal((await check(path)).found, 0);
  }));

Deno.test("restore() sets a log aside that has lost its database", () =>
  withPopulated(async (path, folder) => {
    const backup = `${folder}/backup.db`;
    await maintenance.backup(path, backup, QUIET);
    await Deno.remove(path);
    await Deno.writeTextFile(`${path}-wal`, "its log");
    const { keptAs } = await maintenance.restore(path, backup, OPTIONS);
    assert.deepEqual(keptAs, [`${path}.before-restore-20260102T030405Z-wal`]);
    assert.equal((await check(path)).found, 0);
  }));
