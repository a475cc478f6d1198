import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { stateWord } from "../../../src/web/checkout_page/checkout/model.ts";
import { NOW } from "../../support/builders.ts";
import {
  ADDRESS,
  aModel,
  CHOSEN,
  CODE,
  DONE,
  GIFT,
  MANUAL,
  MODELS,
  pageOf,
  PAYMENT,
  PENDING,
  PHONE,
  READY,
  VERIFIED,
} from "./models.ts";
import { wordingFor } from "../../../src/web/page/language.ts";
import { LANGUAGES } from "../../support/languages.ts";

/** Values of an attribute, in order. */
function all(page: string, pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, value = ""]) => value);
}

for (const [name, model] of Object.entries(MODELS)) {
  for (const language of LANGUAGES) {
    Deno.test(`the page ${name} in ${language} has a heading, labels, and one element by each id`, () => {
      const page = pageOf(model, language);
      const { direction } = wordingFor(language).texts;
      const start = `<!doctype html><html lang="${language}" dir="${direction}">`;
      equal(page.slice(0, start.length), start);
      equal(all(page, /<h1[ >]/g).length, 1);
      const ids = all(page, / id="([^"]+)"/g);
      deepEqual(ids, [...new Set(ids)]);
      for (const id of all(page, /<(?:input|select) id="([^"]+)"/g)) {
        ok(page.includes(`<label for="${id}">`), id);
      }
      for (const referred of all(page, /aria-describedby="([^"]+)"/g)) {
        for (const id of referred.split(" ")) ok(ids.includes(id), id);
      }
      ok(all(page, / (autofocus)=/g).length <= 1);
      doesNotMatch(page, /undefined|NaN|\[object|style="| on[a-z]+="/);
    });
  }
}

Deno.test("every form leads to a path of the checkout, from where the page is", () => {
  const page = pageOf({ ...MODELS["address"]!, path: "../../c/TOKEN" });
  const actions = all(page, /<form method="post" action="([^"]+)"/g);
  ok(actions.includes("../../c/TOKEN/address"));
  ok(actions.every((action) => action.startsWith("../../c/TOKEN/")), actions.join());
});

Deno.test("fields have the tokens that browsers fill in by", () => {
  const tokens = all(pageOf(aModel(VERIFIED)), /<(?:input|select)[^>]* autocomplete="([^"]+)"/g);
  deepEqual(tokens, [
    "off",
    ..."email name tel country address-line1 address-line2 postal-code address-level2".split(" "),
    "address-level1",
  ]);
  const challenge = { phone: PHONE, salt: "", hash: "", expiresAt: NOW + 1, triesLeft: 5 };
  const code = pageOf(aModel({ otp: { challenge, sentAt: [] } }, { codes: "in-log" }));
  match(code, /<input[^>]*autocomplete="one-time-code"[^>]*inputmode="numeric"/);
  match(code, /role="status">[^<]*\+919876543210[^<]*log/);
});

Deno.test("a refused form comes back with what was entered, its error, and the focus there", () => {
  const problem = {
    part: "address",
    field: "phone",
    code: "error.invalid-request",
    message: "",
  } as const;
  const page = pageOf(aModel(VERIFIED, { problem, entered: { phone: '98"<', city: "Pune" } }));
  const [input = ""] = /<input id="address-phone"[^>]*>/.exec(page) ?? [];
  for (const part of ["autofocus", 'aria-invalid="true"', 'value="98&quot;&lt;"']) {
    ok(input.includes(part), part);
  }
  match(input, /aria-describedby="address-phone-error"/);
  match(page, /<p class="error" id="address-phone-error">[^<]+</);
  match(page, /<input id="address-city"[^>]*value="Pune"/);
});

Deno.test("a problem without a field of its own is an alert with the focus", () => {
  const problem = { part: "shipping", code: "error.conflict", message: "" } as const;
  match(pageOf(aModel(READY, { problem })), /role="alert" tabindex="-1" autofocus/);
});

