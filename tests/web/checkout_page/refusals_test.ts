/** Forms that are refused: status, part, field, and what is shown again. */
import assert from "node:assert/strict";
import { uuid } from "../../support/builders.ts";
import { ADDRESS, GIFT, KNOWN_PHONE, POSTER, withShop } from "../api/shop.ts";
import { LinkedPage } from "./link.ts";
import { requireGuarded } from "./pages.ts";

/** A refused form; `field` is marked and keeps its value, without it the part has a note. */
interface Refused {
  readonly form: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly status: 409 | 422 | 429;
  readonly code: string;
  /** Id of the field on the page: `address-city`. */
  readonly field?: string;
  readonly before?: (page: LinkedPage) => Promise<unknown>;
}

const verified = (page: LinkedPage) => page.checkout.verify();
const coded = (page: LinkedPage) => page.take("phone", { phone: KNOWN_PHONE });
const addressed = (page: LinkedPage) => page.take("address", ADDRESS);
const invalid = { status: 422, code: "error.invalid-request" } as const;

/** An address with one field missing or odd. */
function address(name: string, value?: string): Refused {
  const { [name]: _, ...rest }: Readonly<Record<string, string>> = ADDRESS;
  const fields = value === undefined ? rest : { ...rest, [name]: value };
  return { form: "address", fields, ...invalid, field: `address-${name}` };
}

const REFUSED: readonly Refused[] = [
  { form: "coupon", fields: {}, ...invalid, field: "coupon-code" },
  { form: "coupon", fields: { code: "" }, ...invalid, field: "coupon-code" },
  { form: "coupon", fields: { code: "x".repeat(256) }, ...invalid, field: "coupon-code" },
  {
    form: "coupon",
    fields: { code: "NONE" },
    status: 422,
    code: "error.coupon-not-found",
    field: "coupon-code",
  },
  {
    form: "coupon",
    fields: { code: "OLD" },
    status: 409,
    code: "error.coupon-expired",
    field: "coupon-code",
  },
  {
    form: "coupon",
    fields: { code: "FLAT50" },
    status: 409,
    code: "error.coupon-already-applied",
    field: "coupon-code",
    before: (page) => page.take("coupon", { code: "flat50" }),
  },
  { form: "coupon/remove", fields: {}, ...invalid, field: "coupon-code" },
  { form: "gifts", fields: { "variant.x": POSTER }, ...invalid },
  { form: "gifts", fields: { [`variant.${GIFT}`]: "a poster" }, ...invalid },
  {
    form: "gifts",
    fields: { [`variant.${GIFT}`]: POSTER, [`quantity.${GIFT}`]: "0" },
    ...invalid,
  },
  {
    form: "gifts",
    fields: { [`variant.${GIFT}`]: POSTER, [`quantity.${GIFT}`]: "2" },
    status: 409,
    code: "error.gift-not-available",
  },
  {
    form: "gifts",
    fields: { [`variant.${uuid(1)}`]: POSTER },
    status: 409,
    code: "error.gift-not-available",
  },
  { form: "phone", fields: {}, ...invalid, field: "phone-phone" },
  { form: "phone", fields: { phone: "12345" }, ...invalid, field: "phone-phone" },
  { form: "phone", fields: { phone: "12345" }, ...invalid, field: "phone-phone", before: coded },
  {
    form: "phone",
    fields: { phone: "+4915112345678" },
    status: 422,
    code: "error.otp-country-not-allowed",
    field: "phone-phone",
  },
  {
    form: "phone",
    fields: { phone: KNOWN_PHONE },
    status: 429,
    code: "error.otp-rate-limited",
    before: coded,
  },
  {
    form: "phone/verify",
    fields: { phone: KNOWN_PHONE, otp: "12345" },
    ...invalid,
    field: "phone-otp",
    before: coded,
  },
  {
    form: "phone/verify",
    fields: { phone: KNOWN_PHONE },
    ...invalid,
    field: "phone-otp",
    before: coded,
  },
  address("name"),
  address("name", "\u200b"),
  address("phone"),
  address("phone", "123"),
  address("line1", ""),
  address("line2", "x".repeat(301)),
  address("city"),
  address("postal_code", ""),
  address("country_code", "XX"),
  address("email", "asha"),
  {
    form: "address",
    fields: { ...ADDRESS, country_code: "GB", phone: "+442079460958", postal_code: "SW1A 1AA" },
    status: 409,
    code: "error.address-not-serviceable",
    field: "address-postal_code",
  },
  { form: "shipping", fields: { option: "express" }, status: 409, code: "error.address-required" },
  { form: "shipping", fields: { option: "drone" }, ...invalid, before: addressed },
  { form: "shipping", fields: {}, ...invalid, before: addressed },
  { form: "coins", fields: { coins: "1" }, status: 409, code: "error.customer-required" },
  { form: "coins", fields: { coins: "-1" }, ...invalid, field: "coins-coins", before: verified },
  { form: "coins", fields: { coins: "1e2" }, ...invalid, field: "coins-coins", before: verified },
  { form: "coins", fields: {}, ...invalid, field: "coins-coins", before: verified },
  {
    form: "coins",
    fields: { coins: "501" },
    status: 409,
    code: "error.coins-not-available",
    field: "coins-coins",
    before: verified,
  },
  { form: "method", fields: {}, ...invalid, before: addressed },
  { form: "method", fields: { method: "CARD" }, ...invalid, before: addressed },
  {
    form: "method",
    fields: { method: "COD" },
    status: 409,
    code: "error.cod-not-available",
    before: async (page) => {
      await addressed(page);
      await page.take("coupon", { code: "NOCOD" });
    },
  },
];

