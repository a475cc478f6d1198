/** The checkout page as a frame of a shop's own page. */
import assert from "node:assert/strict";
import { browserTests } from "../../support/browser.ts";
import type { Tab } from "../../support/tab.ts";
import { type Scene, withScene } from "./scene.ts";
import { shopPage, withShopSite } from "./served.ts";
import { Shopper } from "./shopper.ts";
import { payable } from "./state.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;
declare const postMessage: (message: unknown, origin: string) => void;

const browserTest = browserTests();

/** A page that contains a checkout. */
function embedding({ origin }: Scene, url: string): string {
  return `<h1>Our shop</h1><div data-checkout="${url}" title="Checkout"></div>
    <script src="${origin}/c/embed.js"></script>`;
}

/** All of the frame is in sight: a click would not wait for two pages to scroll. */
const WINDOW = { width: 800, height: 2400 };

/** Waits for the frame, and until it is as tall as the page in it. */
async function grown(tab: Tab): Promise<Tab> {
  const frame = await tab.frame();
  await tab.until(() => document.querySelector("iframe").clientHeight > 700);
  return frame;
}

/** Height of the frame. */
const frameHeight = () => document.querySelector("iframe").getBoundingClientRect().height;

browserTest(
  "a frame on a shop's own page sells, without cookies",
  (open) =>
    withScene(async (scene) => {
      const { checkout, url } = await scene.open();
      const tab = await open(WINDOW);
      const devTools = await tab.page.createCDPSession();
      await devTools.send("Network.enable");
      await devTools.send("Network.setCookieControls", { enableThirdPartyCookieRestriction: true });
      scene.site.pages.set("/cart", embedding(scene, url));
      await tab.goTo(`${scene.site.origin}/cart`);
      const frame = await grown(tab);
      const shopper = new Shopper(frame, checkout);
      const { steps, outcomes } = shopper.texts;
      await shopper.enterAddress();
      await shopper.take("Express");
      await shopper.take(steps.method.cod);
      // As tall as the page in it, so that it does not scroll by itself.
      await frame.until(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        return scrollHeight <= clientHeight;
      });
      assert.equal(await frame.root.evaluate(() => document.cookie), "");
      await shopper.place(111_255);
      await frame.sees(outcomes.done.title);
      assert.equal(tab.page.url(), `${scene.site.origin}/cart`);
      assert.deepEqual(await tab.page.browserContext().cookies(), []);
      assert.deepEqual(tab.complaints, []);
    }),
);

browserTest(
  "paying in a frame leads the whole window to the provider",
  (open) =>
    withScene(async (scene) => {
      const { checkout, url } = await scene.open();
      await payable(checkout, scene);
      const tab = await open(WINDOW);
      scene.site.pages.set("/cart", embedding(scene, url));
      await tab.goTo(`${scene.site.origin}/cart`);
      const frame = await grown(tab);
      await frame.click(await frame.find("button", "Pay ₹1,026.42"));
      await tab.sees("Payment of 1026.42");
      assert.equal(new URL(tab.page.url()).pathname, "/pay");
      await tab.press("Pay");
      await tab.sees("Thank you for your order");
    }),
);

browserTest("the browser refuses a frame on any other site", (open) =>
  withScene(async (scene) => {
    const { url } = await scene.open();
    await withShopSite(() => shopPage(embedding(scene, url)), async (elsewhere) => {
      const tab = await open();
      await tab.goTo(elsewhere);
      const frame = await tab.frame();
      assert.doesNotMatch(await frame.text(), /Stoneware|Order/);
      assert.match(tab.complaints.join("\n"), /frame-ancestors/);
    });
  }));

browserTest(
  "a shop's page takes heights from its frame alone",
  (open) =>
    withScene(async (scene) => {
      const { url } = await scene.open();
      scene.site.pages.set("/cart", embedding(scene, url));
      scene.site.pages.set(
        "/other",
        `<script>parent.postMessage({ checkoutHeight: 19000 }, "*")</script>`,
      );
      const tab = await open();
      await tab.goTo(`${scene.site.origin}/cart`);
      await (await tab.frame()).sees("Checkout");
      await tab.page.evaluate(() => {
        postMessage({ checkoutHeight: 19_000 }, "*");
        const other = document.createElement("iframe");
        other.src = "/other";
        document.body.append(other);
        return new Promise((resolve) => other.onload = resolve);
      });
      assert.ok(await tab.page.evaluate(frameHeight) < 10_000);
    }),
);
