import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { Batches } from "../../src/store/sqlite/write/batches.ts";
import { prepareTransactions } from "../../src/store/sqlite/write/transactions.ts";

Deno.test("Batches.tidy() copies no log into a file that was overwritten, or that cannot be read", () => {
  const db = new DatabaseSync(":memory:");
  let copied = 0;
  const checkpoint = (mayCopy: () => boolean) => void (copied += mayCopy() ? 1 : 0);
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
