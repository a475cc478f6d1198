import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { blocks } from "./pages.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { sourceTexts } from "../support/sources.ts";

/** Lines to add to a file behind lines that it has. */
interface Hunk {
  readonly path: string;
  readonly context: string;
  readonly added: string;
}

/** The forms of a session, and with them everything that the walk touches. */
const ENTRIES = [
  "src/schema/api/session.ts",
  "src/schema/stored/session.ts",
  "src/domain/session/erasure.ts",
];
const FIELD = /gift_message|giftMessage/;

/** Hunks of a block in a page: `--- path`, then context and added lines, parted by `@@`. */
function hunks(diff: string): Hunk[] {
  const [, path = "", body = ""] = /^--- (\S+)\n([^]*)$/.exec(diff) ?? [];
  return body.split("@@\n").map((hunk) => {
    const lines = (sign: string) =>
      hunk.split("\n").filter((line) => line.startsWith(sign)).map((line) => `${line.slice(1)}\n`)
        .join("");
    return { path, context: lines(" "), added: lines("+") };
  });
}

/** Applies hunks to the texts of files. */
function applied(texts: ReadonlyMap<string, string>, patch: readonly Hunk[]): Map<string, string> {
  const changed = new Map(texts);
  for (const { path, context, added } of patch) {
    const parts = changed.get(path)?.split(context) ?? [];
    assert.equal(parts.length, 2, `docs/dev/adding.md: once in ${path}, ${context}`);
    changed.set(path, parts.join(context + added));
  }
  return changed;
}

/** Type-checks copies of the source, by name; the errors of each, as the compiler prints them. */
async function check(
  copies: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Promise<Map<string, string[]>> {
  const folder = await Deno.makeTempDir();
  try {
    for (const name of ["deno.json", "import_map.json", "deno.lock"]) {
      await Deno.copyFile(join(ROOT, name), join(folder, name));
    }
    for (const [name, texts] of copies) {
      for (const [path, text] of texts) {
        const file = join(folder, name, path);
        await Deno.mkdir(dirname(file), { recursive: true });
        await Deno.writeTextFile(file, text);
      }
    }
    const entries = [...copies.keys()].flatMap((name) => ENTRIES.map((path) => join(name, path)));
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--frozen", ...entries],
      cwd: folder,
      stdin: "null",
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    }).output();
    const printed = new TextDecoder().decode(stderr).split(/^(?=TS\d+ )/m);
    const errors = new Map([...copies.keys()].map((name) => [name, [] as string[]]));
    for (const error of printed.filter((text) => text.trim() !== "")) {
      const name = [...copies.keys()].find((one) => error.includes(`/${one}/src/`));
      assert.ok(name !== undefined, error);
      errors.get(name)?.push(error);
    }
    return errors;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("docs/dev/adding.md: a field of a session compiles with all four places, and not if one is left out", async () => {
  const walk = blocks(await readRoot("docs/dev/adding.md"), "diff").flatMap(({ text }) =>
    hunks(text)
  );
  const places = [...new Set(walk.map(({ path }) => path))];
  assert.deepEqual(places, [
    "src/domain/session/session.ts",
    "src/domain/session/erasure.ts",
    "src/schema/stored/session.ts",
    "src/schema/api/session.ts",
  ]);
  const sources = new Map(
    (await sourceTexts()).filter(({ path }) => /^src\/(domain|schema)\//.test(path))
      .map(({ path, text }) => [path, text]),
  );
  const copies = new Map([["whole", applied(sources, walk)]]);
  places.forEach((place, i) => {
    copies.set(`without-${i}`, applied(sources, walk.filter(({ path }) => path !== place)));
  });
  const errors = await check(copies);
  assert.deepEqual(errors.get("whole"), []);
  for (const [name, found] of [...errors].filter(([name]) => name !== "whole")) {
    assert.ok(
      found.some((error) => FIELD.test(error)),
      `${name} names no field\n${found.join("\n")}`,
    );
  }
});
