import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../../src/store/sqlite/file/open.ts";
import { Batches } from "../../src/store/sqlite/write/batches.ts";
import { prepareTransactions } from "../../src/store/sqlite/write/transactions.ts";
import type { StatementName } from "../../src/store/write/writes.ts";
import { withFolder } from "./support.ts";

Deno.test("Batches.tidy() copies no log into a file that was overwritten, or that cannot be read", () => {
  const db = new DatabaseSync(":memory:");
  let copied = 0;
  const checkpoint = (mayCopy: () => boolean) => {
    copied += mayCopy() ? 1 : 0;
    return true;
  };
  const looks = [
    () => undefined,
    () => "the head of the file was overwritten",
    () => {
      throw new Error("EIO: i/o error, read");
    },
  ];
  const batches = new Batches({
    transactions: { ...prepareTransactions(db), checkpoint },
    apply: () => {},
    isUpgraded: () => false,
    checkHead: () => looks.shift()?.(),
    close: () => db.close(),
  });
  assert.equal(batches.tidy(), undefined);
  assert.equal(copied, 1);
  assert.deepEqual(batches.tidy(), {
    kind: "damaged",
    found: "the head of the file was overwritten",
  });
  assert.equal(batches.tidy(), undefined);
  assert.equal(copied, 1);
  batches.close();
});

Deno.test("Batches.tidy() empties the log after an erasure, again until no reader needs it", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const options = { busyTimeoutMs: 0, retryForMs: 0, delay: () => Promise.resolve() };
    const db = await openDatabase(path, options);
    const reader = new DatabaseSync(path);
    const batches = new Batches({
      transactions: prepareTransactions(db),
      apply: () => db.exec("UPDATE epoch SET value = value + 1"),
      isUpgraded: () => false,
      close: () => db.close(),
    });
    const write = (name: StatementName) =>
      assert.equal(batches.write([[{ name, params: {}, rows: "any" }]]).kind, "done");
    const logBytes = () => Deno.statSync(`${path}-wal`).size;
    write("epoch.bump");
    batches.tidy();
    assert.ok(logBytes() > 0, "another commit's stays");
    reader.exec("BEGIN; SELECT * FROM epoch");
    write("customer.erase");
    batches.tidy();
    assert.deepEqual([batches.mustEmptyLog, logBytes() > 0], [true, true]);
    reader.exec("COMMIT");
    batches.tidy();
    assert.deepEqual([batches.mustEmptyLog, logBytes()], [false, 0]);
    write("epoch.bump");
    batches.tidy();
    assert.ok(logBytes() > 0, "it was emptied once");
    reader.exec("UPDATE epoch SET value = 0");
    write("epoch.bump");
    batches.tidy();
    assert.equal(logBytes(), 0, "another program may have erased persons");
    write("session.eraseExtra");
    batches.close();
    assert.equal(logBytes(), 0, "at the end of a program, before it tidies");
    reader.close();
  }));
