import assert from "node:assert/strict";
import { SECTION_NAMES } from "../../../src/web/dashboard/sections.ts";
import { imports, sourceTexts } from "../../support/sources.ts";

const DASHBOARD = "src/web/dashboard/";
/** Folders that all sections use; the frame signs people in. */
const SHARED = ["assets", "forms", "lists", "parts", "sign_in"];
/** Sections in the folder of another one. */
const WITHIN: Readonly<Record<string, string>> = { orders: "sessions" };

Deno.test("a section of the dashboard is one folder: no other section loads a file of it", async () => {
  const folderOf = (path: string) =>
    path.slice(DASHBOARD.length).includes("/") ? path.slice(DASHBOARD.length).split("/")[0] : "";
  const texts = (await sourceTexts()).filter(({ path }) => path.startsWith(DASHBOARD));
  const folders = new Set(texts.map(({ path }) => folderOf(path)));
  for (const name of SECTION_NAMES) assert.ok(folders.has(WITHIN[name] ?? name), name);
  const crossing = texts.flatMap(({ path, text }) => {
    const own = folderOf(path);
    if (own === "") return [];
    return imports(text).filter((one) => one.startsWith(".")).flatMap((one) => {
      const target = new URL(one, `file:///${path}`).pathname.slice(1);
      const folder = target.startsWith(DASHBOARD) ? folderOf(target) : "";
      if (folder === "" || folder === own || SHARED.includes(folder ?? "")) return [];
      return [`${path}: ${target}`];
    });
  });
  assert.deepEqual(crossing, []);
});

Deno.test("the pages of a section are reached by one line: that of the list of pages", async () => {
  const texts = (await sourceTexts()).filter(({ path }) => path.startsWith("src/"));
  const loading = texts.flatMap(({ path, text }) =>
    imports(text).filter((one) =>
      /\/dashboard\/[a-z_]+\/[a-z_]*pages\.ts$/.test(
        new URL(one, `file:///${path}`).pathname,
      )
    ).map((one) => [path, new URL(one, `file:///${path}`).pathname.slice(1)] as const)
  ).filter(([, target]) => !target.includes("/sign_in/"));
  assert.ok(loading.length >= SECTION_NAMES.length);
  assert.deepEqual(
    loading.filter(([path]) => path !== `${DASHBOARD}pages.ts`).map(([path]) => path),
    [],
  );
});
