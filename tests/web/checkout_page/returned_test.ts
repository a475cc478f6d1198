/** The page to which a payment leads back: what others may see in the logs of a provider. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { hashToken } from "../../../src/domain/values/token.ts";
import { withPath } from "../../store/support.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { paid } from "../api/checkout.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, withShop } from "../api/shop.ts";
import { LinkedPage } from "./link.ts";
import { type PageAnswer, requireGuarded } from "./pages.ts";

const FORM = { ...ADDRESS, email: "asha@mail.example", line2: "", state: "" };
const PERSON = /Asha|Residency|Bengaluru|561 ?001|98765|asha@/;
const CHECKOUT = { paymentUrl: "https://pay.shop.example/start" };

/** A page whose payment has begun, and its way back. */
interface Paying {
  readonly page: LinkedPage;
  readonly code: string;
  show(): Promise<PageAnswer>;
  other(): Promise<PageAnswer>;
}

async function begun(page: LinkedPage): Promise<Paying> {
  const { priced: { totals } } = await page.checkout.stored();
  const { status, headers, text } = await page.post("pay", { seen: String(totals.totalPayable) });
  assert.equal(status, 303, text);
  const location = headers.get("location") ?? "";
  const url = new URL(location).searchParams.get("return_url") ?? "";
  const [, code = ""] = /^https:\/\/pay\.example\/r\/([\w-]{43})$/.exec(url) ?? [];
  assert.ok(code !== "" && !location.includes(page.token), location);
  return {
    page,
    code,
    show: () => page.pages.send("GET", `/r/${code}`),
    other: () => page.pages.send("POST", `/r/${code}`, { form: {} }),
  };
}

function withPayment(
  test: (paying: Paying, world: World) => Promise<void>,
  { db, isVerified = false }: { readonly db?: string; readonly isVerified?: boolean } = {},
): Promise<void> {
  return withShop(async (world) => {
    const page = await LinkedPage.open(world);
    if (isVerified) await page.verify();
    await page.take("address", FORM);
    await page.take("method", { method: "PREPAID" });
    await test(await begun(page), world);
  }, { checkout: CHECKOUT, ...(db !== undefined && { db }) });
}

/** Call and body of the payment's result. */
async function result(page: LinkedPage, status: string): Promise<void> {
  const { json } = await page.checkout.send("GET ");
  const [call, data] = paid(json.data.payment);
  await page.checkout.step(call, { ...data, status });
}

Deno.test("the way back shows a payment that is awaited, then paid: number and total only", () =>
  withPayment(async ({ page, code, show, other }) => {
    const waiting = await show();
    assert.equal(waiting.status, 200);
    requireGuarded(waiting.headers, { hasScript: true });
    assert.match(waiting.text, /Waiting for your payment/);
    assert.match(waiting.text, /Not paid yet\? Open your checkout page again/);
    // The payment's address has the session's id, and the shop's page may name the customer.
    assert.doesNotMatch(waiting.text, /Continue to pay|pay\.shop\.example|Choose another way</);
    const { payment } = await page.checkout.stored();
    for (const id of [page.checkout.id, payment?.id ?? "none"]) {
      assert.ok(!waiting.text.includes(id));
    }
    assert.doesNotMatch(waiting.text, PERSON);
    assert.ok(!waiting.text.includes(page.token) && !waiting.text.includes("Mug"));
    // Nothing to choose while it is awaited: who has the code cannot end the customer's link.
    assert.equal((await other()).headers.get("location"), `../r/${code}`);
    assert.equal((await page.get()).status, 200);
    await result(page, "PAID");
    const { order } = await page.checkout.stored();
    const done = await show();
    assert.match(done.text, /Thank you for your order/);
    assert.ok(order !== null && done.text.includes(order.number));
    assert.match(done.text, /<dt>Total<\/dt><dd>₹/);
    assert.doesNotMatch(done.text, PERSON);
    assert.doesNotMatch(done.text, /Choose another way|Mug|data-poll/);
    assert.match((await page.pages.send("GET", `/r/${code}/state`)).text, /^COMPLETED\.PAID\./);
  }));

