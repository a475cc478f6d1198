import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { SCHEMA_VERSION } from "../../../src/store/sqlite/file/migrate.ts";
import {
  check,
  fill,
  look,
  maintenance,
  namesIn,
  QUIET,
  tamper,
  withPopulated,
} from "./support.ts";

Deno.test("backup() with compact is one sound moment, smaller after deletes, and nothing is left", () =>
  withPopulated(async (path, folder) => {
    fill(path);
    tamper(path, "DROP TABLE filler");
    const writer = new DatabaseSync(path);
    let steps = 0;
    const onProgress = () => {
      // Writes between its pages are not in it.
      if (++steps === 3) writer.exec("UPDATE epoch SET value = value + 1");
    };
    const before = look(path, "SELECT value FROM epoch")?.["value"];
    const [plain, small] = [`${folder}/plain.db`, `${folder}/small.db`];
    await maintenance.backup(path, plain, QUIET);
    const report = await maintenance.backup(path, small, { ...QUIET, compact: true, onProgress });
    writer.close();
    const { size } = await Deno.stat(small);
    assert.deepEqual([report.bytes, report.schemaVersion], [size, SCHEMA_VERSION]);
    assert.ok(size < (await Deno.stat(plain)).size / 2, String(size));
    assert.equal((await check(small)).found, 0);
    assert.equal(look(small, "SELECT value FROM epoch")?.["value"], before);
    assert.deepEqual(namesIn(folder), ["checkout.db", "plain.db", "small.db"]);
  }));

Deno.test("backup() copies an older schema page by page, also with compact", () =>
  withPopulated(async (path, folder) => {
    const copied = async (name: string) => {
      const options = { ...QUIET, compact: true };
      return (await maintenance.backup(path, `${folder}/${name}.db`, options)).isCompact;
    };
    assert.equal(await copied("current"), true);
    tamper(path, "PRAGMA user_version = 1");
    assert.equal(await copied("older"), false);
  }));
