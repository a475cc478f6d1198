import assert from "node:assert/strict";
import { uuid } from "../../support/builders.ts";
import { maintenance, namesIn, PARTS, QUIET, withPopulated } from "./support.ts";

Deno.test("backup() removes what killed backups left, and nothing of one that runs", () =>
  withPopulated(async (path, folder) => {
    const names = [51, 52, 53].map((n) => `old.db.part-${uuid(n)}`);
    for (const name of names) await Deno.writeTextFile(`${folder}/${name}`, "a part");
    const [killed = "", running = "", unlocked = ""] = names;
    PARTS.lock(`${folder}/${killed}`, "exclusive").release();
    await Deno.writeTextFile(`${folder}/${killed}-journal`, "");
    const held = PARTS.lock(`${folder}/${running}`, "exclusive");
    await maintenance.backup(path, `${folder}/copy.db`, QUIET);
    assert.deepEqual(
      namesIn(folder).sort(),
      ["checkout.db", "copy.db", running, `${running}.lock`, unlocked].sort(),
    );
    held.release();
  }));
