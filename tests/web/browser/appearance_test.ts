/** Every state of the pages in both schemes, widths and directions: what people can read and use. */
import assert from "node:assert/strict";
import { browserTests } from "../../support/browser.ts";
import type { Tab } from "../../support/tab.ts";
import { doubleTexts, sidewaysScroll, smallTargets, strayAmounts, violations } from "./checks.ts";
import { withScene } from "./scene.ts";
import { reach, STATES } from "./states.ts";
import { LANGUAGES } from "../../support/languages.ts";

const browserTest = browserTests();

const PHONE = { width: 360, height: 800 };
const DESKTOP = { width: 1280, height: 900 };
/** From the narrowest phone to a desktop. */
const WIDTHS = [320, 360, 480, 768, 1280];

for (const state of STATES) {
  browserTest(
    `${state.name} can be read and used, in every size, scheme and direction`,
    (open) =>
      Promise.all(
        LANGUAGES.map((language) =>
          withScene(async (scene) => {
            const tab = await open({ ...PHONE, language });
            await reach(state, { scene, tab, language });
            assert.deepEqual(await faultsOf(tab), [], language);
            assert.deepEqual(tab.complaints, []);
          }, state.options)
        ),
      ).then(() => {}),
  );
}

/** Everything that is wrong with a page; rules that colours do not change are tried in one scheme. */
async function faultsOf(tab: Tab): Promise<string[]> {
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${where}: ${fault}`));
  for (const view of [PHONE, DESKTOP]) {
    await tab.resize(view);
    note(`light, ${view.width}`, await violations(tab));
    note(`${view.width}`, await smallTargets(tab));
    await tab.setScheme("dark");
    note(`dark, ${view.width}`, await violations(tab, "colours"));
    await tab.setScheme("light");
  }
  for (const width of WIDTHS) {
    await tab.resize({ width, height: 800 });
    note(`${width}`, [...await sidewaysScroll(tab), ...await strayAmounts(tab)]);
  }
  await tab.resize(PHONE);
  await doubleTexts(tab);
  note("200 %", [...await sidewaysScroll(tab), ...await strayAmounts(tab)]);
  return faults;
}
