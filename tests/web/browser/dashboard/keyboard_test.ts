/** From a link to sign in to a change, by keyboard alone. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER, NO_PREFIX_FILTER } from "../../../../src/domain/filters.ts";
import { PASSWORD, roleAt } from "../../dashboard/dashboard.ts";
import { OPERATOR } from "../../../support/operator.ts";
import { browserTests } from "../../../support/browser.ts";
import { focused } from "../checks.ts";
import { tabTo, type } from "../keyboard.ts";
import { signIn, withOffice } from "./scene.ts";

const browserTest = browserTests();

for (const hasScripts of [true, false]) {
  browserTest(
    `from a link to a disabled coupon and a replay by keyboard, scripts ${
      hasScripts ? "on" : "off"
    }`,
    (open) =>
      withOffice(
        async ({ scene: { world: { merchant, store } }, dashboard: { origin, services } }) => {
          const { people, coupons } = services;
          const access = { everywhere: null, shops: [], ...roleAt(merchant.id, "owner") };
          const anna = await people.add({ login: "anna", ...access }, OPERATOR);
          const { token } = await people.makeLink(anna, OPERATOR);
          const tab = await open({ width: 1280, hasScripts });
          const { keyboard } = tab.page;
          const enter = async () => await tab.leaves(() => keyboard.press("Enter"));

          // The script of the page pastes the token.
          const first = hasScripts ? "New password" : "Link";
          await tab.goTo(`${origin}/sign-in/link#${token}`);
          await tab.waitFor(async () => (await focused(tab)).name.startsWith(first), first);
          if (!hasScripts) {
            await keyboard.sendCharacter(token);
            await tabTo(tab, "New password");
          }
          await keyboard.sendCharacter(PASSWORD);
          await type(tab, "New password, again", PASSWORD);
          await enter();
          await tab.sees("From cart to order");

          await tabTo(tab, "Coupons");
          await enter();
          await tabTo(tab, "WELCOME50");
          await enter();
          await tabTo(tab, "Disable");
          await enter();
          await tab.sees("Saved.");
          const { rows } = await coupons.list(merchant.id, NO_PREFIX_FILTER, { limit: 50 });
          assert.equal(
            rows.find(({ coupon }) => coupon.code === "WELCOME50")?.coupon.enabled,
            false,
          );

          // A window opens, and Escape closes it.
          await tabTo(tab, "Delete");
          await keyboard.press("Enter");
          await tab.sees("This cannot be undone");
          await tabTo(tab, "Delete coupon");
          await keyboard.press("Escape");
          await tab.waitFor(
            async () => !(await tab.text()).includes("This cannot be undone"),
            "a window that closes",
          );

          await tabTo(tab, "Webhooks");
          await enter();
          await tabTo(tab, "Deliveries");
          await enter();
          await tabTo(tab, "payment.pending");
          await enter();
          await tabTo(tab, "Replay");
          await enter();
          await tab.sees("with all attempts");
          const entries = await store.audit.list({ ...NO_AUDIT_FILTER, merchantId: merchant.id }, {
            limit: 10,
          });
          assert.ok(entries.rows.some(({ action }) => action === "webhook.replay"));

          await tabTo(tab, "Sign out");
          await enter();
          await tab.sees("You are signed out");
          assert.deepEqual(tab.complaints, []);
        },
      ),
  );
}

browserTest(
  "on a phone the menu opens, leads to a page and closes by keyboard",
  (open) =>
    withOffice(async ({ scene: { world: { merchant } }, dashboard: { origin }, person }) => {
      const tab = await open({ width: 360 });
      const { keyboard } = tab.page;
      await signIn(tab, await person("viewer"));
      const isOpen = () => tab.page.$eval("#menu", (menu) => menu.matches(":popover-open"));
      await tab.goTo(`${origin}/shops/${merchant.id}/`);
      assert.equal(await isOpen(), false);
      await tabTo(tab, "Menu");
      await keyboard.press("Enter");
      await tab.waitFor(isOpen, "the menu");
      await tabTo(tab, "Coupons");
      await tab.leaves(() => keyboard.press("Enter"));
      await tab.sees("WELCOME50");
      assert.equal(await isOpen(), false);

      await tabTo(tab, "Menu");
      await keyboard.press("Enter");
      await tab.waitFor(isOpen, "the menu");
      await keyboard.press("Escape");
      await tab.waitFor(async () => !await isOpen(), "a closed menu");
      // From where it was opened the keyboard goes on.
      assert.equal((await focused(tab)).name, "Menu");
      assert.deepEqual(tab.complaints, []);
    }),
);
