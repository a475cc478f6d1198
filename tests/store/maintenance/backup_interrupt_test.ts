import assert from "node:assert/strict";
import { copyOnThread } from "../../../src/store/sqlite/maintenance/backup_thread.ts";
import { fill, maintenance, namesIn, QUIET, withPopulated } from "./support.ts";

Deno.test("backup() that is interrupted says so, and leaves neither a part nor a copy", () =>
  withPopulated(async (path, folder) => {
    fill(path);
    for (const target of [`${folder}/copy.db`, `${folder}/other.db`]) {
      const end = new AbortController();
      // Within the copying the first time, and before it the second.
      const onProgress = () => end.abort();
      if (target.endsWith("other.db")) end.abort();
      await assert.rejects(
        maintenance.backup(path, target, { ...QUIET, onProgress, signal: end.signal }),
        { code: "error.unavailable", message: "The backup was interrupted" },
      );
      assert.deepEqual(namesIn(folder).filter((name) => !name.startsWith("checkout.db")), []);
    }
  }));

Deno.test("copyOnThread() tells what cannot be opened from what cannot be written", () =>
  withPopulated(async (path, folder) => {
    const part = `${folder}/copy.part`;
    await assert.rejects(copyOnThread({ path: `${folder}/none.db`, part }, QUIET), {
      name: "DatabaseOpenError",
      message: `No database at ${folder}/none.db`,
    });
    await assert.rejects(copyOnThread({ path, part: `${folder}/none/copy` }, QUIET), {
      name: "Error",
    });
  }));
