/** bin/checkoutctl db copy, within the permissions that the script gives. */
import assert from "node:assert/strict";
import { withFolder } from "../support/process.ts";
import { pathWithDeno, SCRIPTS } from "../support/tasks.ts";
import { runTool } from "../support/tools.ts";

Deno.test("bin/checkoutctl db copy reads and writes files of any two folders", () =>
  withFolder(async (folder) => {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runTool(SCRIPTS.checkoutctl, args, {
        cwd: folder,
        env: { PATH: pathWithDeno(), NO_COLOR: "1" },
      });
      assert.equal(code, 0, stderr);
      return stdout;
    };
    await run("--db", `${folder}/from/shop.db`, "demo");
    await run("db", "copy", `${folder}/from/shop.db`, `${folder}/to/shop.db`);
    assert.match(await run("--db", `${folder}/to/shop.db`, "merchant", "list"), /Demo Store/);
  }));
