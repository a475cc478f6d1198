/** Files that root makes for a service: their owner, and links in their place. */
import assert from "node:assert/strict";
import { lockDatabase, lockServer } from "../../src/process/database/lock.ts";
import { createOwned } from "../../src/store/sqlite/file/owned_file.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { ROOT } from "../support/root.ts";
import { lacks, runTool } from "../support/tools.ts";
import { maintenance } from "./maintenance/support.ts";
import { putMerchant, withPath } from "./support.ts";

/** A user who is not root. */
const SERVICE = 65_534;

Deno.test({
  name: "root makes a database, its log, locks and backups for the owner of the folder",
  ignore: Deno.uid() !== 0,
  fn: () =>
    withPath(async (path) => {
      const folder = path.slice(0, path.lastIndexOf("/"));
      await Deno.chown(folder, SERVICE, SERVICE);
      const locks = [lockDatabase(path, "shared"), lockServer(path, 1)];
      const store = await openSqliteStore(path);
      await store.commit([putMerchant]);
      const backup = { force: false, onProgress: () => {} };
      await maintenance.backup(path, `${folder}/backup.db`, backup);
      const owners = Array.from(Deno.readDirSync(folder), ({ name }) => {
        const { uid, gid } = Deno.lstatSync(`${folder}/${name}`);
        return [name, uid, gid] as const;
      });
      await store.close();
      for (const lock of locks) lock.release();
      assert.deepEqual(owners.map(([name]) => name).sort(), [
        "backup.db",
        ...["", "-shm", "-wal", ".lock", ".server"].map((suffix) => `checkout.db${suffix}`),
      ]);
      assert.deepEqual(owners.filter(([, uid, gid]) => uid !== SERVICE || gid !== SERVICE), []);
    }),
});

Deno.test({
  name: "root that cannot give a file away makes nothing, and is told to run as the service's user",
  ignore: Deno.uid() !== 0 || await lacks("setpriv"),
  fn: () =>
    withPath(async (path) => {
      const folder = path.slice(0, path.lastIndexOf("/"));
      await Deno.chown(folder, SERVICE, SERVICE);
      // Without this capability the runtime's fchown fails.
      const program = [
        "--bounding-set=-chown",
        Deno.execPath(),
        "run",
        "--quiet",
        "--allow-all",
        "cli.ts",
      ];
      for (const [db, made] of [["a.db", "a.db.lock"], ["new/a.db", "new"]]) {
        const command = ["--db", `${folder}/${db}`, "seed", "src/demo/demo_shop.json"];
        const { code, stdout, stderr } = await runTool("setpriv", [...program, ...command], {
          cwd: ROOT,
          env: { NO_COLOR: "1" },
        });
        assert.deepEqual([code, stdout], [1, ""]);
        assert.match(
          stderr,
          /^error: Root cannot make a (?:file|folder) for the owner of [^\n]+\n$/,
        );
        assert.ok(stderr.includes(`sudo -u nobody: ${folder}/${made} `), stderr);
        assert.deepEqual([...Deno.readDirSync(folder)], []);
      }
    }),
});

for (const suffix of [".lock", ".server"]) {
  Deno.test(`a link in place of ${suffix} is refused, and its target stays`, () =>
    withPath(async (path) => {
      const folder = path.slice(0, path.lastIndexOf("/"));
      await Deno.writeTextFile(`${folder}/precious`, "precious");
      for (const target of ["precious", "none"]) {
        await Deno.symlink(`${folder}/${target}`, path + suffix);
        assert.throws(
          () => suffix === ".lock" ? lockDatabase(path, "shared") : lockServer(path, 1),
          /^DatabaseLockError: The lock of the database must not be a link: /,
        );
        await Deno.remove(path + suffix);
      }
      assert.equal(await Deno.readTextFile(`${folder}/precious`), "precious");
      await assert.rejects(Deno.stat(`${folder}/none`), Deno.errors.NotFound);
    }));
}

for (const suffix of ["", "-wal"]) {
  Deno.test(`a new database follows no link in place of checkout.db${suffix}`, () =>
    withPath(async (path) => {
      const folder = path.slice(0, path.lastIndexOf("/"));
      await Deno.symlink(`${folder}/none`, path + suffix);
      if (suffix === "") {
        assert.throws(() => createOwned(path), { code: "EEXIST" });
        assert.throws(() => lockDatabase(path, "shared"), /is a link to a missing file/);
      } else await assert.rejects(openSqliteStore(path));
      await assert.rejects(Deno.stat(`${folder}/none`), Deno.errors.NotFound);
    }));
}
