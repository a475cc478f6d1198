import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readRoot } from "../support/root.ts";
import { section, table } from "./pages.ts";

Deno.test("SECURITY.md: what is met by ASVS names its tests, and what is not its reason", async () => {
  const rows = table(section(await readRoot("SECURITY.md"), "ASVS"), "Requirement");
  assert.ok(rows.length >= 40);
  for (const [requirement = "", state = "", reason = ""] of rows) {
    assert.match(requirement, /^\d+\.\d+\.\d+/);
    assert.match(state, /^(?:met|not met|none)$/, requirement);
    const files = [...reason.matchAll(/\]\((tests\/[^)]+)\)/g)].map(([, path = ""]) => path);
    assert.deepEqual(files.filter((path) => !existsSync(path)), [], requirement);
    if (state === "met") assert.ok(files.length > 0, requirement);
    else assert.ok(reason.length > 20, requirement);
  }
});
