import assert from "node:assert/strict";
import { NO_RULES } from "../../../src/domain/shop/merchant.ts";
import { withWorld } from "../../support/app.ts";
import { Checkout } from "./checkout.ts";
import { KNOWN_PHONE, mugs, withShop } from "./shop.ts";

const CART = { items: mugs(1).map((line) => ({ ...line, price: 349 })) };

/** A number of a phone, by a running number. */
const phoneNo = (n: number) => `+9198765432${String(n).padStart(2, "0")}`;

Deno.test("POST /otp sends codes to the countries that the shop ships to, and to no other", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    for (const phone of ["+14155552671", "+4915123456789"]) {
      const message = await checkout.refused(
        "POST /otp",
        { phone },
        "error.otp-country-not-allowed",
      );
      assert.match(message, /^data\.phone must belong to a country .+ got \+\d+ \((US|DE)\)$/);
    }
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
  }));

Deno.test("POST /otp of a shop that names its countries sends to those alone", () =>
  withWorld(async (world) => {
    const checkout = await Checkout.open(world, CART);
    await checkout.refused("POST /otp", { phone: KNOWN_PHONE }, "error.otp-country-not-allowed");
    await checkout.step("POST /otp", { phone: "+4915123456789" });
  }, { merchant: { rules: NO_RULES, otpCountries: ["DE"] } }));

Deno.test("POST /otp sends to no premium-rate and to no satellite number", () =>
  withWorld(async (world) => {
    const checkout = await Checkout.open(world, CART);
    for (const phone of ["+19005551212", "+449012345678", "+881612345678", "+870773111632"]) {
      await checkout.refused("POST /otp", { phone }, "error.otp-number-not-allowed");
    }
    assert.deepEqual(world.told, [], "no code was made");
    await checkout.step("POST /otp", { phone: "+14155552671" });
  }));

Deno.test("POST /otp of a shop is refused at --otp-daily, until its day ends", () =>
  withWorld(async (world) => {
    const { clock } = world;
    const ask = async (n: number) => {
      const checkout = await Checkout.open(world, CART);
      return await checkout.send("POST /otp", { phone: phoneNo(n) });
    };
    for (const n of [1, 2, 3]) {
      assert.equal((await ask(n)).status, 200);
      clock.advance(60_000);
    }
    const { status, json, headers } = await ask(4);
    assert.deepEqual([status, json.error.code], [429, "error.otp-daily-limit"]);
    // 03:07:05 UTC is 08:52:05 in Kathmandu.
    assert.equal(headers.get("retry-after"), String(15 * 3600 + 7 * 60 + 55));
    assert.match(json.error.message, /^The shop sends at most 3 codes a day: another can be sent/);
    // Housekeeping forgets nothing that the limit needs.
    await world.services.housekeeping.forget();
    clock.advance((15 * 3600 + 7 * 60 + 55) * 1000 - 1);
    await world.services.housekeeping.forget();
    assert.equal((await ask(4)).json.error.code, "error.otp-daily-limit");
    clock.advance(1);
    for (const n of [4, 5, 6]) assert.equal((await ask(n)).status, 200);
    assert.equal((await ask(7)).headers.get("retry-after"), "86400");
  }, { otpDaily: 3, merchant: { timeZone: "Asia/Kathmandu" } }));

Deno.test("POST /otp keeps the limit of a day of 25 hours to its end", () =>
  withWorld(async (world) => {
    const { clock } = world;
    const ask = async (n: number) =>
      (await (await Checkout.open(world, CART)).send("POST /otp", { phone: phoneNo(n) })).status;
    clock.advance(Date.parse("2026-10-24T22:00:00Z") - clock.now());
    assert.deepEqual([await ask(1), await ask(2)], [200, 429]);
    clock.advance(25 * 3_600_000 - 1);
    await world.services.housekeeping.forget();
    assert.equal(await ask(2), 429);
    clock.advance(1);
    assert.equal(await ask(2), 200);
  }, { otpDaily: 1, merchant: { timeZone: "Europe/Berlin" } }));

Deno.test("of 30 codes asked for at once the shop sends as many as its day has left", () =>
  withWorld(async (world) => {
    const sessions = await Promise.all(
      Array.from({ length: 30 }, () => Checkout.open(world, CART)),
    );
    const answers = await Promise.all(
      sessions.map((one, n) => one.send("POST /otp", { phone: phoneNo(n) })),
    );
    const codes = answers.map(({ status, json }) => status === 200 ? "sent" : json.error.code);
    assert.equal(codes.filter((code) => code === "sent").length, 7);
    assert.deepEqual([...new Set(codes)].sort(), ["error.otp-daily-limit", "sent"]);
  }, { otpDaily: 7, rateLimit: 1000 }));
