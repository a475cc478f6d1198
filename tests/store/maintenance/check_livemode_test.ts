import assert from "node:assert/strict";
import { anEndpoint } from "../../support/webhooks.ts";
import { Checkout, paid } from "../../web/api/checkout.ts";
import { ADDRESS, KNOWN_PHONE, withShop } from "../../web/api/shop.ts";
import { testing } from "../../web/test_mode/testing.ts";
import { withPath } from "../support.ts";
import { check, tamper, withPopulated } from "./support.ts";

/** Ends of a test whose customer is verified, with a coupon and coins. */
const ENDS: readonly ((checkout: Checkout) => Promise<unknown>)[] = [
  () => Promise.resolve(),
  (checkout) => checkout.step("POST /payment"),
  (checkout) => checkout.pay(),
  async (checkout) => {
    const [call, data] = paid((await checkout.step("POST /payment")).payment);
    await checkout.step(call, { ...data as object, status: "FAILED" });
  },
  async (checkout) => {
    await checkout.pay();
    await checkout.step("POST /cancel", { reason: "A test" });
  },
  (checkout) => checkout.step("POST /abandon"),
];

Deno.test("check() finds nothing in tests that took coupons, coins and stock, in any state", () =>
  withPath(async (path) => {
    await withShop(async (world) => {
      const { id: merchantId } = world.merchant;
      const endpoints = [
        anEndpoint(1, { merchantId }),
        anEndpoint(2, { merchantId, livemode: false }),
      ];
      await world.store.commit(endpoints.map((endpoint) => ({ kind: "webhook.put", endpoint })));
      const tests = await testing(world);
      for (const end of ENDS) {
        const checkout = await Checkout.open(tests);
        await checkout.step("POST /otp", { phone: KNOWN_PHONE });
        await checkout.step("POST /otp/verify", { phone: KNOWN_PHONE, otp: "000000" });
        await checkout.step("POST /coupons", { code: "FLAT50" });
        await checkout.step("PUT /coins", { coins: 100 });
        await checkout.step("PUT /address", ADDRESS);
        await end(checkout);
      }
    }, { db: path });
    const { findings, checked } = await check(path);
    assert.deepEqual(findings, []);
    assert.equal(checked["sessions"], ENDS.length);
  }));

Deno.test("check() finds what a test holds of the live shop, and that it is counted", () =>
  withPopulated(async (path) => {
    tamper(
      path,
      `UPDATE sessions SET livemode = 0 WHERE session_state IN ('IN_PROGRESS', 'COMPLETED')`,
    );
    const { findings } = await check(path);
    const texts = findings.map((one) => `${one.check}: ${one.message}`);
    for (
      const expected of [
        /^coupon-use: Coupon use is counted for a test: /,
        /^stock-hold: Units of variant \d+ are held or sold by a test: \d/,
        /^session-coins: Coins are moved by a test: \d/,
        /^session-count: Column count must be 0: \d/,
        /^event: Its session has another mode: /,
      ]
    ) assert.ok(texts.some((text) => expected.test(text)), String(expected));
  }));

Deno.test("check() finds a delivery of a live event to an endpoint for tests", () =>
  withPopulated(async (path) => {
    tamper(path, "UPDATE webhook_endpoints SET livemode = 0");
    const { findings } = await check(path);
    assert.ok(findings.length > 0);
    for (const { check, message } of findings) {
      assert.deepEqual([check, message], [
        "delivery",
        "Its event has another mode than its endpoint",
      ]);
    }
  }));
