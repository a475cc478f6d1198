/** The commands of checkoutctl that pages show, typed into a shell as they stand. */
import assert from "node:assert/strict";
import { codes, readPages, seedExample, table } from "./pages.ts";
import { readRoot } from "../support/root.ts";
import { type Shown, withCommands } from "./commands.ts";
import { readPrograms } from "./programs.ts";
import { type ProjectFolder, withProject } from "./project_folder.ts";

const PRODUCTS =
  '{"products": [{"id": 4, "title": "Tray", "variants": [{"id": 41, "price": "80.00"}]}]}';

/** Saves the files that the pages speak of. */
async function saveFiles(project: ProjectFolder): Promise<void> {
  await project.save("shop.json", await seedExample());
  await project.save("products.json", PRODUCTS);
}

async function typeAll(project: ProjectFolder, lines: readonly string[]): Promise<void> {
  for (const line of lines) await project.typed(line);
}

/** The lines of a section, or of the whole page: so many they are. */
function linesOf(shown: Shown, count: number): string[] {
  const lines = shown.lines(count);
  for (const line of lines) assert.match(line, /^bin\/checkoutctl /);
  return lines;
}

Deno.test("docs/shop.md: a shop of one's own is made as shown, and its webhooks as docs/webhooks.md has it", () =>
  withCommands(
    "docs/shop.md#by-commands",
    (commands) =>
      withCommands(
        "docs/webhooks.md#",
        (webhooks) =>
          withCommands("docs/shop.md#products", (products) =>
            withProject(async (project) => {
              await saveFiles(project);
              await typeAll(project, linesOf(commands, 7));
              await typeAll(project, linesOf(products, 2));
              await typeAll(project, linesOf(webhooks, 2));
              const { stdout } = await project.type(
                "bin/checkoutctl --json product list --merchant hill-house.example",
              );
              const [tray, shirt] = JSON.parse(stdout);
              assert.deepEqual([tray.title, shirt.title], ["Tray", "Linen shirt"]);
            })),
      ),
  ));

Deno.test("docs/seed.md: the commands in the text run; the seed file a second time changes nothing", () =>
  withProject(async (project) => {
    await saveFiles(project);
    const inText = codes(await readPages()).filter((code) => /^bin\/checkoutctl \w+ /.test(code))
      // The others need these first.
      .sort((a, b) => Number(b.includes(" seed ")) - Number(a.includes(" seed ")));
    const lines = [...new Set(inText)];
    assert.ok(lines.length >= 2 && lines[0]?.includes(" seed "));
    await typeAll(project, lines);
    const { stdout } = await project.type("bin/checkoutctl --json seed shop.json");
    const again = JSON.parse(stdout);
    assert.deepEqual(
      [again.merchants.updated, again.products.created, again.coupons.updated],
      [0, 0, 0],
    );
  }));

Deno.test("docs/shop.md: a shop is set up by options as shown, and what is missing is named as shown", () =>
  withCommands(
    "docs/shop.md#by-questions",
    (shown) =>
      withProject(async (project) => {
        const [byQuestions, ...byOptions] = linesOf(shown, 2);
        assert.equal(byQuestions, "bin/checkoutctl init");
        await typeAll(project, byOptions);
        const { stdout } = await project.type(
          "bin/checkoutctl --json webhook list --merchant hill-house.example",
        );
        assert.equal(JSON.parse(stdout)[0].url, "https://hill-house.example/hooks");

        const [block] = shown.take(1, { of: "console" });
        const [line = ""] = shown.lines(1, { of: "console" });
        assert.ok(block);
        const { code, stderr } = await project.type(line);
        assert.equal(code, 2);
        const [, ...printed] = block.text.trimEnd().split("\n");
        // The task itself is named on stderr as well.
        assert.ok(stderr.split("\n").includes(printed.join("\n")), stderr);
      }),
  ));

Deno.test("docs/commands.md: every option of init, and no others", async () => {
  const rows = table(await readRoot("docs/commands.md"), "Option");
  const { ctl } = await readPrograms();
  const own = [...ctl.get("init") ?? []].filter((flag) => !ctl.get("")?.has(flag));
  assert.deepEqual(rows.flatMap(([option = ""]) => codes(option)).sort(), own.sort());
});
