/** Copies of a database in a folder that cannot be written. */
import assert from "node:assert/strict";
import { aShop } from "../support/ctl_shop.ts";
import { runCtl, withFolder } from "../support/process.ts";
import { programEnvironment, SCRIPTS } from "../support/tasks.ts";
import { lacks, runTool } from "../support/tools.ts";

/** Runs a command with a folder mounted read-only, which holds for root too. */
const MOUNTED = `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"`;

async function lacksMounts(): Promise<boolean> {
  if (Deno.uid() !== 0 || await lacks("unshare", "mount")) return true;
  return (await runTool("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])).code !== 0;
}

Deno.test({
  name: "copies in a read-only folder can be listed, exported and checked; a change is refused",
  ignore: await lacksMounts(),
  fn: () =>
    withFolder(async (folder) => {
      await aShop(folder);
      const [live, copies] = [`${folder}/checkout.db`, `${folder}/copies`];
      await Deno.mkdir(copies);
      // As `cp` leaves it, and as a backup.
      await Deno.copyFile(live, `${copies}/copied.db`);
      assert.equal((await runCtl(folder, "db", "backup", `${copies}/backup.db`)).code, 0);
      const inCopies = (name: string, ...args: readonly string[]) => {
        const program = [SCRIPTS.checkoutctl, "--db", `${copies}/${name}`, ...args];
        return runTool("unshare", ["-m", "sh", "-c", MOUNTED, "sh", copies, ...program], {
          cwd: folder,
          env: { ...programEnvironment(), NO_COLOR: "1" },
        });
      };
      for (const name of ["copied.db", "backup.db"]) {
        for (const noun of ["merchant", "order", "session", "coupon", "customer"]) {
          const { code, stderr } = await inCopies(name, noun, "list");
          assert.equal(code, 0, `${name} ${noun}: ${stderr}`);
        }
        assert.match((await inCopies(name, "merchant", "list")).stdout, /demo-store\.example/);
        for (const check of [["db", "check"], ["order", "list", "--csv"], ["doctor"]]) {
          const { code, stderr } = await inCopies(name, ...check);
          assert.equal(code, 0, `${name} ${check}: ${stderr}`);
        }
        const change = await inCopies(name, "key", "create", "--name", "later");
        assert.equal(change.code, 1);
        assert.match(change.stderr, /^error: .*read-only/);
      }
      const left = await Array.fromAsync(Deno.readDir(copies), (one) => one.name);
      assert.deepEqual(left.sort(), ["backup.db", "copied.db"]);
    }),
});
