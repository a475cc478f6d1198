import assert from "node:assert/strict";
import { LOCK } from "../../support/tasks.ts";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { RestoreStage } from "../../../src/store/sqlite/maintenance/restore.ts";
import { openSqliteStore } from "../../../src/store/sqlite/store.ts";
import { NOW } from "../../support/builders.ts";
import { check, look, maintenance, QUIET, tamper, withPopulated } from "./support.ts";

/** A process that is killed at one stage of a restore. */
const KILLED = fileURLToPath(new URL("./killed_restore.ts", import.meta.url));

const OLD = 2;
const NEW = 1;

/** What a kill at each stage must leave. */
const STAGES: readonly (readonly [RestoreStage, number])[] = [
  ["copied", OLD],
  ["ready", OLD],
  ["settled", OLD],
  ["kept", OLD],
  ["cleared", OLD],
  ["replaced", NEW],
];

const epochOf = (path: string) => look(path, "SELECT value FROM epoch")?.["value"];

for (const [stage, epoch] of STAGES) {
  const which = epoch === OLD ? "old" : "new";
  Deno.test(`restore() killed when ${stage} leaves the ${which} database, and can be done again`, () =>
    withPopulated(async (original, folder) => {
      const [backup, path] = [`${folder}/backup.db`, `${folder}/crashed.db`];
      tamper(original, `UPDATE epoch SET value = ${NEW}`);
      await maintenance.backup(original, backup, QUIET);
      // What a crashed server leaves: its last commits are in the log alone.
      const writer = new DatabaseSync(original);
      writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
      writer.exec(`UPDATE epoch SET value = ${OLD}`);
      for (const suffix of ["", "-wal"]) await Deno.copyFile(original + suffix, path + suffix);
      writer.close();

      const { signal } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", LOCK, "--allow-all", KILLED, path, backup, stage],
        stdout: "null",
        stderr: "null",
      }).output();
      assert.equal(signal, "SIGKILL", "it was killed on its way");

      assert.equal(epochOf(path), epoch);
      assert.equal((await check(path)).found, 0);
      const store = await openSqliteStore(path);
      assert.equal((await store.merchants.all()).length, 2);
      await store.close();

      await maintenance.restore(path, backup, { onProgress: () => {}, now: NOW + 60_000 });
      assert.equal(epochOf(path), NEW);
      for await (const { name } of Deno.readDir(folder)) {
        const { nlink } = await Deno.stat(`${folder}/${name}`);
        assert.equal(nlink, 1, `${name} has no second name`);
      }
      assert.equal((await check(path)).found, 0);
    }));
}
