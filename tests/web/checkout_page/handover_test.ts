/** A link that two people know: who verifies a phone goes on alone, and sees what is theirs. */
import assert from "node:assert/strict";
import { ADDRESS, KNOWN_PHONE, withShop } from "../api/shop.ts";
import { LinkedPage, linkOf } from "./link.ts";
import { requireGuarded } from "./pages.ts";

const OTHER_PHONE = "+919876500001";
/** What the page must not have of the address of someone else. */
const PERSON = /Asha|Residency|Bengaluru|561 ?001|98765 ?43210|asha@/;

const EMPTY = { line2: "", state: "", email: "" };
const ENTERED = { ...ADDRESS, ...EMPTY, email: "asha@mail.example" };

Deno.test("phone/verify leads to a new token without a cookie, and the old one ends", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const shared = page.token;
    await page.take("phone", { phone: KNOWN_PHONE });
    const fields = { phone: KNOWN_PHONE, otp: page.checkout.lastCode() };
    const wrong = { ...fields, otp: fields.otp === "000000" ? "000001" : "000000" };
    await page.refused("phone/verify", wrong, { status: 409, code: "error.otp-invalid" });
    assert.equal((await page.get()).status, 200, "a wrong code ends no token");
    const answer = await page.post("phone/verify", fields);
    assert.equal(answer.status, 303);
    requireGuarded(answer.headers, { hasScript: true });
    page.follow(answer, "phone/verify");
    assert.notEqual(page.token, shared);
    assert.equal((await page.get()).status, 200);
    const old = new LinkedPage(page.checkout, { pages: page.pages, token: shared });
    assert.equal((await old.get()).status, 404);
    assert.equal((await old.get("/state")).status, 404);
    assert.equal((await old.post("coins", { coins: "0" })).status, 404);
    assert.equal((await page.checkout.stored()).customer?.phone, KNOWN_PHONE);
    await page.take("address", ENTERED);
    assert.match((await page.get()).text, /Residency/);
  }));

Deno.test("who verifies the phone of the address sees it", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await page.take("address", ENTERED);
    await page.verify(KNOWN_PHONE);
    const { text } = await page.get();
    assert.match(text, /Residency/);
    assert.doesNotMatch(text, /Enter again/);
    await page.take("method", { method: "COD" });
  }));

Deno.test("an address with another phone is hidden, cannot be ordered to, and is entered again", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await page.take("address", ENTERED);
    await page.take("method", { method: "COD" });
    await page.verify(OTHER_PHONE);
    for (const rest of ["", "?edit=address", "?edit=phone", "?edit=review", "?poll"]) {
      const { text } = await page.get(rest);
      assert.doesNotMatch(text, PERSON, rest);
      assert.match(text, /Enter again/, rest);
      assert.doesNotMatch(text, /name="seen"/, "no order to confirm");
    }
    const { text } = await page.get();
    assert.match(text, /<input[^>]*name="line1"[^>]*value=""/);
    const { priced: { totals } } = await page.checkout.stored();
    const seen = { seen: String(totals.totalPayable) };
    const refused = await page.refused("pay", seen, {
      status: 409,
      code: "error.address-required",
    });
    assert.doesNotMatch(refused.text, PERSON);
    const invalid = { ...ENTERED, name: "Ben", line1: "", email: "" };
    const still = await page.post("address", invalid);
    assert.equal(still.status, 422);
    assert.doesNotMatch(still.text, /Residency|asha@/);
    const own = { ...ADDRESS, ...EMPTY, name: "Ben Own", phone: OTHER_PHONE, line1: "9 Own Road" };
    const { buyer, choices } = await page.take("address", own);
    // Confirmations would else go to the e-mail of who entered the first address.
    assert.deepEqual([buyer, choices.address?.email], [{ name: "Ben Own", email: null }, null]);
    const after = await page.get();
    assert.match(after.text, /9 Own Road/);
    assert.doesNotMatch(after.text, /Enter again|Residency|asha@/);
    const to = await page.checkout.stored();
    await page.take("pay", { seen: String(to.priced.totals.totalPayable) });
    assert.equal((await page.checkout.stored()).order?.number !== undefined, true);
  }));

Deno.test("a link that the shop makes shows what the session holds", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await page.take("address", ENTERED);
    await page.verify(OTHER_PHONE);
    const { json } = await page.checkout.send("POST /checkout-link");
    page.token = json.data.url.split("/").at(-1);
    assert.match((await page.get()).text, /Residency/);
  }));

Deno.test("a page link to a session that was resumed by its recovery link hides the person", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await page.verify();
    await page.take("address", ENTERED);
    const token = (await world.services.recoveryLinks.urlOf(page.checkout.id, "")).split("/").at(
      -1,
    );
    const to = await page.pages.send("POST", `/c/recover/${token}`, { form: {} });
    assert.match(to.headers.get("location") ?? "", /session_id=/);
    const { json } = await page.checkout.send("POST /checkout-link");
    page.token = json.data.url.split("/").at(-1);
    assert.doesNotMatch((await page.get("?edit=address")).text, PERSON);
    // What is refused would tell how many coins the person has.
    const coins = await page.refused("coins", { coins: "1" }, {
      status: 409,
      code: "error.phone-required",
    });
    assert.doesNotMatch(coins.text, /At most/);
    assert.equal((await page.checkout.stored()).choices.coins, 0);
  }));

/** The secret that a page has in its form. */
function secretOf({ text }: { readonly text: string }): string {
  return /name="next" value="([A-Za-z0-9_-]{43})"/.exec(text)?.[1] ?? "";
}

Deno.test("a lost answer of phone/verify: the same form again leads to the new token", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await page.take("phone", { phone: KNOWN_PHONE });
    const [own, other] = [secretOf(await page.get()), secretOf(await page.get())];
    assert.ok(own.length === 43 && other.length === 43 && own !== other, "of each page");
    const fields = { phone: KNOWN_PHONE, otp: page.checkout.lastCode(), next: own };
    const lost = await page.post("phone/verify", fields);
    assert.equal(lost.status, 303);
    const again = await page.post("phone/verify", fields);
    assert.equal(again.status, 303);
    assert.equal(again.headers.get("location"), lost.headers.get("location"));
    requireGuarded(again.headers, { hasScript: true });
    // Who has the old link, and even the code, has not the page.
    for (const next of [other, "", "N".repeat(43), `${own}x`]) {
      assert.equal((await page.post("phone/verify", { ...fields, next })).status, 404, next);
    }
    const { version } = await page.checkout.stored();
    const shared = page.token;
    page.follow(again, "phone/verify");
    assert.equal((await page.get()).status, 200);
    assert.equal((await page.checkout.stored()).version, version, "no second step");
    // A further link ends that one, and the way to it.
    await linkOf(page.checkout);
    const old = new LinkedPage(page.checkout, { pages: page.pages, token: shared });
    assert.equal((await old.post("phone/verify", fields)).status, 404);
  }));

Deno.test("of two clicks on one code both lead to the new token", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await page.take("phone", { phone: KNOWN_PHONE });
    const next = secretOf(await page.get());
    const fields = { phone: KNOWN_PHONE, otp: page.checkout.lastCode(), next };
    const answers = await Promise.all([1, 2].map(() => page.post("phone/verify", fields)));
    assert.deepEqual(answers.map(({ status }) => status), [303, 303]);
    assert.equal(new Set(answers.map(({ headers }) => headers.get("location"))).size, 1);
  }));
