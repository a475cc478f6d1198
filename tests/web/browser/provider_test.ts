/** A payment at a provider whose page leads on to two banks, with scripts and without, framed or not. */
import assert from "node:assert/strict";
import { OPERATOR } from "../../support/operator.ts";
import { browserTests } from "../../support/browser.ts";
import type { Tab } from "../../support/tab.ts";
import { stripeBank } from "../../support/payments/banks.ts";
import { type Scene, withScene } from "./scene.ts";
import { Shopper } from "./shopper.ts";
import { payable } from "./state.ts";

const browserTest = browserTests();

const TOTAL = 102_642;

/** Hosts that the customer is led through: Stripe's page, two of banks, and back. */
const BANKS = ["https://acs.bank-one.example/3ds", "https://auth.bank-two.example/ok"] as const;

/** Runs with a shop whose payments Stripe takes, and answers for Stripe's page and the banks. */
function atStripe(
  run: (scene: Scene, lead: (tab: Tab) => Promise<string[]>) => Promise<void>,
) {
  const clock = { now: () => 0 };
  const bank = stripeBank(() => clock.now());
  return withScene(async (scene) => {
    clock.now = scene.world.clock.now;
    const { services, merchant } = scene.world;
    const added = { kind: "stripe", livemode: true, secrets: bank.secrets } as const;
    await services.providers.add(merchant, added, OPERATOR);
    const lead = async ({ page, hasScripts }: Tab) => {
      const seen: string[] = [];
      await page.setRequestInterception(true);
      page.on("request", async (request) => {
        const { origin, host } = new URL(request.url());
        const isOurs = origin === scene.origin || origin === scene.site.origin;
        // A tab without scripts runs those of its frames.
        if (!hasScripts && request.resourceType() === "script") return await request.abort();
        if (isOurs || !request.isNavigationRequest()) return await request.continue();
        seen.push(host);
        const at = seen.length - 1;
        if (at === 0) await bank.act(bank.latest(), "pay");
        const opened = bank.requests.findLast(({ url }) => url.pathname.endsWith("sessions"));
        const back = new URLSearchParams(opened?.body).get("success_url") ?? "";
        const location = BANKS[at] ?? back;
        await request.respond({ status: 302, headers: { location, "x-frame-options": "DENY" } });
      });
      return seen;
    };
    await run(scene, lead);
  }, { callProvider: bank.send });
}

const HOSTS = ["checkout.stripe.com", "acs.bank-one.example", "auth.bank-two.example"];

for (const hasScripts of [true, false]) {
  browserTest(
    `a provider's page that leads through banks brings the customer to the order, scripts ${
      hasScripts ? "on" : "off"
    }`,
    (open) =>
      atStripe(async (scene, lead) => {
        const { checkout, url } = await scene.open();
        await payable(checkout, scene);
        const tab = await open({ hasScripts });
        const seen = await lead(tab);
        await tab.goTo(url);
        await new Shopper(tab, checkout).pay(TOTAL);
        await tab.sees("Thank you for your order");
        assert.deepEqual(seen, HOSTS);
        assert.equal((await checkout.stored()).state.session, "COMPLETED");
        assert.deepEqual(tab.complaints, []);
      }),
  );
}

for (const hasScripts of [true, false]) {
  browserTest(
    `from a frame the whole window goes to the provider, scripts ${hasScripts ? "on" : "off"}`,
    (open) =>
      atStripe(async (scene, lead) => {
        const { checkout, url } = await scene.open();
        await payable(checkout, scene);
        const tab = await open({ width: 800, height: 2400, hasScripts });
        const seen = await lead(tab);
        scene.site.pages.set("/cart", `<iframe src="${url}" width="700" height="2000"></iframe>`);
        await tab.goTo(`${scene.site.origin}/cart`);
        const frame = await tab.frame();
        await frame.click(await frame.find("button", "Pay ₹1,026.42"));
        if (!hasScripts) {
          // The next page's frame is another one.
          const find = async () => await (await tab.frame()).root.$("a[target=_top].wide");
          await (await tab.waitFor(find, "the link that goes on")).click();
        }
        await tab.sees("Thank you for your order");
        assert.deepEqual(seen, HOSTS);
        assert.match(new URL(tab.page.url()).pathname, /^\/r\//);
      }),
  );
}
