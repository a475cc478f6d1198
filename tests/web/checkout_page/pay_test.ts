import assert from "node:assert/strict";
import { returnCode } from "../../../src/domain/session/payment_return.ts";
import type { CheckoutForm } from "../../../src/domain/shop/checkout_form.ts";
import type { ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { World } from "../../support/app.ts";
import { percent } from "../../support/shop.ts";
import { aCoupon, uuid } from "../../support/builders.ts";
import { left, paid } from "../api/checkout.ts";
import { ADDRESS, HOUR_MS, PREPAID_COD, withShop } from "../api/shop.ts";
import { BASE, LinkedPage } from "./link.ts";
import { OPERATOR } from "../../support/operator.ts";

const PAY = "https://pay.shop.example/start?lang=en&a=%20b";
const PROVIDER: Partial<CheckoutForm> = { paymentUrl: PAY };
const MANUAL: Partial<CheckoutForm> = {
  manual: { instructions: "Transfer to account 12345", upi: null, days: 3 },
};
const NO_SHIPPING: Partial<ShopRules> = { shipping: [], paymentOffers: [] };

const FORM = { ...ADDRESS, email: "asha@example.com", line2: "", state: "" };

/** A page of a cart of 698.00 with its address, in a shop that ships free. */
function withPage(
  test: (page: LinkedPage, world: World) => Promise<void>,
  checkout: Partial<CheckoutForm>,
  rules: Partial<ShopRules> = {},
): Promise<void> {
  return withShop(
    async (world) => {
      const page = await LinkedPage.open(world);
      await page.take("address", FORM);
      await test(page, world);
    },
    { checkout, rules: { ...NO_SHIPPING, ...rules } },
  );
}

/** Adds a coupon that applies by itself. */
async function addCoupon({ store, clock }: World, percentage: number): Promise<void> {
  const coupon = aCoupon({ id: uuid(77), code: "AUTO", discount: percent(percentage) });
  await store.commit([{ kind: "coupon.put", coupon }]);
  // Until then the shop may be answered from the cache.
  clock.advance(1000);
}

/** The total of a page's session, as its form has it. */
async function seenOn({ checkout }: LinkedPage): Promise<{ readonly seen: string }> {
  return { seen: String((await checkout.stored()).priced.totals.totalPayable) };
}

Deno.test("POST pay leads to the shop's payment page, which gets the payment and the way back", () =>
  withPage(async (page) => {
    const { status, headers, text } = await page.post("pay", await seenOn(page));
    assert.equal(status, 303, text);
    const { payment, state } = await page.checkout.stored();
    assert.deepEqual([state.payment, payment?.dueAt], ["PENDING", null]);
    const code = returnCode(page.token, payment?.id ?? "");
    const back = encodeURIComponent(`${BASE}/r/${code}`);
    assert.ok(!headers.get("location")?.includes(page.token), "no other site gets the token");
    assert.equal(
      headers.get("location"),
      `${PAY}&session_id=${page.checkout.id}&payment_id=${payment?.id}&return_url=${back}`,
    );
    assert.match(
      headers.get("content-security-policy") ?? "",
      /form-action 'self' https:;/,
    );
    const waiting = await page.get();
    assert.equal(waiting.status, 200);
    const href = headers.get("location")?.replaceAll("&", "&amp;");
    assert.ok(waiting.text.includes(`href="${href}"`), "Continue to pay");
  }, PROVIDER));

Deno.test("POST pay of the page's script is followed by a header, as it leads elsewhere", () =>
  withPage(async (page) => {
    const form = new URLSearchParams(await seenOn(page)).toString();
    const headers = { "x-page-script": "1" };
    const path = `/c/${page.token}/pay`;
    const answer = await page.pages.send("POST", path, { form, headers });
    assert.deepEqual([answer.status, answer.text, answer.headers.get("location")], [204, "", null]);
    assert.ok(answer.headers.get("x-page-location")?.startsWith(`${PAY}&session_id=`));
  }, PROVIDER));

Deno.test("a double click, a second tab and a repeat pay once, and lead to the same place", () =>
  withPage(async (page, world) => {
    const seen = await seenOn(page);
    const stock = await left(world);
    const clicks = await Promise.all([1, 2, 3].map(() => page.post("pay", seen)));
    world.clock.advance(60_000);
    const answers = [...clicks, await page.post("pay", { seen: "1" })];
    assert.deepEqual(answers.map(({ status }) => status), [303, 303, 303, 303]);
    assert.equal(new Set(answers.map(({ headers }) => headers.get("location"))).size, 1);
    const events = await page.checkout.events();
    assert.equal(events.filter((type) => type === "payment.pending").length, 1);
    assert.equal(await left(world), stock! - 2);
  }, PROVIDER));

Deno.test("POST pay of a manual payment leads to the page, which tells how and until when", () =>
  withPage(async (page, world) => {
    const { payment } = await page.take("pay", await seenOn(page));
    assert.equal(payment?.dueAt, world.clock.at + 3 * 24 * HOUR_MS);
    const { text } = await page.get();
    assert.ok(text.includes("Transfer to account 12345"));
    world.clock.advance(2 * 24 * HOUR_MS);
    const paid = await world.services.sessionAdmin.paid(page.checkout.id, null, OPERATOR);
    assert.equal(paid.amountPaid, payment?.amount);
    assert.equal((await page.checkout.stored()).state.session, "COMPLETED");
  }, MANUAL));

Deno.test("POST pay places an order that is paid on delivery, once, also in a shop without payment", () =>
  withPage(async (page) => {
    await page.take("method", { method: "COD" });
    const seen = await seenOn(page);
    const answers = await Promise.all([page.post("pay", seen), page.post("pay", seen)]);
    assert.deepEqual(answers.map(({ status }) => status), [303, 303]);
    const { state, order } = await page.checkout.stored();
    assert.equal(state.session, "COMPLETED");
    assert.ok((await page.get()).text.includes(order!.number));
    const events = await page.checkout.events();
    assert.equal(events.filter((type) => type === "session.completed").length, 1);
  }, {}));

Deno.test("a prepaid part: POST pay takes it, and its result places the order, as on the API", () =>
  withPage(
    async (page) => {
      await page.take("method", { method: "COD" });
      const { headers } = await page.post("pay", await seenOn(page));
      assert.ok(headers.get("location")?.startsWith(PAY));
      const { payment, priced: { totals } } = await page.checkout.stored();
      assert.equal(payment?.amount, totals.partialCodPrice);
      const amount = (payment?.amount ?? 0) / 100;
      await page.checkout.step(...paid({ payment_id: payment?.id ?? "", amount }));
      const { state, amountPaid, order } = await page.checkout.stored();
      assert.deepEqual([state.session, amountPaid], ["COMPLETED", payment?.amount]);
      assert.ok((await page.get()).text.includes(order!.number));
    },
    PROVIDER,
    PREPAID_COD,
  ));

Deno.test("POST pay places an order that costs nothing", () =>
  withPage(async (page, world) => {
    await addCoupon(world, 100);
    await page.checkout.step("PUT /items", {
      items: [{ product_id: 1, variant_id: 11, quantity: 1 }],
    });
    assert.deepEqual(await seenOn(page), { seen: "0" });
    const { state, payment } = await page.take("pay", { seen: "0" });
    assert.deepEqual([state.session, payment?.amount, payment?.dueAt], ["COMPLETED", 0, null]);
  }, MANUAL));

Deno.test("POST pay in a shop that takes no payment says so, and starts none", () =>
  withPage(
    async (page) => {
      assert.ok(!(await page.get()).text.includes('action="./pay"'));
      const before = await page.checkout.stored();
      const wanted = { status: 409, code: "error.invalid-state" };
      const { text } = await page.refused("pay", await seenOn(page), wanted);
      assert.ok(text.includes("This order cannot be paid here"), text);
      assert.deepEqual(await page.checkout.stored(), before);
    },
    {},
    { cod: null },
  ));

Deno.test("POST pay of another total than shown shows both, and paying again confirms", () =>
  withPage(
    async (page) => {
      const { seen } = await seenOn(page);
      await page.checkout.step("PUT /items", {
        items: [{ product_id: 1, variant_id: 11, quantity: 3 }],
      });
      const wanted = { status: 409, code: "error.price-changed" };
      const { text } = await page.refused("pay", { seen }, wanted);
      for (const amount of ["₹698.00", "₹1,047.00", "Your order has changed"]) {
        assert.ok(text.includes(amount), amount);
      }
      assert.equal((await page.checkout.stored()).payment, null);
      const [, again] = /name="seen" value="(\d+)"/.exec(text) ?? [];
      assert.equal(again, "104700");
      assert.equal((await page.post("pay", { seen: again })).status, 303);
    },
    PROVIDER,
    { cod: null },
  ));

Deno.test("POST pay of an order that has changed by itself shows both amounts, and what is sold out", () =>
  withPage(async (page, world) => {
    const seen = await seenOn(page);
    await addCoupon(world, 10);
    const changed = await page.refused("pay", seen, { status: 409, code: "error.price-changed" });
    for (const amount of ["₹698.00", "₹628.20"]) assert.ok(changed.text.includes(amount), amount);

    const other = await LinkedPage.open(world, {
      items: [{ product_id: 1, variant_id: 11, quantity: 19 }],
    });
    await other.post("pay", await seenOn(other));
    const wanted = { status: 409, code: "error.out-of-stock" };
    const { text } = await page.refused("pay", await seenOn(page), wanted);
    assert.ok(text.includes("Some items are sold out"));
  }, PROVIDER));

/** The hidden fields of the form that pays. */
async function shownOn(page: LinkedPage): Promise<Record<string, string>> {
  const fields = (await page.get()).text.matchAll(/name="(seen|mark)" value="([^"]+)"/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, value]));
}

