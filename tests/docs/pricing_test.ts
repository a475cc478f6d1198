/** Every worked figure of the page on pricing, computed anew by the engine. */
import assert from "node:assert/strict";
import { ERROR_CODES } from "../../src/domain/errors.ts";
import type { PricedCart } from "../../src/domain/pricing/model.ts";
import { paymentOfferDiscount } from "../../src/domain/pricing/offers.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import type { Coupon } from "../../src/domain/shop/coupon.ts";
import { applyCoupon, removeCoupon } from "../../src/domain/steps/coupons.ts";
import { choosePaymentMethod } from "../../src/domain/steps/payment_method.ts";
import { currencyOf, formatMajor, majorNumber } from "../../src/domain/values/money.ts";
import { readSeed } from "../../src/schema/seed/seed_file.ts";
import { entered, line, priced } from "../domain/pricing/cases.ts";
import {
  CODE,
  coupon,
  EXPRESS,
  fixed,
  PARTIAL_COD,
  percent,
  shippingAt,
  STACKS,
} from "../support/shop.ts";
import { sessionIn, shopAs } from "../domain/steps/cases.ts";
import { aCart, withWorld, type World } from "../support/app.ts";
import { readRoot } from "../support/root.ts";
import { codes, section, seedExample, table } from "./pages.ts";
import { FOREVER } from "../support/builders.ts";
import { OPERATOR } from "../support/operator.ts";

const PAGE = await readRoot("docs/pricing.md");
const INR = currencyOf("INR");
const JPY = currencyOf("JPY");

/** The rows of a section's table, with what they say below each title. */
function rowsOf(title: string, first: string): string[][] {
  return table(section(PAGE, title), first);
}

/** Amounts of a price as the page prints them. */
function shown(
  { totals }: PricedCart,
  ...names: readonly (keyof PricedCart["totals"])[]
): string[] {
  return names.map((name) => String(majorNumber(Number(totals[name]), INR)));
}

/** The cart of the example: what the page says in words. */
const CART = {
  data: {
    shop_domain: "hill-house.example",
    items: [
      { product_id: 1, variant_id: 11, quantity: 2 },
      { product_id: 2, variant_id: 21, quantity: 1 },
      { product_id: 3, variant_id: 31, quantity: 1 },
    ],
  },
};

// deno-lint-ignore no-explicit-any -- an answer is what the test is about
type Shown = any;

/**
 * The example's session as it is created, once it is sent to 560001 and prepaid with 100 coins,
 * and by cash on delivery instead.
 */
async function example(
  { services, send, clock, told }: World,
): Promise<readonly [Shown, Shown, Shown]> {
  clock.at = Date.UTC(2026, 5, 1);
  const seed = readSeed(await seedExample());
  const { merchantIds: [merchantId] } = await services.seeder.run(seed, OPERATOR);
  assert.ok(merchantId);
  const key = { merchantId, name: "example", ...FOREVER };
  const { secret } = await services.keys.create(key, OPERATOR);
  const created = await send("POST", "/session", { body: CART, secret });
  const path = created.headers.get("location") ?? "";
  const step = async (method: string, suffix: string, data: unknown): Promise<Shown> => {
    const { json, text } = await send(method, `${path}${suffix}`, { body: { data }, secret });
    assert.equal(json.status, "SUCCESS", text);
    return json.data;
  };
  const { json: { data: atOnce } } = await send("GET", path, { secret });
  const phone = "+919876543210";
  const place = { name: "Asha Rao", line1: "12 MG Road", city: "Bengaluru", country_code: "IN" };
  await step("PUT", "/address", { ...place, phone, postal_code: "560001" });
  await step("POST", "/otp", { phone });
  await step("POST", "/otp/verify", { phone, otp: told.at(-1)?.["otp"] });
  await step("PUT", "/payment-method", { method: "PREPAID" });
  const later = await step("PUT", "/coins", { coins: 100 });
  return [atOnce, later, await step("PUT", "/payment-method", { method: "COD" })];
}

