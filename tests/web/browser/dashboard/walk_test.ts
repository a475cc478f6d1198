/** Every page and role: what people can read and use, and that no text of a shop runs. */
import assert from "node:assert/strict";
import type { DashboardPage } from "../../../../src/web/dashboard/page.ts";
import { dashboardPages } from "../../../../src/web/dashboard/pages.ts";
import { SECTION_NAMES, SECTIONS } from "../../../../src/web/dashboard/sections.ts";
import type { Dashboard, Visitor } from "../../dashboard/dashboard.ts";
import { browserTests } from "../../../support/browser.ts";
import type { OpenTab } from "../../../support/tab.ts";
import { traces, watchForCode } from "../hostile.ts";
import { faultsOf, HEIGHT } from "./look.ts";
import { sharedOffice, signIn } from "./scene.ts";
import { type Place, type Walk, walks } from "./walk.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;

const browserTest = browserTests();

/** Section that a page belongs to; undefined for pages of none. */
function sectionOf({ path }: DashboardPage) {
  return SECTION_NAMES.find((name) => {
    const { path: own, isOfShop } = SECTIONS[name];
    const first = isOfShop ? `/shops/{shop}/${own}` : `/${own}`;
    return path === first || own !== "" && path.startsWith(`${first}/`);
  });
}

/** True for a page that needs no sign-in. */
function isAlone({ id, method, needs }: DashboardPage): boolean {
  return id !== "asset" && method === "GET" && needs === "open";
}

/** Looks at some pages, in a tab each for its looks and for code. */
async function look(
  open: OpenTab,
  { origin }: Dashboard,
  places: readonly Pick<Place, "path">[],
  visitor?: Visitor,
) {
  const tab = await open({ width: 1280, height: HEIGHT });
  if (visitor !== undefined) await signIn(tab, visitor);
  const watched = await open();
  await watchForCode(watched);
  const faults: string[] = [];
  for (const { path } of places) {
    await tab.goTo(`${origin}${path}`);
    await watched.goTo(`${origin}${path}`);
    const found = await faultsOf(tab);
    const [hasRun, elements] = await traces(watched);
    if (hasRun || elements > 0) found.push("code of a text is part of the page");
    const text = await watched.page.evaluate(() => document.body.textContent);
    if (visitor !== undefined && !text.includes(visitor.person.name)) {
      found.push("the name of the person is not shown as it is");
    }
    faults.push(...[...found, ...tab.complaints.splice(0)].map((fault) => `${path}: ${fault}`));
  }
  const isElsewhere = (url: string) => !url.startsWith(`${origin}/`) && !url.startsWith("data:");
  faults.push(...[...tab.requests, ...watched.requests].filter(isElsewhere));
  await tab.page.close();
  await watched.page.close();
  return faults;
}

const office = sharedOffice();
let walked: Promise<Walk[]> | undefined;

for (const section of [...SECTION_NAMES, undefined]) {
  browserTest(
    `dashboard, ${section ?? "other pages"}: every role can read and use it, and no text runs`,
    async (open) => {
      const { dashboard } = await office();
      const isHere = (page: DashboardPage) => sectionOf(page) === section;
      const faults: string[] = [];
      const alone = dashboardPages(dashboard.services).filter(isAlone).filter(isHere);
      faults.push(...await look(open, dashboard, alone));
      const seen = new Set<string>();
      for (
        const { role, visitor, pages, places, reached, dead }
          of await (walked ??= walks(await office()))
      ) {
        const unlinked = pages.filter((page) => isHere(page) && !reached.has(page.id));
        faults.push(
          ...unlinked.map(({ path }) => `${role}: no link leads to ${path}`),
          ...dead.flatMap(({ page, link }) => page && isHere(page) ? [`${role}: ${link}`] : []),
        );
        const others = places.filter(({ page, shape }) => {
          const look = `${page.id} ${shape}`;
          const isNew = isHere(page) && !seen.has(look);
          seen.add(look);
          return isNew;
        });
        faults.push(...await look(open, dashboard, others, visitor));
      }
      assert.deepEqual(faults, []);
    },
  );
}
