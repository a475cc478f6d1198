import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { maintenance, QUIET } from "../store/maintenance/support.ts";
import { withFolder } from "../store/support.ts";
import { IS_FEW } from "../support/few.ts";
import { OPERATOR } from "../support/operator.ts";
import { Checkout } from "./api/checkout.ts";
import { ADDRESS, KNOWN_PHONE, withShop } from "./api/shop.ts";
import { checkouts, elsewhere, OTHER_PHONE, PERSON } from "./erasing.ts";

/** Names of the files of a database that have something of the person in their bytes. */
async function traces(...paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    // By another process: reading it here would drop the locks of this one.
    const { stdout } = await new Deno.Command("cat", { args: [path], stderr: "null" }).output();
    if (PERSON.test(new TextDecoder("latin1").decode(stdout))) found.push(path.split("/").at(-1)!);
  }
  return found;
}

const OPTIONS = {
  name: "after erase() no byte of the file, of its log and of a backup is of the person",
  // It needs another process.
  ignore: IS_FEW,
};

Deno.test(OPTIONS, () =>
  withFolder((folder) => {
    const db = `${folder}/checkout.db`;
    const open = () => openSqliteStore(db, { writer: "thread" });
    return withShop(async (world) => {
      await checkouts(world);
      // Pages split, and rows move and are written anew, between those of others.
      for (let i = 0; i < 30; i++) {
        world.clock.advance(3_600_000);
        const phone = i % 3 === 0 ? OTHER_PHONE : KNOWN_PHONE;
        const checkout = await Checkout.open(world, { note: i % 3 === 0 ? "For him" : "At Rao's" });
        await checkout.verify(phone);
        await checkout.step("PUT /buyer", { name: i % 3 === 0 ? "Bo" : "Asha Rao", email: null });
        if (i % 3 !== 0) await checkout.step("PUT /address", ADDRESS);
      }
      assert.deepEqual(await traces(db, `${db}-wal`), ["checkout.db", "checkout.db-wal"]);
      const whole = `${folder}/whole.db`;
      await maintenance.backup(db, whole, QUIET);
      assert.deepEqual(await traces(whole), ["whole.db"]);

      // A reader keeps the command from emptying the log, which the server does then.
      const reader = new DatabaseSync(db, { readOnly: true });
      reader.exec("BEGIN");
      reader.prepare("SELECT count(*) FROM sessions").get();
      await elsewhere(db, ({ erasure }) => erasure.erase(KNOWN_PHONE, null, OPERATOR));
      assert.deepEqual(await traces(db, `${db}-wal`), ["checkout.db", "checkout.db-wal"]);
      const beside = `${folder}/beside.db`;
      await maintenance.backup(db, beside, { ...QUIET, compact: true });
      assert.deepEqual(await traces(beside), []);
      reader.close();
      // The second one is written after the first has tidied.
      for (let i = 0; i < 2; i++) await Checkout.open(world);

      assert.deepEqual(await traces(db, `${db}-wal`), []);
      const [compact, fast] = [`${folder}/compact.db`, `${folder}/fast.db`];
      await maintenance.backup(db, compact, { ...QUIET, compact: true });
      await maintenance.backup(db, fast, QUIET);
      assert.deepEqual(await traces(compact, fast), []);
    }, { db, open });
  }));