Deno.test("docs/pricing.md: the worked example is what the engine computes, now and later", async () => {
  const rows = table(PAGE, "Amount");
  await withWorld(async (world) => {
    const [shown, later, byCod] = await example(world);
    for (const [label = "", ...amounts] of rows) {
      const [field = ""] = codes(label);
      const title = label.includes(",") ? label.split(",", 1)[0] : undefined;
      const computed = [shown, later].map(({ items, pricing }: Shown) =>
        title === undefined
          ? pricing[field]
          : items.find((line: Shown) => line.title === title)?.[field]
      );
      assert.deepEqual(amounts.map(Number), computed, label);
    }
    assert.equal(rows.length, 14);
    assert.deepEqual(shown.coupons.map(({ code }: Shown) => code), ["MUGS10", "WELCOME5"]);
    assert.deepEqual(shown.coupons.map((one: Shown) => one.cart_discount_amount), [69.8, 47.39]);
    assert.equal(shown.coupons[0].cart_discounted_amount, 947.7);
    assert.equal(shown.add_ons.length, 1);
    const { total_payable, partial_cod_price } = byCod.pricing;
    assert.ok(section(PAGE, "An example").includes(`${total_payable}`));
    assert.equal(partial_cod_price, later.pricing.partial_cod_price);
  });
});

Deno.test("docs/pricing.md: where the amounts of a cart.js line disagree the unit price counts", async () => {
  const [, unit, quantity, whole] = /(\d+) x (\d+)\D+(\d+)/.exec(PAGE)?.map(Number) ?? [];
  assert.ok(unit && quantity && whole);
  const product = { product_id: 77, variant_id: 771, title: "Three for ten" };
  const item = { ...product, quantity, price: unit, final_price: unit, final_line_price: whole };
  await withWorld(async ({ send }) => {
    const { headers } = await send("POST", "/session", { body: aCart({ items: [item] }) });
    const { json: { data: { items: [line] } } } = await send("GET", headers.get("location") ?? "");
    assert.equal(line.sub_total_price, unit * quantity / 100);
    assert.notEqual(unit * quantity, whole);
  }, { merchant: { cartFormat: "shopify" } });
});

Deno.test("docs/pricing.md: the figures in the example's text are the engine's", () => {
  const text = section(PAGE, "An example").replaceAll("\n", " ");
  const [paid, base, five] = [69_800, 94_770, 4_739];
  const shares = [62_820, 19_950, 12_000].map((left) => (five * left / base / 100).toFixed(4));
  const cents = [paid, paid * 0.1, base, five].map((amount) => (amount / 100).toFixed(2));
  for (const figure of [...cents, `${(base * 5) / 10_000}`, ...shares]) {
    assert.ok(text.includes(` ${figure}`), figure);
  }
  const missing = five - shares.reduce((sum, one) => sum + Math.floor(Number(one) * 100), 0);
  assert.equal(missing, 1);
});

Deno.test("docs/pricing.md: coupons and free shipping", () => {
  const rows = rowsOf("Coupons and free shipping", "Coupon");
  const shipping = [shippingAt(5_000, { freeAbove: 10_000 })];
  const destination = { countryCode: "IN", postalCode: "560001" };
  const coupons: readonly (readonly Coupon[])[] = [
    [],
    [coupon("A", fixed(100))],
    [coupon("A", fixed(6_000))],
    [coupon("A", fixed(100), CODE)],
    [coupon("A", fixed(100), { ...CODE, ...STACKS })],
  ];
  const price = (own: readonly Coupon[], to: typeof destination | null) => {
    const applied = own.filter(({ applicationType }) => applicationType === "CODE");
    const order = { destination: to, codes: applied.map((one) => entered(one, 1)) };
    return priced([line(1, 10_000)], { coupons: own, shop: { shipping }, order });
  };
  assert.deepEqual(
    rows.map(([, ...amounts]) => amounts),
    coupons.map((own) =>
      shown(price(own, destination), "couponDiscount", "shipping", "totalPayable")
    ),
  );
  // Until there is an address the small one applies.
  assert.equal(price(coupons[1]!, null).totals.couponDiscount, 100);
  assert.equal(price(coupons[3]!, destination).totals.totalPayable, 14_900);
  assert.ok(section(PAGE, "Coupons and free shipping").includes(" 149.00"));
});

