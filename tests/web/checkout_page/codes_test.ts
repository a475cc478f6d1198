import assert from "node:assert/strict";
import { DEFAULT_LIMITS } from "../../../src/domain/shop/limits.ts";
import type { World } from "../../support/app.ts";
import { anSmsChannel } from "../../support/channels.ts";
import { anEndpoint } from "../../support/webhooks.ts";
import { Checkout } from "../api/checkout.ts";
import { withShop } from "../api/shop.ts";
import { LinkedPage, linkOf } from "./link.ts";
import { pagesOf } from "./pages.ts";

const CODES = DEFAULT_LIMITS.codesPerAddress;

/** Mobile numbers of different customers. */
const phone = (n: number) => `+9198765${String(n).padStart(5, "0")}`;

async function codesOf({ store }: World): Promise<number> {
  return await store.customers.otpsSince((await store.merchants.all())[0]!.id, 0);
}

Deno.test("an address gets so many codes an hour, over all sessions, then the part says when", () =>
  withShop(async (world) => {
    const pages = pagesOf(world);
    const send = async (n: number, peer = "192.0.2.1") => {
      const token = await linkOf(await Checkout.open(world));
      return await pages.send("POST", `/c/${token}/phone`, { form: { phone: phone(n) }, peer });
    };
    for (let n = 0; n < CODES; n++) assert.equal((await send(n)).status, 303);
    world.clock.advance(600_000);
    const refused = await send(CODES);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "3000"]);
    assert.ok(refused.text.includes('name="phone"'), "the page, not a blank one");
    assert.match(refused.text, /That was too often\. Try again in 50 minutes\./);
    assert.equal(await codesOf(world), CODES);
    assert.deepEqual([...world.services.refusals.totals()], [["codesPerAddress", 1]]);
    assert.equal((await send(CODES, "192.0.2.2")).status, 303);
    world.clock.advance(3_000_000);
    assert.equal((await send(CODES + 1)).status, 303);
  }, { rules: { verifyPhone: "always" } }));

/** Endpoints, whether it is a demo, and what the part says. */
const WAYS = [
  ["an SMS channel", [anSmsChannel()], false, "sent"],
  ["a webhook for codes", [anEndpoint(1, { events: ["otp.requested"] })], false, "sent"],
  ["a webhook for all events", [anEndpoint(1, { events: [] })], true, "sent"],
  ["a webhook for orders", [anEndpoint(1, { events: ["session.completed"] })], true, "off"],
  ["a disabled channel", [anSmsChannel({ disabledAt: 1 })], false, "off"],
  ["nothing, in a demo", [], true, "log"],
  ["nothing", [], false, "off"],
] as const;

for (const [what, endpoints, isDemo, expected] of WAYS) {
  Deno.test(`the part for the phone in a shop with ${what}: ${expected}`, () =>
    withShop(async (world) => {
      await world.store.commit(
        endpoints.map((endpoint) => ({ kind: "webhook.put", endpoint })),
      );
      const checkout = await Checkout.open(world);
      const token = await linkOf(checkout);
      const page = new LinkedPage(checkout, { pages: pagesOf(world, { isDemo }), token });
      await page.take("phone", { phone: phone(1) });
      const { text } = await page.get();
      assert.equal(text.includes("This shop cannot send codes"), expected === "off");
      assert.equal(text.includes("Code sent to"), expected !== "off");
      assert.equal(text.includes("the code is in the log"), expected === "log");
      assert.equal(await codesOf(world), expected === "off" ? 0 : 1);
    }, { rules: { verifyPhone: "always" } }));
}
