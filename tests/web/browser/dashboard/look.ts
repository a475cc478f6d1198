/** A look at one page of the dashboard, in every size and scheme. */
import type { Tab } from "../../../support/tab.ts";
import { sidewaysScroll, smallChartTexts, strayAmounts, violations } from "../checks.ts";
import { traces } from "../hostile.ts";

// deno-lint-ignore no-explicit-any -- elements of the pages, in functions that run there
type Any = any;

/** Height of the windows, in pixels. */
export const HEIGHT = 800;

/** Everything that is wrong with a page; rules that colours do not change are tried in one scheme. */
export async function faultsOf(
  tab: Tab,
  widths: readonly number[] = [1280, 360],
): Promise<string[]> {
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${where}: ${fault}`));
  await tab.page.$$eval("details", (all: Any[]) => all.forEach((one) => one.open = true));
  for (const width of widths) {
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

/** As {@link faultsOf}, with code that became part of the page and what the console has. */
export async function faultsNow(tab: Tab, widths?: readonly number[]): Promise<string[]> {
  // Where code is part of the page, its policy makes a complaint of it.
  const [, elements] = await traces(tab);
  const faults = elements > 0 ? ["code of a text is part of the page"] : [];
  faults.push(...await faultsOf(tab, widths), ...tab.complaints.splice(0));
  await tab.resize({ width: 1280, height: HEIGHT });
  return faults;
}