for (
  const [what, form, fields] of [
    ["way to pay", "method", { method: "COD" }],
    ["address", "address", { ...FORM, line1: "2 Other Street" }],
  ] as const
) {
  Deno.test(`POST pay of a tab that shows another ${what} at the same total orders nothing`, () =>
    withPage(
      async (page) => {
        await page.take("method", { method: "PREPAID" });
        const shown = await shownOn(page);
        assert.deepEqual(Object.keys(shown), ["seen", "mark"]);
        const before = await page.take(form, fields);
        const { text } = await page.refused("pay", shown, {
          status: 409,
          code: "error.price-changed",
        });
        assert.ok(text.includes("The order has changed since you saw it."));
        assert.deepEqual(await page.checkout.stored(), before);
        assert.equal((await page.post("pay", await shownOn(page))).status, 303);
      },
      PROVIDER,
      { cod: { fee: 0, min: 0, max: null, countries: ["IN"], prepaid: null } },
    ));
}

Deno.test("POST pay refuses a total that is none", () =>
  withPage(async (page) => {
    for (const seen of ["", "-1", "1.5", "698,00", "1e3", "9".repeat(17)]) {
      await page.refused("pay", { seen }, { status: 422, code: "error.invalid-request" });
    }
    assert.equal((await page.checkout.stored()).payment, null);
  }, PROVIDER));

Deno.test("POST pay asks for an address where the shop needs one", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const wanted = { status: 409, code: "error.address-required" };
    await page.refused("pay", await seenOn(page), wanted);
    await page.take("address", FORM);
    assert.equal((await page.post("pay", await seenOn(page))).status, 303);
  }, { checkout: PROVIDER }));
