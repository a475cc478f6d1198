import assert from "node:assert/strict";
import { browserTests } from "../../support/browser.ts";
import { tabTo, type } from "./keyboard.ts";
import { ADDRESS, EMAIL, lastCode, withScene } from "./scene.ts";
import { Shopper } from "./shopper.ts";

const browserTest = browserTests();

for (const hasScripts of [true, false]) {
  browserTest(
    `from a link to an order by keyboard, scripts ${hasScripts ? "on" : "off"}`,
    (open) =>
      withScene(async (scene) => {
        const { checkout, url } = await scene.open();
        const tab = await open({ hasScripts });
        const { keyboard } = tab.page;
        const { texts: { steps, outcomes } } = new Shopper(tab, checkout);
        const { fields } = steps;
        const enter = async () => await tab.leaves(() => keyboard.press("Enter"));
        await tab.goTo(url);

        await tabTo(tab, steps.coupon.add);
        await keyboard.press("Enter");
        await type(tab, fields.code, "WELCOME50");
        await enter();
        await tabTo(tab, "Set of five cards");
        await keyboard.press("Space");
        await tabTo(tab, steps.gifts.save);
        await enter();
        await type(tab, fields.phone, "98765 43210", "phone");
        await enter();
        await type(tab, fields.otp, await lastCode(checkout));
        await enter();
        const { country_code: _, ...lines } = { email: EMAIL, ...ADDRESS };
        for (const [name, text] of Object.entries(lines)) {
          if (name !== "phone") await type(tab, fields[name as keyof typeof lines], text);
        }
        await enter();
        await tabTo(tab, "Standard");
        await keyboard.press("ArrowDown");
        await tabTo(tab, steps.save);
        await enter();
        await tabTo(tab, steps.coins.use);
        await enter();
        await tabTo(tab, steps.method.online);
        await keyboard.press("ArrowDown");
        await keyboard.press("Space");
        await tabTo(tab, steps.save);
        await enter();
        await tabTo(tab, steps.review.place(""));
        await enter();
        await tab.sees(outcomes.done.title);
        assert.deepEqual(tab.complaints, []);
      }),
  );
}
