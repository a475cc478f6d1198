/** The dashboard's components with sample data, in every size and scheme. */
import assert from "node:assert/strict";
import { FORM_SCRIPT, SIGN_IN_SCRIPT } from "../../../src/web/dashboard/assets/script.ts";
import { DASHBOARD_ASSETS_PATH, DASHBOARD_STYLE } from "../../../src/web/dashboard/assets/style.ts";
import { browserTests } from "../../support/browser.ts";
import { SAMPLES } from "../dashboard/samples.tsx";
import {
  sidewaysScroll,
  smallChartTexts,
  smallTargets,
  strayAmounts,
  violations,
} from "./checks.ts";
import { withPort } from "./served.ts";

const browserTest = browserTests();

/** The policy of the dashboard's pages. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; " +
    "form-action 'self'",
};

/** Serves the samples by their names. */
function serve({ url }: Request): Response {
  const { pathname } = new URL(url);
  const asset = [DASHBOARD_STYLE, FORM_SCRIPT, SIGN_IN_SCRIPT]
    .find(({ name }) => pathname === DASHBOARD_ASSETS_PATH + name);
  if (asset !== undefined) {
    return new Response(asset.text, { headers: { "content-type": asset.type } });
  }
  const sample = SAMPLES[pathname.slice(1)];
  if (sample === undefined) return new Response(null, { status: 404 });
  return new Response(sample(), { headers: HEADERS });
}

for (const name of Object.keys(SAMPLES)) {
  browserTest(
    `the sample ${name} can be read and used, in every size and scheme`,
    (open) =>
      withPort(serve, async (port) => {
        const tab = await open({ width: 1280, height: 800 });
        await tab.goTo(`http://127.0.0.1:${port}/${name}`);
        const faults: string[] = [];
        const note = (where: string, found: readonly string[]) =>
          faults.push(...found.map((fault) => `${where}: ${fault}`));
        for (const width of [1280, 360]) {
          await tab.resize({ width, height: 800 });
          note(`light, ${width}`, await violations(tab));
          await tab.setScheme("dark");
          note(`dark, ${width}`, await violations(tab, "colours"));
          await tab.setScheme("light");
          note(`${width}`, await smallChartTexts(tab));
        }
        for (const width of [320, 360, 480, 768, 1024, 1280, 1920]) {
          await tab.resize({ width, height: 800 });
          note(`${width}`, [...await sidewaysScroll(tab), ...await strayAmounts(tab)]);
        }
        await tab.page.setViewport({ width: 360, height: 800, hasTouch: true, isMobile: true });
        note("touch", await smallTargets(tab));
        assert.deepEqual(faults, []);
        assert.deepEqual(tab.complaints, []);
      }),
  );
}
