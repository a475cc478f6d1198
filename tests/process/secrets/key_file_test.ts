/** The file of the keys: where it is made, by which rights, and what is refused. */
import assert from "node:assert/strict";
import { serverPlace } from "../../../src/domain/secret.ts";
import { SecretsKeyFile } from "../../../src/process/secrets/key_file.ts";
import { withFolder } from "../../support/process.ts";
import { withKeys } from "../../support/secrets.ts";

const PLACE = serverPlace("recovery");
const mode = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;

Deno.test("a key is made once, in a folder beside the database's, for its owner alone", () =>
  withFolder((folder) => {
    const database = `${folder}/checkout.db`;
    const keys = new SecretsKeyFile({ database, file: undefined });
    assert.equal(keys.path, `${folder}-keys/secrets.key`);
    assert.deepEqual([keys.fingerprints(), keys.problem], [[], "there is no key yet"]);
    keys.make();
    const [fingerprint] = keys.fingerprints();
    assert.match(fingerprint!, /^[0-9a-f]{16}$/);
    assert.equal(keys.problem, null);
    assert.deepEqual([mode(keys.path!), mode(`${folder}-keys`)], [0o600, 0o700]);
    assert.deepEqual([...Deno.readDirSync(`${folder}-keys`)].map(({ name }) => name), [
      "secrets.key",
    ]);
    const text = Deno.readTextFileSync(keys.path!);
    assert.match(text, /^# Key of checkoutd's secrets\. .*\n[\w+/]{43}=\n$/);
    // Another process finds it, and makes none.
    const other = new SecretsKeyFile({ database, file: undefined });
    other.make();
    assert.deepEqual(other.fingerprints(), [fingerprint]);
    assert.equal(Deno.readTextFileSync(keys.path!), text);
    return Promise.resolve();
  }));

Deno.test({
  name:
    "root gives the user of the database the file and a folder made for it, and no other folder",
  ignore: Deno.uid() !== 0,
  fn: () =>
    withFolder((folder) => {
      const [service, database] = [65_534, `${folder}/checkout.db`];
      Deno.writeTextFileSync(database, "");
      Deno.chownSync(database, service, service);
      Deno.mkdirSync(`${folder}-own`);
      for (const file of [undefined, `${folder}-own/secrets.key`]) {
        const keys = new SecretsKeyFile({ database, file });
        keys.make();
        assert.equal(Deno.statSync(keys.path!).uid, service);
      }
      assert.equal(Deno.statSync(`${folder}-keys`).uid, service);
      assert.equal(Deno.statSync(`${folder}-own`).uid, 0);
      Deno.removeSync(`${folder}-own`, { recursive: true });
      Deno.removeSync(`${folder}-keys`, { recursive: true });
      return Promise.resolve();
    }),
});

Deno.test("no key is made in the database's folder, nor where there is no place for one", () =>
  withFolder((folder) => {
    const database = `${folder}/checkout.db`;
    Deno.writeTextFileSync(`${folder}-keys`, "a file");
    const table = [
      [{ database, file: `${folder}/secrets.key` }, "the file of the key must not be in the "],
      [{ database, file: `${folder}/deep/secrets.key` }, "the file of the key must not be in the "],
      [{ database: "checkout.db", file: undefined }, "the database has no folder of its own; "],
      [{ database: "postgres://db.example/c", file: undefined }, "a PostgreSQL database needs "],
      [{ database, file: undefined }, "this user cannot "],
    ] as const;
    for (const [given, problem] of table) {
      const keys = new SecretsKeyFile(given);
      keys.make();
      assert.deepEqual(keys.fingerprints(), []);
      assert.ok(keys.problem?.startsWith(problem), keys.problem ?? "");
      assert.throws(() => keys.add(), { code: "error.unavailable" });
    }
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    return Promise.resolve();
  }));

Deno.test("a file that is no key is refused without repeating it, and is not replaced", () =>
  withKeys("data/checkout.db", (keys) => {
    for (const text of ["c2hvcnQ=\n", "not a key\n", "\n# nothing\n"]) {
      Deno.writeTextFileSync(keys.path!, text);
      keys.make();
      assert.deepEqual(keys.fingerprints(), []);
      assert.equal(
        keys.problem,
        `the file of the key must have lines of 32 bytes in base64: ${keys.path}`,
      );
      assert.equal(Deno.readTextFileSync(keys.path!), text);
    }
    return Promise.resolve();
  }));

Deno.test("add() puts a new key first; a program that runs finds it by its fingerprint", () =>
  withKeys("data/checkout.db", (keys) => {
    keys.make();
    const [first] = keys.fingerprints();
    let seconds = 0;
    const running = new SecretsKeyFile({
      database: "data/checkout.db",
      file: keys.path!,
      monotonicMs: () => seconds * 1000,
    });
    const old = keys.seal("one", PLACE, first!);
    assert.equal(running.open(old, PLACE), "one");
    keys.add();
    const [second, ...rest] = keys.fingerprints();
    assert.deepEqual(rest, [first]);
    assert.notEqual(second, first);
    assert.equal(mode(keys.path!), 0o600);
    const sealed = keys.seal("two", PLACE, second!);
    assert.equal(running.open(sealed, PLACE), null, "it has looked a moment ago");
    seconds += 1;
    assert.equal(running.open(sealed, PLACE), "two");
    assert.equal(running.open(old, PLACE), "one");
    return Promise.resolve();
  }));
