/** From a link to an order, for each way to pay, with scripts and without. */
import assert from "node:assert/strict";
import type { ElementHandle } from "puppeteer-core";
import { browserTests } from "../../support/browser.ts";
import { lastCode, withScene } from "./scene.ts";
import { Shopper } from "./shopper.ts";
import { type Way, WAYS } from "./ways.ts";

const browserTest = browserTests();

for (const way of WAYS) {
  for (const hasScripts of [true, false]) {
    browserTest(
      `from a link to an order: ${way.name}, scripts ${hasScripts ? "on" : "off"}`,
      (open) =>
        withScene(async (scene) => {
          const { checkout, url } = await scene.open();
          const tab = await open({ hasScripts });
          assert.equal(await tab.goTo(url), 200);
          const shopper = new Shopper(tab, checkout);
          await fillIn(shopper, way);
          await way.pay(shopper, scene);

          const { outcomes: { done } } = shopper.texts;
          await tab.sees(done.title);
          const { state, order, amountPaid, priced } = await checkout.stored();
          assert.deepEqual([state.session, order?.number !== undefined], ["COMPLETED", true]);
          await tab.sees(order?.number ?? "");
          assert.deepEqual([priced.totals.totalPayable, amountPaid], [way.total, way.received]);
          assert.deepEqual(tab.complaints, []);
          const own = [scene.origin, scene.site.origin, "data:"];
          assert.deepEqual(
            tab.requests.filter((one) => !own.some((origin) => one.startsWith(origin))),
            [],
          );
        }, way.options),
    );
  }
}

/** Tokens by which browsers fill in the fields of an address (HTML, section 4.10.18.7). */
const AUTOCOMPLETE = {
  email: "email",
  name: "name",
  phone: "tel",
  country_code: "country",
  line1: "address-line1",
  line2: "address-line2",
  postal_code: "postal-code",
  city: "address-level2",
  state: "address-level1",
} as const;

/** What a field tells browsers of its contents. */
async function hintOf(field: ElementHandle): Promise<string> {
  return await field.evaluate((one) => one.autocomplete);
}

/** All steps before the choice of how to pay, with a mistake in each. */
async function fillIn(shopper: Shopper, way: Way): Promise<void> {
  const { tab, checkout, texts: { steps } } = shopper;
  const { fields, errors } = steps;
  // What the shop gives by itself cannot be removed.
  await tab.sees(steps.coupon.automatic);
  assert.equal(await tab.page.$(`::-p-aria(${steps.coupon.remove("TOWEL10")})`), null);
  await shopper.enterCoupon("NOPE");
  await shopper.isToldAt(fields.code, errors["error.coupon-not-found"]);
  await shopper.enterCoupon(way.coupon);
  await tab.find("button", steps.coupon.remove(way.coupon));
  if (way.isFree !== true) await shopper.takeGift("Set of five cards");

  await shopper.askForCode("98765 43210");
  const status = await tab.page.$$eval("[role=status]", (all) => all.map((one) => one.innerText));
  assert.ok(status.join().includes(steps.phone.sentTo("+919876543210")), status.join());
  assert.equal(await hintOf(await tab.field(fields.otp)), "one-time-code");
  const code = await lastCode(checkout);
  await shopper.enterCode(code === "000000" ? "000001" : "000000");
  await shopper.isToldAt(fields.otp, errors["error.otp-invalid"]);
  await shopper.enterCode(code);
  await tab.sees(steps.phone.verified);

  for (const [name, hint] of Object.entries(AUTOCOMPLETE)) {
    const field = await tab.field(fields[name as keyof typeof AUTOCOMPLETE], "#address");
    assert.equal(await hintOf(field), hint, name);
  }
  await shopper.enterAddress({ postal_code: "400001" });
  await shopper.isToldAt(fields.postal_code, errors["error.address-not-serviceable"]);
  await shopper.enterAddress();
  await tab.sees("12 Lake Road");
  if (way.isFree === true) return;
  await shopper.take("Express");
  await shopper.useCoins(100);
}
