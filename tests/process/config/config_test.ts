import assert from "node:assert/strict";
import { parseServerArgs } from "../../../src/process/config/config.ts";

Deno.test("parseServerArgs() prints help that says what --version prints, and prints that", () => {
  const help = parseServerArgs(["--help"], { version: "checkoutd 1.2.3" });
  assert.ok("text" in help);
  assert.equal(help.exitCode, 0);
  assert.match(help.text, /^ {2}-V, --version +print version, commit and schema version$/m);
  assert.deepEqual(parseServerArgs(["--version"], { version: "checkoutd 1.2.3" }), {
    exitCode: 0,
    text: "checkoutd 1.2.3\n",
  });
});
