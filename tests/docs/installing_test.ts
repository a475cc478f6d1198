/** The page about installing: what it shows is built, started and compared. */
import assert from "node:assert/strict";
import { USAGE } from "../../build/options.ts";
import { TARGETS } from "../../build/targets.ts";
import { assertShows, codes, section, table } from "./pages.ts";
import { readRoot } from "../support/root.ts";
import { commandsOf, withCommands } from "./commands.ts";
import { type ProjectFolder, withSources } from "./project_folder.ts";
import { lacksBundler } from "../support/tools.ts";

const PAGE = "docs/installing.md";

async function typed(project: ProjectFolder, line: string): Promise<string> {
  // A self-extracting file unpacks into the folder that is removed with it.
  return await project.typed(line, { XDG_CACHE_HOME: `${project.path}/cache` });
}

/** Makes what is another in every build the same. */
function anyBuild(version: string): string {
  return version.replace(/\d+\.\d+\.\d+/, "1.2.3").replace(/commit [^,]+/, "commit ...")
    .replace(/schema \d+/, "schema 0");
}

const ignore = await lacksBundler();

Deno.test(
  "docs/installing.md: two files are made, copied and started as shown",
  { ignore },
  () =>
    withCommands("docs/installing.md#two-files-to-copy", (shown) =>
      withSources(async (project) => {
        for (const line of shown.take(1, { of: "sh" }).flatMap(commandsOf)) {
          assert.ok(!line.startsWith("cp ") || line.endsWith(" /usr/local/bin/"));
          await typed(project, line.replace("/usr/local/bin/", `${project.path}/bin/`));
        }
        const [block] = shown.take(1, { of: "console" });
        const [line = ""] = shown.lines(1, { of: "console" });
        assert.ok(block);
        const [, ...printed] = block.text.split("\n");
        const version = await typed(project, line);
        assertShows(anyBuild(printed.join("\n")), anyBuild(version));
        const { commit, ...parts } = JSON.parse(
          await typed(project, "checkoutctl --json --version"),
        );
        assert.match(commit, /^([0-9a-f]+(-modified)?|unknown)$/);
        const page = await readRoot(PAGE);
        const named = codes(section(page, "Two files to copy"));
        const missing = Object.keys({ commit, ...parts }).filter((key) => !named.includes(key));
        assert.deepEqual(missing, []);
      })),
);

Deno.test("docs/installing.md: every option of a build and every target, and no others", async () => {
  const page = await readRoot(PAGE);
  const rows = table(page, "Option of `compile`");
  const options = [...USAGE.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag)
    .filter((flag) => flag !== "--help");
  assert.deepEqual(rows.map(([option = ""]) => codes(option)[0]?.split(" ")[0]), options);
  const targets = codes(page).filter((code) => /^(x86_64|aarch64)-[\w-]+$/.test(code));
  assert.deepEqual([...new Set(targets)].sort(), [...TARGETS].sort());
});

Deno.test("docs/installing.md: what was downloaded is compared as shown, and what differs is found", () =>
  withCommands("docs/installing.md#releases", (shown) =>
    withSources(async (project) => {
      const [compare, ...install] = shown.lines(4);
      assert.ok(compare && install.length === 3);
      await project.save("one", "1");
      await project.save("two", "2");
      await typed(project, "sha256sum one two > SHA256SUMS; rm two");
      await typed(project, compare);
      await project.save("one", "another");
      assert.equal((await project.type(compare)).code, 1);
      for (const name of ["checkoutd", "checkoutctl"]) {
        await project.save(`${name}-1.2.3-x86_64-unknown-linux-gnu`, `#!/bin/sh\necho ${name}\n`);
      }
      for (const line of install) {
        await typed(project, line.replace("/usr/local/bin/", `${project.path}/`));
      }
      assert.equal(
        await typed(project, "./checkoutd && ./checkoutctl"),
        "checkoutd\ncheckoutctl\n",
      );
    })));

Deno.test("docs/installing.md: the programs start from the folder as shown", () =>
  withCommands("docs/installing.md#from-this-folder", (shown) =>
    withSources(async (project) => {
      for (const line of shown.take(1, { of: "sh" }).flatMap(commandsOf)) {
        assert.match(await typed(project, line), /^Usage: bin\/checkout(d|ctl) /);
      }
    })));