Deno.test("docs/pricing.md: shipping options", () => {
  const more = [{ ...EXPRESS, freeAbove: 200_000 }];
  const shop = { shipping: [shippingAt(6_000, { freeAbove: 99_900, more })], cod: PARTIAL_COD };
  const destination = { countryCode: "IN", postalCode: "560001" };
  for (const [cart, option = "", ...amounts] of rowsOf("Shipping options", "Cart")) {
    const order = { destination, shippingOption: codes(option)[0] ?? null };
    const price = priced([line(1, Math.round(Number(cart) * 100))], { shop, order });
    assert.deepEqual(shown(price, "shipping", "totalPayable", "partialCodPrice"), amounts, option);
  }
});

Deno.test("docs/pricing.md: several offers for one method", () => {
  const rows = rowsOf("Several offers for one method", "Cart");
  const offers = [percent(5, 10_000), fixed(1_700)]
    .map((discount) => ({ method: "PREPAID" as const, discount }));
  for (const [cart = "", ...amounts] of rows) {
    const base = Math.round(Number(cart) * 100);
    const each = [...offers.map((offer) => [offer]), offers]
      .map((some) => String(majorNumber(paymentOfferDiscount(base, some, "PREPAID"), INR)));
    assert.deepEqual(amounts, each, cart);
  }
  assert.equal(rows.length, 2);
});

Deno.test("docs/pricing.md: a coupon ends cash on delivery", () => {
  const cod = { fee: 4_000, min: 0, max: null, countries: [], prepaid: null };
  const disabling = coupon("NOCOD", percent(10), { ...CODE, disableCod: true });
  const context = shopAs({ coupons: [disabling], rules: { cod } });
  const chosen = choosePaymentMethod(sessionIn(context), "COD", context).session;
  const without = applyCoupon(chosen, "NOCOD", context).session;
  const back = removeCoupon(without, "NOCOD", context).session;
  const row = ({ priced: { totals } }: CheckoutSession) => [
    String(totals.codAvailable),
    String(totals.codOrder),
    String(majorNumber(totals.totalPayable, INR)),
  ];
  const rows = rowsOf("A coupon ends cash on delivery", "Step");
  assert.deepEqual(rows.map(([, ...cells]) => cells), [chosen, without, back].map(row));
  const small = shopAs({
    coupons: [coupon("LESS", percent(10), CODE)],
    rules: { cod: { ...cod, min: 69_800 } },
  });
  const byCod = choosePaymentMethod(sessionIn(small), "COD", small).session;
  assert.equal(applyCoupon(byCod, "LESS", small).session.choices.method, null);
});

Deno.test("docs/pricing.md: tax per line", () => {
  const shop = { tax: { rate: 180_000, included: false } };
  const carts = [[line(1, 25), line(2, 25)], [line(1, 25, { quantity: 2 })]];
  assert.deepEqual(
    rowsOf("Tax per line", "Lines").map(([, ...amounts]) => amounts),
    carts.map((lines) => shown(priced(lines, { shop }), "tax", "totalPayable")),
  );
});

Deno.test("docs/pricing.md: ties of rounding", () => {
  const rows = rowsOf("Ties of rounding", "Lines");
  for (const [lines = "", totals, tax, payable] of rows) {
    const cart = [...lines.matchAll(/product (\d+): (\d+)/gi)]
      .map(([, product, amount]) => line(Number(product), Number(amount)));
    const price = priced(cart, {
      coupons: [coupon("A", fixed(2))],
      shop: { tax: { rate: 50_000, included: false } },
      order: { currency: JPY },
    });
    assert.equal(price.lines.map(({ total }) => total).join(", "), totals, lines);
    assert.deepEqual(
      [price.totals.tax, price.totals.totalPayable].map((amount) => formatMajor(amount, JPY)),
      [tax, payable],
      lines,
    );
  }
  assert.equal(rows.length, 3);
});

Deno.test("docs/pricing.md: a resting code's reasons are error codes that exist", () => {
  for (const [reason = ""] of rowsOf("Resting codes", "`reason`")) {
    assert.ok((ERROR_CODES as readonly string[]).includes(codes(reason)[0] ?? ""), reason);
  }
});
