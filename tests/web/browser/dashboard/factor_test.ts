/** The pages of the second factor, in every size and scheme: the walk has no person with one. */
import assert from "node:assert/strict";
import { browserTests } from "../../../support/browser.ts";
import { FACTOR_PAGES } from "./factor_pages.ts";
import { faultsNow, HEIGHT } from "./look.ts";
import { withPictured } from "./pictured.ts";

const browserTest = browserTests();

browserTest(
  "the pages of the second factor have no faults",
  (open) =>
    withPictured(async (show) => {
      const tab = await open({ width: 1280, height: HEIGHT });
      const faults: string[] = [];
      for (const page of FACTOR_PAGES) {
        await show(tab, page);
        faults.push(...(await faultsNow(tab)).map((fault) => `${page.name}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    }),
);
