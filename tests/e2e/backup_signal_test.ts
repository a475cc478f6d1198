/** A backup that is told to end in its middle, by a signal to the real process. */
import assert from "node:assert/strict";
import { tamper } from "../store/maintenance/support.ts";
import { ctlCommand, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";

/** Resolves once a backup has written the first pages into its part. */
async function partHasPages(folder: string): Promise<void> {
  for await (const { paths } of Deno.watchFs(folder)) {
    for (const path of paths.filter((one) => /\.part-[^.]*$/.test(one) && !/-journal$/.test(one))) {
      const { size } = await Deno.stat(path).catch(() => ({ size: 0 }));
      if (size > 0) return;
    }
  }
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  Deno.test({
    name: `db backup that ${signal} ends leaves nothing behind, says so and exits with 1`,
    // There are no such signals there.
    ignore: Deno.build.os === "windows",
    fn: () =>
      withFolder(async (folder) => {
        await aShop(folder);
        tamper(`${folder}/checkout.db`, "CREATE TABLE filler (a)");
        tamper(
          `${folder}/checkout.db`,
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
           INSERT INTO filler SELECT randomblob(4000) FROM n`,
        );
        await Deno.mkdir(`${folder}/backups`);
        const begun = partHasPages(`${folder}/backups`);
        const command = await ctlCommand(folder, "db", "backup", `${folder}/backups/copy.db`);
        const child = command.spawn();
        await begun;
        child.kill(signal);
        const { code, stdout, stderr } = await child.output();
        const text = new TextDecoder();
        assert.deepEqual([code, text.decode(stdout)], [1, ""]);
        assert.equal(
          text.decode(stderr),
          "error: The backup was interrupted (error.unavailable)\n",
        );
        assert.deepEqual(Array.from(Deno.readDirSync(`${folder}/backups`)), []);
      }),
  });
}
