import assert from "node:assert/strict";
import { NOW } from "../../support/builders.ts";
import { maintenance, QUIET, withPopulated } from "./support.ts";

const isRoot = Deno.build.os !== "windows" && Deno.uid() === 0;
if (!isRoot) console.log("Skipped: only root can give files to the server's user");

Deno.test({
  name: "restore() by root leaves the database and its lock to the user who had the database",
  ignore: !isRoot,
  fn: () =>
    withPopulated(async (path, folder) => {
      const backup = `${folder}/backup.db`;
      await maintenance.backup(path, backup, QUIET);
      await Deno.chown(path, 1234, 1235);
      await maintenance.restore(path, backup, { onProgress: () => {}, now: NOW });
      for (const file of [path, `${path}.lock`]) {
        const { uid, gid } = await Deno.stat(file);
        assert.deepEqual([uid, gid], [1234, 1235], file);
      }
    }),
});
