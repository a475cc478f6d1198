import { DEFAULT_LIMITS } from "../../domain/shop/limits.ts";
import { PAY_WAYS } from "../../domain/shop/pay_ways.ts";
import { type SeedFlag, type SeedFlagRow, seedFlags } from "./seed_flags.ts";
import { durationOf, exactInteger, oneOf } from "./values.ts";

/** The options of a shop's checkout page. */
export const PAGE_FLAGS: readonly SeedFlag[] = [
  ...seedFlags([
    ["--payment-url <url>", "checkout.payment_url", "page of the store that takes payments"],
    ["--no-payment-url", "checkout.payment_url", "no such page", { value: null }],
    [
      "--return-origin <origin>",
      "checkout.return_origins",
      "origin that the page may lead back to, besides the redirect URL's; repeat for several",
      { repeats: true },
    ],
    ["--no-return-origin", "checkout.return_origins", "only the origin of the redirect URL", {
      value: [],
    }],
    [
      "--embed-origin <origin>",
      "checkout.embed_origins",
      "origin whose pages may embed the page, such as https://shop.example; repeat for several",
      { repeats: true },
    ],
    ["--no-embed-origin", "checkout.embed_origins", "no embedding", { value: [] }],
    ["--logo <url>", "checkout.logo", "https URL of the shop's logo"],
    ["--no-logo", "checkout.logo", "no logo", { value: null }],
    [
      "--accent <colour>",
      "checkout.accent",
      "colour of buttons, #rrggbb, on which white is readable",
    ],
    ["--no-accent", "checkout.accent", "back to the default colour", { value: null }],
    ["--terms-url <url>", "checkout.terms_url", "https URL of the terms of sale"],
    ["--no-terms-url", "checkout.terms_url", "no terms", { value: null }],
    ["--privacy-url <url>", "checkout.privacy_url", "https URL of the privacy policy"],
    ["--no-privacy-url", "checkout.privacy_url", "no privacy policy", { value: null }],
    [
      "--cart-links",
      "checkout.cart_links",
      "links of the form /buy?v=VARIANT:QUANTITY open a checkout",
    ],
    ["--no-cart-links", "checkout.cart_links", "no such links (default)", { value: false }],
    [
      "--payment-order <way>",
      "checkout.payment_order",
      "way to pay that comes first, such as cod; repeat for the next (default: provider, manual, cod)",
      { read: oneOf(PAY_WAYS), repeats: true },
    ],
    ["--no-payment-order", "checkout.payment_order", "back to the default order", { value: null }],
  ], "Checkout page:"),
  ...seedFlags([
    // Before the others, which are laid over it.
    ["--no-manual", "checkout.manual", "no manual payment", { value: null }],
    ["--manual-instructions <text>", "checkout.manual.instructions", "text for the customer"],
    [
      "--manual-days <duration>",
      "checkout.manual.days",
      "time until an unpaid order is released: 5 or 5d (default: 3d)",
      { read: durationOf(86_400_000) },
    ],
    ["--upi-id <id>", "checkout.manual.upi_id", "UPI address for the payment link and its QR code"],
    ["--upi-name <name>", "checkout.manual.upi_name", "name of the payee (default: the shop's)"],
  ], "Manual payment, without a payment page:"),
  ...seedFlags([
    ["--no-limits", "checkout.limits", "back to the default limits", { value: null }],
    ...limitRows([
      ["carts-per-link", DEFAULT_LIMITS.cartsPerLink, "carts per hour by one link from an address"],
      ["carts-per-address", DEFAULT_LIMITS.cartsPerAddress, "carts per hour from an address"],
      ["carts", DEFAULT_LIMITS.carts, "carts per hour by links"],
      [
        "codes-per-address",
        DEFAULT_LIMITS.codesPerAddress,
        "one-time codes per hour for a client address",
      ],
      [
        "wrong-coupons-per-address",
        DEFAULT_LIMITS.wrongCouponsPerAddress,
        "wrong coupon codes per hour from an address",
      ],
      ["wrong-coupons", DEFAULT_LIMITS.wrongCoupons, "wrong coupon codes per hour"],
      [
        "messages-per-recipient",
        DEFAULT_LIMITS.messagesPerRecipient,
        "SMS or mails per hour to a recipient",
      ],
      [
        "messages-per-address",
        DEFAULT_LIMITS.messagesPerAddress,
        "SMS and mails per hour by orders of a client address",
      ],
      ["messages-daily", DEFAULT_LIMITS.messagesDaily, "SMS and mails per day"],
      ["max-quantity", DEFAULT_LIMITS.maxQuantity, "units of a variant in an order by a link"],
    ]),
  ], "Limits for strangers:"),
];

/** Options of limits: name, default, and what is limited. */
function limitRows(rows: readonly (readonly [string, number, string])[]): SeedFlagRow[] {
  return rows.map(([name, usual, what]) => [
    `--${name} <number>`,
    `checkout.limits.${name.replaceAll("-", "_")}`,
    `maximum ${what} (default: ${usual})`,
    { read: exactInteger },
  ]);
}
