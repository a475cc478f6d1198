import assert from "node:assert/strict";
import { browserTests } from "../../support/browser.ts";
import { focused, sidewaysScroll, smallTargets, strayAmounts, violations } from "./checks.ts";
import { shopPage, withPort } from "./served.ts";

const browserTest = browserTests();

/** A page with one fault of each kind. */
const FAULTY = `<h1>Pay</h1>
  <p style="color: #aaa; background: #fff">Too pale</p>
  <ul><li style="width: 40px; white-space: nowrap">₹1,234.56 and more</li></ul>
  <button style="width: 20px; outline: none">x</button>
  <div style="width: 900px">wide</div>`;

browserTest("each check finds what is wrong, and nothing with a good page", async (open) => {
  await withPort(
    ({ url }) => shopPage(url.endsWith("/faulty") ? FAULTY : "<h1>Pay</h1>"),
    async (port) => {
      const tab = await open();
      await tab.goTo(`http://127.0.0.1:${port}/faulty`);
      assert.match((await violations(tab, "colours")).join("\n"), /^color-contrast: /m);
      assert.match((await sidewaysScroll(tab)).join("\n"), /wider than 360 px/);
      assert.match((await strayAmounts(tab)).join("\n"), /₹1,234\.56/);
      assert.match((await smallTargets(tab)).join("\n"), /is 20 x/);
      await tab.page.keyboard.press("Tab");
      assert.deepEqual(await focused(tab), {
        tag: "button",
        name: "x",
        part: null,
        isVisible: false,
      });
      await tab.page.evaluate(() => console.error("seen"));
      assert.ok(tab.complaints.includes("seen"));

      await tab.goTo(`http://127.0.0.1:${port}/good`);
      const checks = [
        violations(tab, "colours"),
        sidewaysScroll(tab),
        strayAmounts(tab),
        smallTargets(tab),
      ];
      assert.deepEqual((await Promise.all(checks)).flat(), []);
    },
  );
});
