/** A link's page over the life of its session: activity, the end, and what is shown afterwards. */
import assert from "node:assert/strict";
import { Checkout } from "../api/checkout.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, withShop } from "../api/shop.ts";
import { LinkedPage, linkOf } from "./link.ts";
import { pagesOf, requireGuarded } from "./pages.ts";

const MINUTE_MS = 60_000;

/** Requests to a page, and whether they keep its session alive. */
const ACTIVITY: readonly (readonly [string, boolean, (page: LinkedPage) => Promise<unknown>])[] = [
  ["loading the page", true, (page) => page.get()],
  ["opening a part", true, (page) => page.get("?edit=address")],
  ["a form", true, (page) => page.take("coins", { coins: "0" })],
  ["a refused form", true, (page) => page.post("coupon", { code: "NONE" })],
  ["a form that cannot be read", true, (page) => page.post("coupon", "%00")],
  ["a question for the state", false, (page) => page.get("/state")],
  ["a script that loads the page again", false, (page) => page.get("?poll")],
  ["a wrong token", false, (page) => page.pages.send("GET", "/c/x")],
];

for (const [title, isActivity, request] of ACTIVITY) {
  Deno.test(`${title} is ${isActivity ? "" : "no "}activity`, () =>
    withShop(async (world) => {
      const page = await LinkedPage.open(world);
      world.clock.advance(HOUR_MS - MINUTE_MS);
      await request(page);
      world.clock.advance(MINUTE_MS);
      assert.equal((await page.get("/state")).text === "ENDED", !isActivity);
      assert.equal(await world.services.housekeeping.sweepAll(), isActivity ? 0 : 1);
    }));
}

Deno.test("GET state is a word that changes with every step", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const word = async () => {
      const { status, headers, text } = await page.get("/state");
      assert.equal(status, 200);
      assert.equal(headers.get("content-type"), "text/plain; charset=utf-8");
      requireGuarded(headers);
      return text;
    };
    const first = await word();
    assert.equal(first, "INITIATED.DRAFT.1");
    assert.equal(await word(), first);
    assert.ok((await page.get()).text.includes(first), "the page knows its own");
    await page.take("coins", { coins: "0" });
    assert.equal(await word(), "IN_PROGRESS.DRAFT.2");
    await page.checkout.step("PUT /address", ADDRESS);
    await page.checkout.pay();
    assert.equal(await word(), "COMPLETED.PAID.5");
  }));

for (
  const [how, end] of [
    ["expired, not swept", () => Promise.resolve()],
    [
      "expired and swept",
      (page: LinkedPage) => page.checkout.world.services.housekeeping.sweepAll(),
    ],
    ["abandoned", (page: LinkedPage) => page.checkout.step("POST /abandon")],
  ] as const
) {
  Deno.test(`a session that is ${how} has a page that leads back to the shop`, () =>
    withShop(async (world) => {
      const page = await LinkedPage.open(world);
      await page.take("address", ADDRESS);
      const before = await page.checkout.stored();
      if (how !== "abandoned") world.clock.advance(HOUR_MS);
      await end(page);
      const { version } = await page.checkout.stored();
      const shown = await page.get();
      assert.equal(shown.status, 410);
      requireGuarded(shown.headers, { hasScript: true });
      assert.match(shown.text, /https:\/\/demo-store\.example\/thanks/);
      assert.doesNotMatch(shown.text, /Asha|Residency|<form/);
      for (const form of ["coupon", "address", "phone"]) {
        const answer = await page.post(form, { code: "FLAT50", phone: KNOWN_PHONE });
        assert.deepEqual([answer.status, answer.text.length > 0], [410, true], form);
      }
      assert.equal((await page.get("/state")).text, "ENDED");
      assert.equal((await page.get("?poll")).status, 410);
      assert.equal((await page.get("/coupon")).status, 303);
      const after = await page.checkout.stored();
      assert.equal(after.version, version, "nothing is taken any more");
      assert.deepEqual(after.choices, before.choices);
    }));
}

Deno.test("an order's page shows the address for 30 minutes, and takes no forms", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await page.take("address", { ...ADDRESS, email: "asha@example.com" });
    await page.checkout.pay();
    const { order, version } = await page.checkout.stored();
    const person = /Asha|Residency|asha@|98765/;
    const shows = async () => {
      const { status, text } = await page.get();
      assert.equal(status, 200);
      assert.ok(text.includes(order!.number));
      return person.test(text);
    };
    assert.equal(await shows(), true);
    world.clock.advance(30 * MINUTE_MS - 1);
    assert.equal(await shows(), true);
    world.clock.advance(1);
    assert.equal(await shows(), false);
    const refused = await page.refused("coupon", { code: "FLAT50" }, {
      status: 409,
      code: "error.invalid-state",
    });
    assert.doesNotMatch(refused.text, person);
    assert.equal((await page.checkout.stored()).version, version);
  }));

Deno.test("a link made for an order shows it, hours later without the address", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.pay();
    world.clock.advance(5 * HOUR_MS);
    const token = await linkOf(checkout);
    const { status, text } = await pagesOf(world).send("GET", `/c/${token}`);
    assert.equal(status, 200);
    assert.ok(text.includes((await checkout.stored()).order!.number));
    assert.doesNotMatch(text, /Asha|Residency/);
  }));