Deno.test("a code can be removed, an automatic coupon cannot", () => {
  const page = pageOf(MODELS["review"]!);
  ok(page.includes("Coffee week") && page.includes(">TEN<"));
  deepEqual(all(page, /coupon\/remove"><input type="hidden" name="code" value="([^"]+)"/g), [
    CODE.code,
  ]);
});

Deno.test("gifts are chosen by the coupon's id, and given back by none", () => {
  const offered = pageOf(aModel(VERIFIED));
  deepEqual(all(offered, new RegExp(`name="variant.${GIFT.id}" value="([^"]*)"`, "g")), [
    "41",
    "42",
  ]);
  const taken = pageOf(aModel(READY, { edit: "gifts" }));
  deepEqual(all(taken, new RegExp(`name="variant.${GIFT.id}" value="([^"]*)"`, "g")), [
    "41",
    "42",
    "",
  ]);
});

Deno.test("Pay has the amount that is due now, and sends the total that was shown", () => {
  const prepaid = pageOf(MODELS["review"]!);
  // 1,499.00 less 10 % twice, less 5 % for paying ahead, less coins for 50.00.
  match(prepaid, /name="seen" value="110348"/);
  match(prepaid, />Pay ₹1,103.48</);
  const cod = pageOf(MODELS["cod"]!);
  // Not the 5 %, and a fee of 40.00: 1,204.19. A tenth of it is due now.
  match(cod, />Pay ₹120.42</);
  match(cod, /To pay on delivery<\/dt><dd>₹1,083.77</);
});

Deno.test("a changed order shows the old total and the new one", () => {
  match(pageOf(MODELS["changed"]!), /<s>₹1,103.48<\/s>.*₹1,200.00/s);
});

Deno.test("a page that cannot take a payment says so, and leads back to the shop", () => {
  const page = pageOf(aModel(READY, {}, { form: { paymentUrl: "" } }));
  match(page, /This order cannot be paid here/);
  doesNotMatch(page, /action="TOKEN\/pay"/);
  match(page, /href="https:\/\/shop.example\/thanks" target="_top"/);
});

Deno.test("a shop without any way to pay says so before the form, once", () => {
  const page = pageOf(aModel({}, {}, { form: { paymentUrl: "" }, rules: { cod: null } }));
  const [before = "", ...after] = page.split("This order cannot be paid here");
  equal(after.length, 1);
  doesNotMatch(before, /class="sheet parts"/);
});

Deno.test("without a way to send codes an order that needs one says so, without a form for it", () => {
  const page = pageOf(aModel({}, { codes: "off" }));
  match(page, /cannot send codes/);
  doesNotMatch(page, /action="TOKEN\/phone"/);
});

Deno.test("once the prepaid part is paid, the order can only be placed", () => {
  const page = pageOf(aModel({
    ...READY,
    choices: { ...CHOSEN, method: "COD" },
    state: { session: "IN_PROGRESS", payment: "PAID" },
    amountPaid: 12_042,
  }));
  deepEqual(all(page, /<form method="post" action="([^"]+)"/g), ["TOKEN/pay"]);
  doesNotMatch(page, /\?edit=/);
});

Deno.test("a waiting page looks for a new state by script, and without one by loading again", () => {
  const page = pageOf(MODELS["waiting"]!);
  ok(page.includes(`data-state="${stateWord(MODELS["waiting"]!.session)}" data-poll="3"`));
  match(page, /<noscript><meta http-equiv="refresh" content="3; url=TOKEN\?poll"\/><\/noscript>/);
  match(page, /href="https:\/\/pay.example\/go\?payment_id=1" target="_top"/);
  ok(page.includes(`name="payment_id" value="${PAYMENT.id}"`));
});

Deno.test("a transfer has its amount, time, instructions, reference and UPI link", () => {
  const page = pageOf(MODELS["manual"]!);
  match(page, /Pay ₹1,103.48/);
  match(page, /3 January/);
  match(page, /Account 1234\nBank X/);
  match(page, /href="upi:\/\/pay\?pa=kiln@bank&amp;pn=Kiln&amp;am=1103.48&amp;cu=INR&amp;tn=/);
  match(page, /<svg class="qr"/);
});

Deno.test("UPI is for rupees alone", () => {
  const payment = { ...PAYMENT, dueAt: NOW + 1, currencyCode: "KWD" };
  const page = pageOf(aModel({ ...PENDING, payment }, {}, { form: MANUAL }));
  doesNotMatch(page, /upi:/);
});

Deno.test("the transfer of a test has no link and no code that would pay real money", () => {
  const payment = { ...PAYMENT, dueAt: NOW + 1 };
  const shown = (livemode: boolean) =>
    pageOf(aModel({ ...PENDING, payment, livemode }, {}, { form: MANUAL }));
  match(shown(true), /upi:/);
  doesNotMatch(shown(false), /upi:|class="qr"|kiln@bank/);
  match(shown(false), /Account 1234/);
});

Deno.test("a placed order shows who ordered for half an hour", () => {
  const shown = pageOf(aModel(DONE, { now: NOW + 1_799_999 }));
  ok(shown.includes(ADDRESS.line1) && shown.includes(PHONE));
  const hidden = pageOf(aModel(DONE, { now: NOW + 1_800_000 }));
  match(hidden, /Stoneware Mug/);
  for (const text of [ADDRESS.line1, ADDRESS.name, ADDRESS.email!, PHONE]) {
    ok(!hidden.includes(text), text);
  }
});

Deno.test("properties of a line are shown, but for those that stores hide", () => {
  const page = pageOf(MODELS["start"]!);
  match(page, /Engraving: Asha/);
  doesNotMatch(page, /_id/);
});

Deno.test("the page says what an automatic coupon would save once the phone is verified", () => {
  const once = { ...CODE, applicationType: "AUTOMATIC" } as const;
  const coupons = [{ ...once, usageLimitPerCustomer: 1 }];
  const shop = { coupons, rules: { coin: null, verifyPhone: "never" } } as const;
  const choices = { choices: { ...CHOSEN, codes: [], claims: [], coins: 0 } };
  const waiting = aModel(choices, {}, shop);
  const [{ saves } = { saves: null }] = waiting.session.priced.unverified;
  ok(saves !== null && saves > 0);
  const page = pageOf(waiting);
  match(page, /Confirm your phone number to save ₹[0-9,.]+\./);
  match(page, /TEN<\/bdi><span class="detail">Not applied/);
  // No button removes it, and the number can be entered though the order does not need it.
  doesNotMatch(page, /Remove TEN/);
  match(page, /id="phone"/);
  match(pageOf(waiting, "ar"), /أكِّد رقم هاتفك لتوفير/);
  doesNotMatch(pageOf(aModel({ ...choices, ...VERIFIED }, {}, shop)), /Confirm your phone number/);
  // Where no code can be sent the page does not ask for one.
  doesNotMatch(pageOf({ ...waiting, codes: "off" }), /Confirm your phone number/);
});
