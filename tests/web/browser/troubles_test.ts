/** What goes wrong between the last form and the order, with scripts and without. */
import assert from "node:assert/strict";
import { browserTests } from "../../support/browser.ts";
import { raiseExpress, type Scene, type SceneOptions, sellMugs, withScene } from "./scene.ts";
import { Shopper } from "./shopper.ts";
import { payable } from "./state.ts";

const browserTest = browserTests();

/** Two mugs and a towel, less 24.95 and 46.13 (5 % for paying online), and express. */
const TOTAL = 102_642;

/** Tests something with a page that is ready to pay, with scripts and without. */
function paying(
  name: string,
  run: (shopper: Shopper, scene: Scene, url: string) => Promise<void>,
  options: SceneOptions = {},
): void {
  for (const hasScripts of [true, false]) {
    browserTest(
      `${name}, scripts ${hasScripts ? "on" : "off"}`,
      (open) =>
        withScene(async (scene) => {
          const { checkout, url } = await scene.open();
          await payable(checkout, scene);
          const tab = await open({ hasScripts });
          await tab.goTo(url);
          const shopper = new Shopper(tab, checkout);
          await run(shopper, scene, url);
          assert.deepEqual(tab.complaints, []);
        }, options),
    );
  }
}

/** Begins to pay, and is at the shop's payment page. */
async function leave(shopper: Shopper): Promise<void> {
  await shopper.pay(TOTAL);
  await shopper.tab.sees("Payment of 1026.42");
}

paying(
  "a price that changed at the end is shown with the old total, then paid",
  async (shopper, scene) => {
    const { tab, texts: { steps } } = shopper;
    await raiseExpress(scene);
    await shopper.pay(TOTAL);
    await tab.sees(steps.changed.title);
    // 60.00 more for the mugs, of which 3.00 are off for paying online.
    for (const total of [TOTAL, 105_642]) await tab.sees(shopper.amount(total));
    assert.equal(scene.site.visits.length, 0);
    await shopper.pay(105_642);
    await tab.sees("Payment of 1056.42");
  },
);

paying("what is sold out at the end cannot be paid", async (shopper, scene) => {
  const { tab, texts: { steps } } = shopper;
  await sellMugs(scene);
  await shopper.pay(TOTAL);
  await tab.sees(steps.outOfStock.title);
  assert.equal(scene.site.visits.length, 0);
  assert.equal((await shopper.checkout.stored()).payment, null);
});

paying("two clicks on Pay begin one payment", async (shopper, { site }) => {
  const { tab, texts, checkout } = shopper;
  const button = await tab.find("button", texts.steps.review.pay(shopper.amount(TOTAL)));
  await button.click({ count: 2 });
  await tab.sees("Payment of 1026.42");
  assert.equal(new Set(site.visits.map((visit) => visit.get("payment_id"))).size, 1);
  assert.equal((await checkout.events()).filter((type) => type === "payment.pending").length, 1);
});

paying("a second tab goes on with the payment of the first", async (shopper, { site }, url) => {
  const { tab } = shopper;
  const other = await tab.duplicate();
  await other.goTo(url);
  await leave(shopper);
  await new Shopper(other, shopper.checkout).pay(TOTAL);
  await other.sees("Payment of 1026.42");
  const [first, second] = site.visits.map((visit) => visit.get("payment_id"));
  assert.equal(first, second);
});

paying(
  "the page goes on by itself when the result comes late",
  async (shopper, { site, world }) => {
    const { tab, texts: { outcomes } } = shopper;
    await leave(shopper);
    await tab.press("Leave");
    await tab.sees(outcomes.waiting.title);
    // The holds are released meanwhile.
    world.clock.advance(1_800_000);
    await world.services.housekeeping.releaseAll();
    await tab.sees(outcomes.waiting.late);
    await site.report(site.visits[0]!, "PAID");
    await tab.sees(outcomes.done.title);
  },
);

paying("a status in the address changes nothing", async (shopper, _, url) => {
  const { tab, texts: { outcomes } } = shopper;
  await leave(shopper);
  await tab.goTo(`${url}?status=PAID&payment_status=success`);
  await tab.sees(outcomes.waiting.title);
  assert.equal((await shopper.checkout.stored()).state.payment, "PENDING");
});

paying(
  "Back from the provider cancels nothing, and the same payment goes on",
  async (shopper, { site }) => {
    const { tab, texts: { outcomes } } = shopper;
    await leave(shopper);
    await tab.goBack();
    await tab.sees(outcomes.waiting.title);
    await tab.follow(outcomes.waiting.resume);
    await tab.sees("Payment of 1026.42");
    const [first, second] = site.visits.map((visit) => visit.get("payment_id"));
    assert.equal(first, second);
    await tab.press("Pay");
    await tab.sees(outcomes.done.title);
  },
);

paying("another way to pay ends the payment under way", async (shopper, { site }) => {
  const { tab, texts: { steps, outcomes } } = shopper;
  await leave(shopper);
  await tab.goBack();
  await tab.press(outcomes.waiting.other);
  await tab.follow(`${steps.change}: ${steps.method.title}`);
  await shopper.take(steps.method.cod);
  await shopper.place(111_255);
  await tab.sees(outcomes.done.title);
  assert.equal(site.visits.length, 1);
});

paying("a payment that failed is said, and another one can be begun", async (shopper, { site }) => {
  const { tab, texts: { steps, outcomes } } = shopper;
  await leave(shopper);
  await tab.press("Fail");
  await tab.sees(outcomes.returned.failed);
  await tab.press(outcomes.waiting.other);
  await tab.sees(`${steps.failures.UNKNOWN} ${steps.retry}`);
  await tab.sees(steps.address.again);
  await shopper.enterAddress();
  await leave(shopper);
  await tab.press("Pay");
  await tab.sees(outcomes.done.title);
  const [first, second] = site.visits.map((visit) => visit.get("payment_id"));
  assert.notEqual(first, second);
});

paying(
  "a checkout that expired while open says so, and leads to the shop",
  async (shopper, { world, site }) => {
    const { tab, texts: { steps, outcomes } } = shopper;
    world.clock.advance(3_600_000);
    await shopper.pay(TOTAL);
    await tab.sees(outcomes.ended.title);
    const back = await tab.find("link", steps.back("Marlow & Finch"));
    assert.ok((await back.evaluate((one) => one.href)).startsWith(site.origin));
  },
);

paying("a code that cannot be sent is said", async ({ tab, texts: { steps } }) => {
  await tab.sees(steps.phone.off);
}, { hasNoCodes: true, rules: { verifyPhone: "always" } });