for (const { form, fields, status, code, field, before } of REFUSED) {
  const sent = JSON.stringify(fields).slice(0, 80);
  Deno.test(`POST ${form} ${sent} is ${status} ${code}${field ? ` at ${field}` : ""}`, () =>
    withShop(async (world) => {
      const page = await LinkedPage.open(world);
      await before?.(page);
      const stored = await page.checkout.stored();
      const answer = await page.refused(form, fields, { status, code });
      requireGuarded(answer.headers, { hasScript: true });
      assert.equal(answer.headers.has("retry-after"), status === 429);
      const marked = [...answer.text.matchAll(/<(?:input|select) id="([^"]+)"[^>]*>/g)]
        .filter(([tag]) => tag.includes('aria-invalid="true"'));
      assert.deepEqual(marked.map(([, id]) => id), field === undefined ? [] : [field]);
      const isShown = /<p class="(?:error"|note warn" role="alert")/.test(answer.text);
      assert.ok(isShown, "the customer is told");
      const entered = field === undefined ? undefined : fields[field.replace(/^\w+-/, "")];
      const [tag = ""] = marked[0] ?? [];
      if (entered !== undefined && tag.startsWith("<input")) {
        assert.ok(tag.includes(`value="${entered.trim()}"`), tag);
      }
      const after = await page.checkout.stored();
      // An unknown code is counted.
      if (code !== "error.coupon-not-found") assert.deepEqual(after, stored);
      assert.deepEqual(after.choices, stored.choices);
    }));
}

Deno.test("a wrong one-time code costs a try, on the page as in the API", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await coded(page);
    const otp = page.checkout.lastCode() === "000000" ? "000001" : "000000";
    const wrong = { phone: KNOWN_PHONE, otp };
    for (let left = 4; left >= 0; left--) {
      const answer = await page.refused("phone/verify", wrong, {
        status: 409,
        code: "error.otp-invalid",
      });
      assert.match(answer.text, /id="phone-otp"[^>]*aria-invalid="true"/);
      assert.equal((await page.checkout.stored()).otp.challenge?.triesLeft, left);
    }
    const right = { phone: KNOWN_PHONE, otp: page.checkout.lastCode() };
    await page.refused("phone/verify", right, {
      status: 409,
      code: "error.otp-too-many-attempts",
    });
  }));

Deno.test("too many unknown codes are refused on the page as in the API", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    for (let i = 0; i < 20; i++) {
      assert.equal((await page.post("coupon", { code: `GUESS${i}` })).status, 422);
    }
    const answer = await page.refused("coupon", { code: "FLAT50" }, {
      status: 429,
      code: "error.coupon-rate-limited",
    });
    assert.equal(answer.headers.get("retry-after"), "600");
  }));

Deno.test("a form during a payment changes nothing, and shows the payment", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await addressed(page);
    await page.checkout.step("POST /payment");
    const { version } = await page.checkout.stored();
    for (const [form, fields] of [["coupon", { code: "FLAT50" }], ["address", ADDRESS]] as const) {
      await page.refused(form, fields, { status: 409, code: "error.invalid-state" });
    }
    assert.equal((await page.checkout.stored()).version, version);
  }));

Deno.test("a failure is a page without its cause, which the log has", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const { checkout } = world.services;
    checkout.run = () => Promise.reject(new Error("secret"));
    const { status, text } = await page.post("coins", { coins: "0" });
    assert.equal(status, 500);
    assert.doesNotMatch(text, /secret/);
    assert.match(String(page.pages.log.at(-1)?.cause), /secret/);
  }));
