import assert from "node:assert/strict";
import { LinkedPage } from "../checkout_page/link.ts";
import { ADDRESS, KNOWN_PHONE, withShop } from "../api/shop.ts";
import { priced, testing } from "./testing.ts";

const RIBBON = "Test mode: nothing is sold or charged";
const CODE = "Nothing is sent in test mode: the code is 000000.";
const PROVIDER = { checkout: { paymentUrl: "https://pay.shop.example/start" } };
const MANUAL = {
  checkout: { manual: { instructions: "Transfer to account 12345", upi: null, days: 3 } },
};

Deno.test("the page of a test says so, and names the code, which the page takes", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(await testing(world));
    const live = await LinkedPage.open(world);
    assert.ok((await page.get()).text.includes(RIBBON));
    assert.ok(!(await live.get()).text.includes(RIBBON));
    // More codes than an address may ask for of live sessions.
    for (let i = 0; i < 12; i++) {
      world.clock.advance(61 * 60_000 / 5);
      await page.take("phone", { phone: KNOWN_PHONE });
    }
    assert.ok((await page.get()).text.includes(CODE));
    const session = await page.take("phone/verify", { phone: KNOWN_PHONE, otp: "000 000" });
    assert.equal(session.customer?.phone, KNOWN_PHONE);
    assert.deepEqual(world.told, []);
  }, PROVIDER));

/** A total's last digit, and what the page shows after its button was pressed. */
const PAID = [
  ["100.01", "COMPLETED/PAID", /^Thank you/],
  ["100.02", "IN_PROGRESS/FAILED", /^Checkout/],
  ["100.03", "IN_PROGRESS/PENDING", /./],
] as const;

for (const [name, settings] of [["provider", PROVIDER], ["transfer", MANUAL]] as const) {
  for (const [price, reached, title] of PAID) {
    Deno.test(`the page's button, ${price} and 60.00 of delivery by ${name}: ${reached}`, () =>
      withShop(async (world) => {
        const page = await LinkedPage.open(await testing(world), { items: priced(price) });
        const form = { ...ADDRESS, email: "asha@example.com", line2: "", state: "" };
        const { priced: { totals } } = await page.take("address", form);
        const { status } = await page.post("pay", { seen: String(totals.totalPayable) });
        assert.equal(status, 303);
        const { state } = await page.checkout.stored();
        assert.equal(`${state.session}/${state.payment}`, reached);
        const { text } = await page.get();
        assert.match(/<title>([^<]*)/.exec(text)?.[1] ?? "", title);
        assert.ok(text.includes(RIBBON));
      }, settings));
  }
}
