/** For each setting: what a form sends, what is stored then, and what is refused. */

/** A change of a setting in its form. */
export interface SavedValue {
  readonly sent: Readonly<Record<string, string | undefined>>;
  /** In the form of a seed file. */
  readonly saved: unknown;
  /** In the audit entry, as JSON. */
  readonly shown: string;
}

/** Fields of a form, the field that is refused, and why. */
export type RefusedValue = readonly [
  over: Readonly<Record<string, string | undefined>>,
  name: string,
  message: RegExp,
];

/** A setting of one field. */
function plain(name: string, sent: string, saved: unknown = sent, shown?: string): SavedValue {
  return { sent: { [name]: sent }, saved, shown: shown ?? JSON.stringify(saved) };
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
};

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
};
