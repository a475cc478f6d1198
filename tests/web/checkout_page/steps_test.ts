import assert from "node:assert/strict";
import { ADDRESS, GIFT, KNOWN_PHONE, POSTER, withShop } from "../api/shop.ts";
import { LinkedPage } from "./link.ts";

Deno.test("the forms of the page take the steps of its session", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const { checkout } = page;
    assert.equal((await page.get()).status, 200);
    const coded = await page.take("coupon", { code: " flat50 " });
    assert.deepEqual(coded.priced.coupons.map(({ coupon }) => coupon.code).sort(), [
      "FLAT50",
    ]);
    const gifts = { [`variant.${GIFT}`]: POSTER, [`quantity.${GIFT}`]: "1" };
    assert.equal((await page.take("gifts", gifts)).choices.claims.length, 1);
    assert.deepEqual((await page.take("gifts", { [`variant.${GIFT}`]: "" })).choices.claims, []);
    assert.deepEqual((await page.take("coupon/remove", { code: "FLAT50" })).choices.codes, []);

    await page.take("phone", { phone: "98765 43210" });
    const code = checkout.lastCode();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const verified = await page.take("phone/verify", { phone: KNOWN_PHONE, otp: spaced });
    assert.equal(verified.customer?.phone, KNOWN_PHONE);

    const form = { ...ADDRESS, email: "asha@example.com", line2: "", state: "" };
    const { choices: { address }, buyer, priced } = await page.take("address", form);
    assert.deepEqual(address, {
      name: "Asha Rao",
      phone: KNOWN_PHONE,
      line1: "1 Residency Road",
      line2: null,
      city: "Bengaluru",
      state: null,
      postalCode: "561 001",
      countryCode: "IN",
      email: "asha@example.com",
    });
    assert.deepEqual(buyer, { name: "Asha Rao", email: "asha@example.com" });
    assert.equal(priced.totals.shipping, 6_000);
    assert.equal(
      (await page.take("shipping", { option: "express" })).choices.shippingOption,
      "express",
    );
    assert.equal((await page.take("coins", { coins: "\u0661\u0660\u0660" })).choices.coins, 100);
    assert.equal((await page.take("coins", { coins: "0" })).choices.coins, 0);
    assert.equal((await page.take("method", { method: "COD" })).choices.method, "COD");
  }));

Deno.test("a second click on Remove finds the coupon removed", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await page.take("coupon", { code: "FLAT50" });
    const { version } = await page.take("coupon/remove", { code: "flat50" });
    assert.equal((await page.take("coupon/remove", { code: "flat50" })).version, version);
  }));
