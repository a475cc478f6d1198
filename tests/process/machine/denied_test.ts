/** What root makes for others, and what another user is told: with real users, so as root alone. */
import assert from "node:assert/strict";
import { deniedHint } from "../../../src/process/machine/access.ts";
import { trueName } from "../../../src/process/database/lock.ts";
import { createOwnedFolder } from "../../../src/store/sqlite/file/owned_file.ts";
import { takeOverAccess } from "../../../src/store/sqlite/maintenance/restore.ts";
import { withFolder } from "../../support/process.ts";

/** A user who is not root. */
const SERVICE = 65_534;

const isRoot = Deno.uid() === 0;

function asRoot(name: string, fn: (folder: string) => Promise<void>): void {
  Deno.test({ name: `as root: ${name}`, ignore: !isRoot, fn: () => withFolder(fn) });
}

asRoot(
  "a new folder belongs to the owner of the nearest one that is not root's",
  async (folder) => {
    await Deno.chown(folder, SERVICE, SERVICE);
    await Deno.mkdir(`${folder}/roots`);
    trueName(`${folder}/roots/new/data/checkout.db`);
    for (const made of ["roots/new", "roots/new/data"]) {
      const { uid, gid } = await Deno.lstat(`${folder}/${made}`);
      assert.deepEqual([uid, gid], [SERVICE, SERVICE], made);
    }
    assert.equal((await Deno.lstat(`${folder}/roots`)).uid, 0);
  },
);

asRoot(
  "where all folders are root's, a machine with the service's user is told",
  async (folder) => {
    const data = `${folder}/new/data`;
    assert.throws(
      () => createOwnedFolder(data, () => true),
      /^DatabaseOpenError: Root would make the folder for itself; .* with sudo -u checkoutd: /,
    );
    assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
    createOwnedFolder(data, () => false);
    assert.equal((await Deno.lstat(data)).uid, 0);
  },
);

asRoot("the folder of a database follows no link", async (folder) => {
  await Deno.symlink(`${folder}/none`, `${folder}/data`);
  assert.throws(() => createOwnedFolder(`${folder}/data`), { code: "EEXIST" });
  await assert.rejects(Deno.lstat(`${folder}/none`), Deno.errors.NotFound);
});

for (const how of ["symlink", "link"] as const) {
  asRoot(`a restore changes no file that a ${how} in its place leads to`, async (folder) => {
    const [victim, path] = [`${folder}/victim`, `${folder}/checkout.db`];
    await Deno.writeTextFile(victim, "", { mode: 0o600 });
    await Deno.writeTextFile(path, "", { mode: 0o644 });
    await Deno.chown(path, SERVICE, SERVICE);
    await Deno[how](victim, `${path}.restoring`);
    assert.throws(() => takeOverAccess(path, `${path}.restoring`));
    const { uid, mode } = await Deno.lstat(victim);
    assert.deepEqual([uid, (mode ?? 0) & 0o777], [0, 0o600]);
  });
}

asRoot(
  "a restore takes over owner and mode of the database, which must not be a link",
  async (folder) => {
    const [path, part] = [`${folder}/checkout.db`, `${folder}/checkout.db.restoring`];
    await Deno.writeTextFile(part, "", { mode: 0o600 });
    await Deno.symlink(`${folder}/none`, path);
    assert.throws(() => takeOverAccess(path, part), /must not be a link/);
    await Deno.remove(path);
    await Deno.writeTextFile(path, "", { mode: 0o640 });
    await Deno.chmod(path, 0o640);
    await Deno.chown(path, SERVICE, SERVICE);
    takeOverAccess(path, part);
    const { uid, gid, mode } = await Deno.lstat(part);
    assert.deepEqual([uid, gid, (mode ?? 0) & 0o777], [SERVICE, SERVICE, 0o640]);
  },
);

/** An error as a denied system call gives it; the tests' own user is denied nothing. */
function denied(path: string): Error {
  const cause = new Deno.errors.PermissionDenied(`Permission denied (os error 13): open '${path}'`);
  return new Error("Cannot read the file", { cause });
}

Deno.test("deniedHint() names the file or the nearest folder, its owner and this user", () =>
  withFolder(async (folder) => {
    const path = `${folder}/seed.json`;
    assert.match(deniedHint(denied(path), "anna"), hintOf(folder));
    await Deno.writeTextFile(path, "");
    assert.match(deniedHint(denied(path), "anna"), hintOf(path));
    assert.equal(deniedHint(new Error("other"), "anna"), "");
    assert.equal(
      deniedHint(new Error(`x${deniedHint(denied(path))}`, { cause: denied(path) })),
      "",
    );
  }));

function hintOf(path: string): RegExp {
  return new RegExp(
    `^; ${RegExp.escape(path)} belongs to .+, and this is anna: run it with sudo -u \\S+, or give`,
  );
}
