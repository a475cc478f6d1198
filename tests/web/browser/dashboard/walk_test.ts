/** Every page and role: what people can read and use, and that no text of a shop runs. */
import assert from "node:assert/strict";
import type { DashboardPage } from "../../../../src/http/dashboard/page.ts";
import { dashboardPages } from "../../../../src/http/dashboard/pages.ts";
import { SECTION_NAMES, SECTIONS } from "../../../../src/web/dashboard/sections.ts";
import type { Dashboard, Visitor } from "../../../http/dashboard/dashboard.ts";
import { browserTests } from "../../../support/browser.ts";
import type { OpenTab, Tab } from "../../../support/tab.ts";
import { sidewaysScroll, smallChartTexts, strayAmounts, violations } from "../checks.ts";
import { traces, watchForCode } from "../hostile.ts";
import { sharedOffice, signIn } from "./scene.ts";
import { type Place, type Walk, walks } from "./walk.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;

const browserTest = browserTests();

const HEIGHT = 800;

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

/** Everything that is wrong with a page; rules that colours do not change are tried in one scheme. */
async function faultsOf(tab: Tab): Promise<string[]> {
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${where}: ${fault}`));
  await tab.page.$$eval("details", (all: Any[]) => all.forEach((one) => one.open = true));
  for (const width of [1280, 360]) {
    await tab.resize({ width, height: HEIGHT });
    note(`light, ${width}`, await violations(tab));
    await tab.setScheme("dark");
    note(`dark, ${width}`, await violations(tab, "colours"));
    await tab.setScheme("light");
    note(`${width}`, [...await strayAmounts(tab), ...await smallChartTexts(tab)]);
  }
  const windows = await tab.page.$$(".window[popover]");
  for (const one of windows) {
    await one.evaluate((window: Any) => window.showPopover());
    note("window, 360", [...await violations(tab), ...await strayAmounts(tab)]);
    await one.evaluate((window: Any) => window.hidePopover());
  }
  await tab.resize({ width: 320, height: HEIGHT });
  note("320", [...await sidewaysScroll(tab), ...await strayAmounts(tab)]);
  return faults;
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
