/** For each setting: what its form sends, and what is stored then. */
import { LIMIT_NAMES, limitField } from "../../../src/domain/shop/limits.ts";

/** A change of a setting in its form. */
export interface SavedValue {
  readonly sent: Readonly<Record<string, string | undefined>>;
  /** In the form of a seed file. */
  readonly saved: unknown;
  /** In the audit entry, as JSON. */
  readonly shown: string;
}

/** A setting of one field. */
function plain(name: string, sent: string, saved: unknown = sent, shown?: string): SavedValue {
  return { sent: { [name]: sent }, saved, shown: shown ?? JSON.stringify(saved) };
}

/** The fields of a row. */
export function row(at: string, fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`${at}.${name}`, value]),
  );
}

/** The fields of a row of offers. */
export function offer(n: number, fields: Readonly<Record<string, string>>): Record<string, string> {
  return row(`payment_offers[${n}]`, fields);
}

/** A valid change of each setting. */
export const SAVED: Readonly<Record<string, SavedValue>> = {
  name: plain("name", "Hill House"),
  domains: plain("domains", "hill.example\r\n\r\n WWW.hill.example ", [
    "hill.example",
    "www.hill.example",
  ]),
  country_code: plain("country_code", "de", "DE"),
  time_zone: plain("time_zone", "europe/berlin", "Europe/Berlin"),
  "checkout.terms_url": plain("checkout.terms_url", "https://hill.example/terms"),
  "checkout.privacy_url": plain("checkout.privacy_url", "https://hill.example/privacy"),
  "checkout.payment_url": plain(
    "checkout.payment_url",
    "https://pay.hill.example/?k=1",
    "https://pay.hill.example/?k=1",
    '"payment_host":"pay.hill.example"',
  ),
  "checkout.payment_order": plain("checkout.payment_order", "COD,MANUAL,PROVIDER", [
    "COD",
    "MANUAL",
    "PROVIDER",
  ]),
  "checkout.manual": plain("checkout.manual", "on", {
    instructions: "To account 1\nof Hill House",
    days: 5,
    upi_id: "hill@bank",
    upi_name: "Hill",
  }, '"manual_payment_days":5'),
  "checkout.manual.instructions": plain(
    "checkout.manual.instructions",
    "To account 1\r\nof Hill House",
    "To account 1\nof Hill House",
  ),
  "checkout.manual.days": plain("checkout.manual.days", "5", 5),
  "checkout.manual.upi_id": plain("checkout.manual.upi_id", "hill@bank"),
  "checkout.manual.upi_name": plain("checkout.manual.upi_name", "Hill"),
  cod: plain("cod", "on", {
    fee: 40,
    min: 200,
    max: 10_000,
    countries: ["IN", "NP"],
    prepaid: { type: "PERCENTAGE", amount: 10 },
  }, '"fee":4000'),
  "cod.fee": plain("cod.fee", "40", 40, '"fee":4000'),
  "cod.min": plain("cod.min", "200.00", 200, '"min":20000'),
  "cod.max": plain("cod.max", "10000", 10_000, '"max":1000000'),
  "cod.countries": plain("cod.countries", "in\nnp", ["IN", "NP"]),
  "cod.prepaid": plain("cod.prepaid", "10%", { type: "PERCENTAGE", amount: 10 }, '"percent":10'),
  payment_offers: {
    sent: {
      ...offer(0, { method: "PREPAID", discount_type: "PERCENTAGE", discount_amount: "5 %" }),
      // An empty row between two.
      ...offer(1, { method: "COD", discount_type: "FIXED", discount_amount: " " }),
      ...offer(2, { method: "COD", discount_type: "FIXED", discount_amount: "20.50" }),
      "payment_offers[0].discount_max_cap": "100",
    },
    saved: [
      {
        method: "PREPAID",
        discount_type: "PERCENTAGE",
        discount_amount: 5,
        discount_max_cap: 100,
      },
      { method: "COD", discount_type: "FIXED", discount_amount: 20.5, discount_max_cap: null },
    ],
    shown: '"amount":2050',
  },
  "tax.rate": plain("tax.rate", "18 %", 18, '"percent":18'),
  "tax.included": {
    sent: { "tax.included": undefined },
    saved: false,
    shown: '"included":false',
  },
  coin: plain("coin", "on", {
    provider: "LOYALTY_PARTNER",
    name: "Hill Coins",
    logo: "https://hill.example/coin.png",
    coin_value: 10,
    base_currency_value: 1,
    earn_percent: 2.5,
  }, '"coin_value":10'),
  "coin.name": plain("coin.name", "Hill Coins"),
  "coin.logo": plain("coin.logo", "https://hill.example/coin.png"),
  "coin.provider": plain("coin.provider", "LOYALTY_PARTNER"),
  "coin.coin_value": plain("coin.coin_value", "10", 10),
  "coin.base_currency_value": plain("coin.base_currency_value", "1", 1, "100"),
  "coin.earn_percent": plain("coin.earn_percent", "2.5", 2.5),
  shipping: {
    sent: {
      ...row("shipping[0]", { countries: "in", postal_prefixes: "56 0\r\n57" }),
      ...row("shipping[0].options[0]", { name: "Standard", price: "60", free_above: "999" }),
      // Empty ones between others.
      ...row("shipping[0].options[1]", { name: " ", price: "", free_above: "", id: "old" }),
      ...row("shipping[0].options[2]", { name: "Überall & schnell", price: "150", id: "" }),
      ...row("shipping[0].options[3]", { name: "uberall schnell", price: "151", id: "" }),
      ...row("shipping[1]", { countries: "", postal_prefixes: "" }),
      ...row("shipping[1].options[0]", { name: "", price: "", free_above: "", id: "old" }),
      ...row("shipping[2]", { countries: "IN\nNP", postal_prefixes: "" }),
      ...row("shipping[2].options[0]", { name: "Standard", price: "0", id: "standard" }),
    },
    saved: [
      {
        countries: ["IN"],
        postal_prefixes: ["560", "57"],
        options: [
          { id: "standard", name: "Standard", price: 60, free_above: 999 },
          { id: "uberall-schnell", name: "Überall & schnell", price: 150, free_above: null },
          { id: "uberall-schnell-2", name: "uberall schnell", price: 151, free_above: null },
        ],
        price: undefined,
        free_above: undefined,
      },
      {
        countries: ["IN", "NP"],
        postal_prefixes: [],
        price: 0,
        free_above: null,
        options: undefined,
      },
    ],
    shown: '"uberall-schnell"',
  },
  "checkout.logo": plain("checkout.logo", "https://hill.example/logo.svg"),
  "checkout.accent": plain("checkout.accent", "#14584a"),
  cart_format: plain("cart_format", "shopify"),
  catalogue: plain("catalogue", "strict"),
  "checkout.cart_links": plain("checkout.cart_links", "on", true),
  redirect_url: plain("redirect_url", "https://hill.example/thanks"),
  "checkout.return_origins": plain("checkout.return_origins", "https://app.hill.example", [
    "https://app.hill.example",
  ]),
  "checkout.embed_origins": plain("checkout.embed_origins", "https://hill.example", [
    "https://hill.example",
  ]),
  verify_phone: plain("verify_phone", "always"),
  otp_countries: {
    sent: { "otp_countries.preset": "lines", otp_countries: "in\r\nNP" },
    saved: ["IN", "NP"],
    shown: '["IN","NP"]',
  },
  idle_after: plain("idle_after", "45", 45),
  recovery_url: plain("recovery_url", "https://hill.example/cart"),
  staff_refunds_daily: plain("staff_refunds_daily", "50.5", 50.5, '"staff_refunds_daily":5050'),
  refunds_daily: plain("refunds_daily", "9000", 9000, '"refunds_daily":900000'),
  coins_daily: plain("coins_daily", "500", 500, '"coins_daily":500'),
  pictures_mb: plain("pictures_mb", "900", 900, '"pictures_mb":900'),
  refunds_factor_over: plain("refunds_factor_over", "100", 100, '"refunds_factor_over":10000'),
  orders_hourly: plain("orders_hourly", "60", 60, '"orders_hourly":60'),
  sign_ins_hourly: plain("sign_ins_hourly", "20", 20, '"sign_ins_hourly":20'),
  messages_hourly: plain("messages_hourly", "200", 200, '"messages_hourly":200'),
  "checkout.limits": {
    sent: { "checkout.limits": "on" },
    saved: Object.fromEntries(LIMIT_NAMES.map((name, i) => [limitField(name), 7 + i])),
    shown: '"carts_per_link":7',
  },
  ...Object.fromEntries(LIMIT_NAMES.map((name, i) => {
    const field = `checkout.limits.${limitField(name)}`;
    return [field, plain(field, `${7 + i}`, 7 + i, `"${limitField(name)}":${7 + i}`)];
  })),
};
