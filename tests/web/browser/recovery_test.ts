import assert from "node:assert/strict";
import { leave, tokenOf, withCarts } from "../../service/recovery/left.ts";
import { browserTests } from "../../support/browser.ts";
import { shopPage, withPages, withShopSite } from "./served.ts";

const browserTest = browserTests();

for (const hasScripts of [true, false]) {
  browserTest(
    `a recovery link leads to the shop, scripts ${hasScripts ? "on" : "off"}`,
    (open) =>
      withShopSite(
        () => shopPage("<h1>Welcome back</h1>"),
        (shop) =>
          withCarts((world) =>
            withPages(world, async (origin) => {
              const id = await leave(world);
              const tab = await open({ hasScripts });
              await tab.goTo(`${origin}/c/recover/${await tokenOf(world, id)}`);
              await tab.sees("₹698.00");
              await tab.press("Continue to checkout");
              await tab.sees("Welcome back");
              assert.equal(tab.page.url(), `${shop}/thanks?session_id=${id}`);
              assert.deepEqual(tab.complaints, []);
            }), { merchant: { redirectUrl: `${shop}/thanks` } }),
      ),
  );
}
