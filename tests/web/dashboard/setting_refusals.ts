/** For each setting: what its form refuses. */
import { offer, row } from "./setting_values.ts";

/** Fields of a form, the field that is refused, and why. */
export type RefusedValue = readonly [
  over: Readonly<Record<string, string | undefined>>,
  name: string,
  message: RegExp,
];

const MANUAL = { "checkout.manual": "on" };
const TRANSFER = { ...MANUAL, "checkout.manual.instructions": "To account 1" };
const COIN = { coin: "on" };

/** What each setting refuses. */
export const REFUSED: Readonly<Record<string, readonly RefusedValue[]>> = {
  name: [[{ name: " " }, "name", /^Name must/]],
  domains: [
    [{ domains: "" }, "domains", /^Domains must have at least 1 entry/],
    [{ domains: "a.example\nno domain" }, "domains", /^Domains, entry 2, must be a domain/],
  ],
  country_code: [[{ country_code: "XX" }, "country_code", /^Country must be a two-letter/]],
  time_zone: [[{ time_zone: "Mars" }, "time_zone", /^Time zone must be/]],
  "checkout.terms_url": [
    [{ "checkout.terms_url": "http://a.example" }, "checkout.terms_url", /^Terms of sale must/],
  ],
  "checkout.privacy_url": [
    [{ "checkout.privacy_url": "x" }, "checkout.privacy_url", /^Privacy policy must/],
  ],
  "checkout.payment_url": [[
    { "checkout.payment_url": "http://a.example" },
    "checkout.payment_url",
    /^Payment page of your own must be https/,
  ]],
  "checkout.payment_order": [[
    { "checkout.payment_order": "x" },
    "checkout.payment_order",
    /^Order of the ways to pay, entry 1, must be one of/,
  ]],
  "checkout.manual.instructions": [
    [MANUAL, "checkout.manual.instructions", /^Instructions must/],
  ],
  "checkout.manual.days": [
    [{ ...TRANSFER, "checkout.manual.days": "31" }, "checkout.manual.days", /^Days until an unp/],
  ],
  "checkout.manual.upi_id": [
    [{ ...TRANSFER, "checkout.manual.upi_id": "x" }, "checkout.manual.upi_id", /^UPI address must/],
  ],
  "checkout.manual.upi_name": [
    [
      { ...TRANSFER, "checkout.manual.upi_name": "x" },
      "checkout.manual.upi_name",
      /^Name of the payee needs upi_id/,
    ],
  ],
  "cod.fee": [[{ cod: "on", "cod.fee": "x" }, "cod.fee", /^Fee must/]],
  "cod.min": [[{ cod: "on", "cod.min": "-1" }, "cod.min", /^Smallest cart must/]],
  "cod.max": [[
    { cod: "on", "cod.min": "5", "cod.max": "4" },
    "cod.max",
    /^Largest cart must be at least min/,
  ]],
  "cod.countries": [
    [{ cod: "on", "cod.countries": "XX" }, "cod.countries", /^Countries with cash on delivery, e/],
  ],
  "cod.prepaid": [
    [{ cod: "on", "cod.prepaid": "0%" }, "cod.prepaid", /^Part to pay in advance must be more/],
    [{ cod: "on", "cod.prepaid": "x" }, "cod.prepaid", /^Part to pay in advance must be/],
  ],
  payment_offers: [
    [
      {
        ...offer(0, { method: "COD", discount_type: "FIXED", discount_amount: "" }),
        ...offer(1, { method: "COD", discount_type: "FIXED", discount_amount: "1" }),
        ...offer(2, { method: "COD", discount_type: "FIXED", discount_amount: "0" }),
      },
      // The empty one is gone.
      "payment_offers[1].discount_amount",
      /^Offer 2: Discount must be more than 0/,
    ],
    [
      offer(0, { method: "x", discount_type: "FIXED", discount_amount: "1" }),
      "payment_offers[0].method",
      /^Offer 1: Paid must be one of/,
    ],
  ],
  "tax.rate": [
    [{ "tax.rate": "" }, "tax.rate", /^Rate must/],
    [{ "tax.rate": "101" }, "tax.rate", /^Rate must/],
  ],
  "coin.name": [[COIN, "coin.name", /^Name of the coins must/]],
  "coin.coin_value": [[{ ...COIN, "coin.name": "C" }, "coin.coin_value", /^Number of coins must/]],
  "coin.base_currency_value": [[
    { ...COIN, "coin.name": "C", "coin.coin_value": "1", "coin.base_currency_value": "0" },
    "coin.base_currency_value",
    /^Worth must be more than 0/,
  ]],
  "coin.earn_percent": [[
    {
      ...COIN,
      "coin.name": "C",
      "coin.coin_value": "1",
      "coin.base_currency_value": "1",
      "coin.earn_percent": "x",
    },
    "coin.earn_percent",
    /^Earned back must/,
  ]],
  shipping: [
    [
      {
        ...row("shipping[3]", { countries: "IN" }),
        ...row("shipping[3].options[0]", { name: "A", price: "" }),
      },
      "shipping[0].options[0].price",
      /^Rule 1, Option 1: Price must/,
    ],
    [
      {
        ...row("shipping[0]", { countries: "IN\nXX" }),
        ...row("shipping[0].options[0]", { name: "A", price: "1" }),
      },
      "shipping[0].countries",
      /^Rule 1: Countries, entry 2, must be a two-letter/,
    ],
    [
      {
        ...row("shipping[0]", { countries: "IN" }),
        ...row("shipping[0].options[0]", { name: "A", price: "1", id: "a b" }),
      },
      "shipping[0].options[0].id",
      /^Rule 1, Option 1: Id must have letters/,
    ],
  ],
  "checkout.logo": [
    [{ "checkout.logo": "http://a.example/logo.svg" }, "checkout.logo", /^Logo must be https/],
  ],
  "checkout.accent": [
    [{ "checkout.accent": "#ffff00" }, "checkout.accent", /^Colour of buttons must have a contr/],
    [{ "checkout.accent": "green" }, "checkout.accent", /^Colour of buttons must be a colour/],
  ],
  cart_format: [[{ cart_format: "x" }, "cart_format", /^Prices in carts must be one of/]],
  catalogue: [[{ catalogue: "x" }, "catalogue", /^Products that the shop has not stored must/]],
  "checkout.cart_links": [[
    { "checkout.cart_links": "on" },
    "checkout.cart_links",
    /^Cart links open a checkout needs a strict catalogue/,
  ]],
  redirect_url: [[{ redirect_url: "ftp://x" }, "redirect_url", /^Page after the checkout must/]],
  "checkout.return_origins": [[
    { "checkout.return_origins": "https://a.example\nhttps://b.example/x" },
    "checkout.return_origins",
    /^Return origins, entry 2, must be an origin/,
  ]],
  "checkout.embed_origins": [
    [{ "checkout.embed_origins": "x" }, "checkout.embed_origins", /^Embed origins, entry 1, must/],
  ],
  verify_phone: [[
    { verify_phone: "x" },
    "verify_phone",
    /^Orders that need a verified phone must/,
  ]],
  otp_countries: [
    [
      { "otp_countries.preset": "lines", otp_countries: " " },
      "otp_countries",
      /^These countries must have at least one line/,
    ],
    [
      { "otp_countries.preset": "lines", otp_countries: "IN\nXX" },
      "otp_countries",
      /^These countries, entry 2, must be a two-letter/,
    ],
  ],
  idle_after: [[{ idle_after: "x" }, "idle_after", /^Minutes until a cart counts as left must/]],
  recovery_url: [
    [{ recovery_url: "http://a.example" }, "recovery_url", /^Page that recovery links lead back/],
  ],
  staff_refunds_daily: refuses("staff_refunds_daily", "-1", /^Refunds a day by each person of/),
  refunds_daily: refuses("refunds_daily", "1.001", /^Refunds a day must/),
  coins_daily: refuses("coins_daily", "1.5", /^Coins a day that people give must/),
  pictures_mb: refuses("pictures_mb", "1.5", /^Megabytes of pictures must/),
  refunds_factor_over: refuses("refunds_factor_over", "x", /^Refunds ask for the second factor/),
  orders_hourly: refuses("orders_hourly", "-1", /^Orders an hour must/),
  sign_ins_hourly: refuses("sign_ins_hourly", "many", /^Sign-ins of the shop/),
  messages_hourly: refuses("messages_hourly", "1.5", /^Messages to customers an hour must/),
  "checkout.limits.carts": refuses("checkout.limits.carts", "0", /^Carts per hour by links must/),
  "checkout.limits.max_quantity": refuses(
    "checkout.limits.max_quantity",
    "x",
    /^Units of a variant/,
  ),
};

function refuses(name: string, text: string, message: RegExp): readonly RefusedValue[] {
  return [[{ [name]: text }, name, message]];
}
