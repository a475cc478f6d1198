import assert from "node:assert/strict";
import { accessHint } from "../../../src/process/machine/access.ts";
import { DatabaseOpenError } from "../../../src/store/open_error.ts";
import { withFolder } from "../../support/process.ts";

const FAILED = new DatabaseOpenError("Cannot open the database");

Deno.test("accessHint() names the file that is denied, both users and what to do", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    for (const name of [path, `${path}.lock`]) await Deno.writeTextFile(name, "");
    const uid = (await Deno.stat(path)).uid ?? 0;
    for (const denied of [path, `${path}.lock`, folder]) {
      const isDenied = (name: string) => name === denied;
      const hint = accessHint(FAILED, { path, user: "anna", isDenied });
      const [, file, owner, how] =
        /^; (\S+) belongs to (.+), and this is anna: run it with sudo -u (\S+), or give the file to the right user with chown$/
          .exec(hint) ?? [];
      assert.equal(file, denied);
      assert.ok(owner === how || (owner === `user ${uid}` && how === `'#${uid}'`), hint);
    }
  }));

Deno.test("accessHint() is silent of what may be used, of other errors, and leaves nothing", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    assert.equal(accessHint(FAILED, { path, user: "anna" }), "");
    await Deno.writeTextFile(path, "");
    assert.equal(accessHint(FAILED, { path, user: "anna" }), "");
    const denied = { user: "anna", isDenied: () => true };
    assert.equal(accessHint(new Error("other"), { path, ...denied }), "");
    assert.equal(accessHint(FAILED, { path: "postgres://u@db.example/x", ...denied }), "");
    assert.deepEqual((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), [
      "checkout.db",
    ]);
  }));
