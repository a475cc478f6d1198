import { deepEqual, equal, throws } from "node:assert/strict";
import { NO_CHECKOUT_FORM } from "../../src/domain/shop/checkout_form.ts";
import { DEFAULT_LIMITS } from "../../src/domain/shop/limits.ts";
import { readMerchant, writeMerchant } from "../../src/schema/seed/merchant.ts";

const SHOP = { name: "Shop", domains: ["shop.example"], country_code: "in", currency_code: "inr" };
const MANUAL = { instructions: "Transfer to account 1" };

function read(checkout: unknown, over: Record<string, unknown> = {}) {
  return readMerchant({ ...SHOP, ...over, checkout }).checkout;
}

Deno.test("a shop's checkout page may be left out, as a whole and in parts", () => {
  for (const none of [undefined, null, {}, { payment_url: "", logo: null, manual: null }]) {
    deepEqual(read(none), NO_CHECKOUT_FORM);
  }
  deepEqual(read({ manual: MANUAL }), {
    ...NO_CHECKOUT_FORM,
    manual: { instructions: "Transfer to account 1", upi: null, days: 3 },
  });
});

Deno.test("a shop's checkout page is read, and writeMerchant() writes it back", () => {
  const merchant = readMerchant({
    ...SHOP,
    catalogue: "strict",
    checkout: {
      payment_url: "https://Shop.example/pay",
      return_origins: ["https://app.shop.example", "http://localhost:3000"],
      embed_origins: ["https://shop.example"],
      logo: "https://cdn.example/logo.svg",
      accent: "#14584A",
      terms_url: "https://shop.example/terms",
      privacy_url: "https://shop.example/privacy",
      cart_links: true,
      manual: { instructions: "Account 1\r\nBank 2\n", days: 5, upi_id: "shop@example" },
      payment_order: ["COD"],
      limits: { carts: 7, wrong_coupons_per_address: 3 },
    },
  });
  deepEqual(merchant.checkout, {
    paymentUrl: "https://shop.example/pay",
    returnOrigins: ["https://app.shop.example", "http://localhost:3000"],
    embedOrigins: ["https://shop.example"],
    logo: "https://cdn.example/logo.svg",
    accent: "#14584a",
    termsUrl: "https://shop.example/terms",
    privacyUrl: "https://shop.example/privacy",
    cartLinks: true,
    manual: {
      instructions: "Account 1\nBank 2",
      upi: { id: "shop@example", name: "Shop" },
      days: 5,
    },
    payOrder: ["COD", "PROVIDER", "MANUAL"],
    limits: { ...DEFAULT_LIMITS, carts: 7, wrongCouponsPerAddress: 3 },
  });
  deepEqual(readMerchant(writeMerchant(merchant)), merchant);
});

/** A checkout form that is refused, other fields of its shop, and the message. */
const REFUSED: readonly (readonly [unknown, Record<string, unknown>, string])[] = [
  [{ limits: { carts: 0 } }, {}, "checkout.limits.carts must be an integer from 1 to"],
  [{ limits: { cart: 1 } }, {}, "checkout.limits.cart is not a known field"],
  [{ payment_order: ["CASH"] }, {}, "checkout.payment_order[0] must be one of"],
  [{ payment_order: ["COD", "COD"] }, {}, "checkout.payment_order[1] repeats the way to pay"],
  [{ payment_page: "x" }, {}, "checkout.payment_page is not a known field"],
  [{ payment_url: "http://shop.example" }, {}, "checkout.payment_url must be https (http only"],
  [{ logo: "https://u@shop.example/x" }, {}, "checkout.logo must not contain a user name"],
  [{ terms_url: "terms" }, {}, "checkout.terms_url must be an absolute"],
  [{ privacy_url: "data:," }, {}, "checkout.privacy_url must be an absolute"],
  [
    { return_origins: ["https://a.example/"] },
    {},
    "checkout.return_origins[0] must be an origin, such as https://a.example, got",
  ],
  [
    { embed_origins: ["https://a.example", "https://a.example"] },
    {},
    "checkout.embed_origins[1] repeats the origin of checkout.embed_origins[0]",
  ],
  [{ embed_origins: Array(21).fill("https://a.example") }, {}, "checkout.embed_origins must have"],
  [{ accent: "#ffcc00" }, {}, "checkout.accent must have a contrast of at least 4.5 to white"],
  [{ cart_links: true }, {}, 'checkout.cart_links needs a strict catalogue, got "open"'],
  [{ manual: {} }, {}, "checkout.manual.instructions is required"],
  [{ manual: { instructions: "\n" } }, {}, "checkout.manual.instructions must contain a visible"],
  [
    { manual: { instructions: "a\u001b[2J" } },
    {},
    "checkout.manual.instructions must not contain control characters",
  ],
  [{ manual: { ...MANUAL, days: 0 } }, {}, "checkout.manual.days must be an integer from 1 to 30"],
  [{ manual: { ...MANUAL, days: 31 } }, {}, "checkout.manual.days must be an integer from 1 to 30"],
  [{ manual: { ...MANUAL, upi_id: "a@b@c" } }, {}, "checkout.manual.upi_id must be a UPI address"],
  [
    { manual: { ...MANUAL, upi_id: "a1@bank" } },
    { currency_code: "USD" },
    'checkout.manual.upi_id needs the currency INR, got "USD"',
  ],
  [{ manual: { ...MANUAL, upi_name: "S" } }, {}, 'checkout.manual.upi_name needs upi_id, got "S"'],
];

for (const [checkout, over, message] of REFUSED) {
  Deno.test(`a shop's checkout page is refused: ${message}`, () =>
    throws(() => read(checkout, over), (error: Error) => {
      equal(error.message.slice(0, message.length), message);
      return true;
    }));
}
