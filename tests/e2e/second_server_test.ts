/** Two servers on one database. */
import assert from "node:assert/strict";
import { runCtl, runServerToEnd, startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";

Deno.test("a second server on one database is refused with the first one's pid, and exit 1", () =>
  withFolder(async (folder) => {
    await aShop(folder);
    const path = `${folder}/checkout.db`;
    await Deno.symlink(path, `${folder}/link.db`);
    const first = await startServer(folder);
    for (const name of [path, `${folder}/link.db`]) {
      const second = await runServerToEnd(folder, ["--db", name, "--port", "0"]);
      assert.equal(second.code, 1, second.stdout);
      assert.equal(
        second.stderr,
        `error: Another server is using this database (pid ${first.pid}): ${name} (error.conflict)\n`,
      );
      assert.equal(second.stdout, "", "it has opened nothing");
    }
    // The command line works beside a server.
    const listed = await runCtl(folder, "merchant", "list");
    assert.equal(listed.code, 0, listed.stderr);
    assert.equal((await fetch(`${first.url}/ready`)).status, 200);
    assert.equal((await first.end("SIGTERM")).code, 0);
    const next = await startServer(folder);
    assert.equal((await next.end("SIGTERM")).code, 0);
  }));
