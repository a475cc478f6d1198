import { deepEqual, equal, throws } from "node:assert/strict";
import { MAX_LINES } from "../../../src/domain/cart/cart.ts";
import { type VariantId } from "../../../src/domain/ids.ts";
import { NO_OTP } from "../../../src/domain/session/otp.ts";
import {
  type CartRequest,
  isExpired,
  type NewSessionData,
  NO_CHOICES,
  openSession,
  orderOf,
} from "../../../src/domain/session/session.ts";
import {
  type CatalogEntry,
  PRODUCT_STATUSES,
  type Variant,
} from "../../../src/domain/shop/catalog.ts";
import {
  aCoupon,
  aCustomer,
  aMerchant,
  anAddress,
  aProduct,
  aRawLine,
  aVariant,
  int64,
  NO_CATALOG,
  NOTHING_SAID,
  NOW,
  SESSION_ID,
  someRules,
} from "../../support/builders.ts";

function aRequest(over: Partial<CartRequest> = {}): CartRequest {
  return {
    shopDomain: "demo-store.example",
    countryCode: null,
    items: [aRawLine({}, { quantity: 2 })],
    redirectUrl: null,
    ...NOTHING_SAID,
    ...over,
  };
}

function anOpening(over: Partial<NewSessionData> = {}): NewSessionData {
  return {
    id: SESSION_ID,
    merchant: aMerchant(),
    ...NO_CATALOG,
    rules: someRules(),
    livemode: true,
    now: NOW,
    ...over,
  };
}

function catalogOf(variant: Partial<Variant>): Map<VariantId, CatalogEntry> {
  return new Map([[int64(11), { product: aProduct(), variant: aVariant(variant) }]]);
}

Deno.test("openSession() starts a session with the price of its cart", () => {
  const session = openSession(aRequest(), anOpening());
  deepEqual([session.id, session.merchantId], [SESSION_ID, aMerchant().id]);
  deepEqual([session.version, session.createdAt, session.amountPaid], [1, NOW, 0]);
  deepEqual(session.state, { session: "INITIATED", payment: "DRAFT" });
  deepEqual(session.choices, NO_CHOICES);
  deepEqual([session.customer, session.payment, session.otp], [null, null, NO_OTP]);
  equal(session.priced.totals.totalPayable, 69_800); // 2 x 349.00
  deepEqual(session.priced.lines.map(({ quantity }) => quantity), [2]);
});

Deno.test("openSession() takes the shop's country and redirect unless the cart says its own", () => {
  const merchant = aMerchant({ countryCode: "IN", redirectUrl: "https://shop.example/thanks" });
  const shop = openSession(aRequest(), anOpening({ merchant }));
  deepEqual([shop.countryCode, shop.redirectUrl], ["IN", "https://shop.example/thanks"]);
  const own = { countryCode: "AE", redirectUrl: "https://own.example/" };
  const session = openSession(aRequest(own), anOpening({ merchant }));
  deepEqual([session.countryCode, session.redirectUrl], ["AE", "https://own.example/"]);
});

Deno.test("openSession() reads prices in the shop's currency and cart format", () => {
  const items = [aRawLine({ price: 1_999 })];
  const total = (cartFormat: "plain" | "shopify", currencyCode: string) => {
    const merchant = aMerchant({ cartFormat, currencyCode });
    const session = openSession(aRequest({ items }), anOpening({ merchant }));
    equal(session.currencyCode, currencyCode);
    return session.priced.totals.total;
  };
  equal(total("plain", "INR"), 199_900);
  equal(total("plain", "JPY"), 1_999);
  equal(total("shopify", "INR"), 1_999);
  equal(total("shopify", "JPY"), 20); // 19.99 yen
  equal(total("shopify", "KWD"), 19_990); // 19.990 dinar
});

Deno.test("openSession() prices with the shop's catalogue and coupons", () => {
  const session = openSession(
    aRequest(),
    anOpening({
      catalog: catalogOf({ price: 50_000 }),
      rules: someRules({ coupons: [aCoupon()] }),
    }),
  );
  const { subTotal, couponDiscount } = session.priced.totals;
  deepEqual([subTotal, couponDiscount], [100_000, 10_000]); // 2 x 500.00, 10 %
});

Deno.test("openSession() marks what the catalogue's stock cannot serve", () => {
  const out = (variant: Partial<Variant>) => {
    const items = [aRawLine(), aRawLine()];
    const session = openSession(aRequest({ items }), anOpening({ catalog: catalogOf(variant) }));
    return session.priced.lines.map(({ outOfStock }) => outOfStock);
  };
  deepEqual(out({ inventoryQuantity: 1 }), [true, true]); // 1 + 1 > 1
  deepEqual(out({ inventoryQuantity: 2 }), [false, false]);
  deepEqual(out({ inventoryQuantity: -1 }), [true, true]);
  deepEqual(out({ inventoryQuantity: -1, inventoryPolicy: "continue" }), [false, false]);
  deepEqual(out({ inventoryQuantity: null }), [false, false]);
});

Deno.test("openSession() marks what the shop has archived or not published, whatever is left", () => {
  const sold = PRODUCT_STATUSES.filter((status) => {
    const catalog = new Map(
      [...catalogOf({ inventoryQuantity: null })].map(([id, { product, variant }]) => [
        id,
        { variant, product: { ...product, status } },
      ]),
    );
    const { priced, lines } = openSession(aRequest(), anOpening({ catalog }));
    deepEqual(lines.map(({ listed }) => listed), [true]);
    return priced.lines.every(({ outOfStock }) => !outOfStock);
  });
  deepEqual(sold, ["active", "unlisted"]);
});

Deno.test("openSession() takes 1 to 500 lines", () => {
  const items = (count: number) => Array.from({ length: count }, () => aRawLine());
  const open = (count: number) => openSession(aRequest({ items: items(count) }), anOpening());
  equal(open(MAX_LINES).lines.length, 500);
  for (const count of [0, 501]) {
    throws(() => open(count), {
      name: "AppError",
      code: "error.invalid-request",
      message: `data.items must have 1 to 500 lines, got ${count}`,
    });
  }
});

Deno.test("openSession() refuses a cart that it cannot price", () => {
  throws(() => openSession(aRequest({ items: [aRawLine({ price: null })] }), anOpening()), {
    code: "error.invalid-request",
  });
});

Deno.test("orderOf() is the session's side of the price", () => {
  const session = openSession(aRequest({ countryCode: "AE" }), anOpening());
  const address = anAddress();
  const choices = { ...NO_CHOICES, address, method: "COD" as const, coins: 5 };
  const { id, phone } = aCustomer();
  const order = orderOf({ ...session, choices, customer: { id, phone }, amountPaid: 7 });
  deepEqual(order, {
    claims: [],
    codes: [],
    shippingOption: null,
    method: "COD",
    coins: 5,
    destination: address,
    currency: { code: "INR", exponent: 2 },
    countryCode: "AE",
    lines: session.lines,
    customerKnown: true,
    amountPaid: 7,
  });
  equal(orderOf(session).customerKnown, false);
});

Deno.test("isExpired() holds from the last moment of the time to live on", () => {
  const ttlMs = 3_600_000;
  equal(isExpired(NOW, { now: NOW + ttlMs - 1, ttlMs }), false);
  equal(isExpired(NOW, { now: NOW + ttlMs, ttlMs }), true);
  // A clock that was set back does not end a session.
  equal(isExpired(NOW, { now: NOW - 1, ttlMs }), false);
});
