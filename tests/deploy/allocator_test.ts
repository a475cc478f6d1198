import assert from "node:assert/strict";
import { parseManifest, PROGRAMS, taskStart } from "../../build/programs.ts";
import { readRoot } from "../support/root.ts";

// What `deno compile` makes starts with nothing but what it is given.
for (const file of ["deploy/systemd/checkoutd.service", "deploy/container/Containerfile"]) {
  Deno.test(`${file}: it sets the variables that the task sets, to the same`, async () => {
    const text = await readRoot(file);
    const manifest = parseManifest(await readRoot("deno.json"));
    const [server] = PROGRAMS;
    assert.equal(server?.name, "checkoutd");
    const wanted = Object.entries(taskStart(server, manifest).variables);
    assert.ok(wanted.length > 0);
    const joined = text.replace(/^#.*\n/gm, "").replaceAll("\\\n", " ");
    const lines = joined.match(/^(?:Environment=|ENV ).*$/gm) ?? [];
    const set = lines.flatMap((line) => line.match(/\bMALLOC_\w+=\S+/g) ?? []);
    assert.deepEqual(set, wanted.map(([name, value]) => `${name}=${value}`));
  });
}
