import assert from "node:assert/strict";
import { join, posix } from "node:path";
import { ROOT } from "./support/root.ts";
import { lacks, runTool } from "./support/tools.ts";

/** Files that people, tools and package managers open by themselves. Another file names each other one. */
const STARTS =
  /^(README\.md|LICENSE|\.gitignore|\.editorconfig|\.ci\/|\.github\/)|_test\.ts$|(^|\/)(deno\.(json|lock)|package\.json|tsconfig\.json)$/;
/** Files whose names tests put together. */
const BY_PATTERN =
  /^tests\/(store\/upgrade\/(postgres_)?v\d+\.sql|cli\/completions\/offer\.\w+|spectral\/lint\.ts)$/;
const PICTURE = /\.(webp|png)$/;
/** Paths in code, links and commands: relative to their file, or to the root. */
const PATHS = /[\w.@/-]*[\w@-]/g;

/** Tracked files that no chain of names leads to from a start. */
function unreached(files: ReadonlyMap<string, string>): string[] {
  const reached = new Set(
    [...files.keys()].filter((path) => STARTS.test(path) || BY_PATTERN.test(path)),
  );
  // A set is walked in the order of insertion, what is added meanwhile included.
  for (const path of reached) {
    for (const [name] of (files.get(path) ?? "").matchAll(PATHS)) {
      for (const found of [posix.join(posix.dirname(path), name), posix.normalize(name)]) {
        if (files.has(found)) reached.add(found);
      }
    }
  }
  return [...files.keys()].filter((path) => !reached.has(path));
}

/** A downloaded folder has no list of files. */
const isCheckout = await Deno.lstat(join(ROOT, ".git")).then(() => true, () => false);
const isMissing = await lacks("git");

Deno.test({
  name: "every tracked file is reached from a start, by the names in other files",
  ignore: isMissing || !isCheckout,
  fn: async () => {
    const { stdout } = await runTool("git", ["-C", ROOT, "ls-files"]);
    const files = new Map<string, string>();
    for (const path of stdout.split("\n").filter((path) => path !== "")) {
      // Moved or removed, and not committed yet.
      const text = PICTURE.test(path)
        ? ""
        : await Deno.readTextFile(join(ROOT, path)).catch(() => null);
      if (text !== null) files.set(path, text);
    }
    assert.ok(files.size > 1000, "the files of a checkout");
    assert.deepEqual(unreached(files), []);
  },
});

Deno.test("unreached() finds a file that nothing names, and one that only it names", () => {
  const files = {
    "README.md": "See [the page](docs/a.md).",
    "docs/a.md": "![](pictures/b.webp)",
    "docs/pictures/b.webp": "",
    "docs/pictures/c.webp": "",
    "src/alone.ts": 'import "./friend.ts";',
    "src/friend.ts": "",
  };
  assert.deepEqual(unreached(new Map(Object.entries(files))), [
    "docs/pictures/c.webp",
    "src/alone.ts",
    "src/friend.ts",
  ]);
});