for (const isVerified of [true, false]) {
  const what = isVerified ? "the address and the phone" : "the address";
  Deno.test(`after a failed payment another way leads to a new link that hides ${what}`, () =>
    withPayment(async (paying) => {
      const { page, show, other } = paying;
      await result(page, "FAILED");
      const shown = await show();
      assert.match(shown.text, /The payment was not completed.*Choose another way/);
      assert.doesNotMatch(shown.text, PERSON);
      const to = (await other()).headers.get("location") ?? "";
      const [, token = ""] = /^\.\.\/c\/([\w-]{43})$/.exec(to) ?? [];
      assert.notEqual(token, page.token);
      assert.equal((await page.get()).status, 404, "the link of before ends");
      page.token = token;
      for (const rest of ["", "?edit=address", "?edit=phone", "?edit=coins"]) {
        const { status, text } = await page.get(rest);
        assert.equal(status, 200);
        assert.doesNotMatch(text, PERSON, rest);
      }
      const seen = String((await page.checkout.stored()).priced.totals.totalPayable);
      const code = isVerified ? "error.phone-required" : "error.address-required";
      await page.refused("pay", { seen }, { status: 409, code });
      if (isVerified) {
        await page.refused("address", FORM, { status: 409, code });
        page.checkout.world.clock.advance(HOUR_MS / 2);
        await page.verify(KNOWN_PHONE);
        assert.match((await page.get()).text, /Residency/, "the address has this phone");
      } else {
        assert.match((await page.get()).text, /Enter again/);
        await page.take("address", FORM);
      }
      const again = await begun(page);
      assert.notEqual(again.code, paying.code);
      assert.match((await show()).text, /This payment is over/);
    }, { isVerified }));
}

Deno.test("a code works for 24 hours, is purged then, and opens nothing else", () =>
  withPayment(async ({ page, code, show }, world) => {
    for (const wrong of ["x", "A".repeat(43), page.token, `${code}A`]) {
      assert.equal((await page.pages.send("GET", `/r/${wrong}`)).status, 404, wrong);
      const answer = await page.pages.send("POST", `/r/${wrong}`, { form: {} });
      assert.equal(answer.status, 404, wrong);
    }
    assert.equal((await page.pages.send("GET", `/c/${code}`)).status, 404);
    world.clock.advance(24 * HOUR_MS - 1);
    assert.equal((await show()).status, 200);
    world.clock.advance(1);
    assert.equal((await show()).status, 404);
    const hash = hashToken(code) ?? "";
    assert.ok(await world.store.checkoutLinks.returned(hash) !== null);
    world.clock.advance(1);
    await world.services.housekeeping.forget();
    assert.equal(await world.store.checkoutLinks.returned(hash), null);
  }));

Deno.test("a code ends when the customer is erased", () =>
  withPayment(async ({ page, show }, world) => {
    await result(page, "FAILED");
    await world.services.erasure.erase(KNOWN_PHONE, null, OPERATOR);
    assert.equal((await show()).status, 404);
  }, { isVerified: true }));

Deno.test("another link to a payment under way has a way back of its own", () =>
  withPayment(async ({ page, code, show }) => {
    const { json } = await page.checkout.send("POST /checkout-link");
    page.token = json.data.url.split("/").at(-1);
    const { text } = await page.get();
    const [, other = ""] = /return_url=[^"]*%2Fr%2F([\w-]{43})/.exec(text) ?? [];
    assert.ok(other !== "" && other !== code);
    assert.equal((await page.pages.send("GET", `/r/${other}`)).status, 200);
    assert.equal((await show()).status, 200, "the provider has the first one");
  }));

Deno.test("codes and tokens are in no table", () =>
  withPath(async (db) => {
    const secrets: string[] = [];
    await withPayment(({ page, code }) => {
      secrets.push(code, page.token);
      return Promise.resolve();
    }, { db });
    const file = new DatabaseSync(db);
    const rows = (table: unknown) => JSON.stringify(file.prepare(`SELECT * FROM "${table}"`).all());
    const tables = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const texts = tables.map(({ name }) => rows(name));
    file.close();
    assert.ok(texts.some((text) => text.includes("code_hash")));
    for (const secret of secrets) assert.ok(!texts.some((text) => text.includes(secret)));
  }));
