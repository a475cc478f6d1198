import { CART_FORMATS, VERIFY_PHONE, type VerifyPhone } from "../../domain/shop/merchant.ts";
import type { SettingsPage } from "../setting.ts";

const VERIFIED: Readonly<Record<VerifyPhone, string>> = {
  never: "None",
  cod: "Those with cash on delivery",
  always: "All",
};

/** How carts come to the checkout page, and back. */
export const CART_SETTINGS: SettingsPage = {
  name: "checkout",
  title: "Checkout and links",
  note: "Carts, cart links, origins, phone numbers and recovery",
  forms: [
    {
      name: "carts",
      title: "Carts",
      settings: [
        {
          field: "cart_format",
          label: "Prices in carts",
          kind: "choice",
          values: [
            ["plain", "Plain", "Amounts such as 349.00"],
            ["shopify", "Shopify", "Lines of cart.js, in hundredths: 34900"],
          ],
          options: [[
            "--cart-format <format>",
            `price format of the store's cart: ${CART_FORMATS.join(" or ")}`,
          ]],
        },
        {
          field: "catalogue",
          label: "Products that the shop has not stored",
          kind: "choice",
          values: [
            ["open", "Sell them", "At the price in the cart, which the store's backend sets"],
            ["strict", "Refuse them", "Everything sold has a price of the shop"],
          ],
          options: [[
            "--catalogue <rule>",
            "open: products not in the catalogue sell at the cart's price (default); " +
            "strict: they are refused",
          ]],
        },
        {
          field: "checkout.cart_links",
          label: "Cart links open a checkout",
          hint: "Links with a cart in them, as those of products; they need stored products",
          kind: "switch",
          options: [
            ["--cart-links", "links of the form /buy?v=VARIANT:QUANTITY open a checkout"],
            ["--no-cart-links", "no such links (default)", false],
          ],
        },
      ],
    },
    {
      name: "origins",
      title: "Origins",
      note: "Other sites that the checkout page works with.",
      asksAgain: true,
      settings: [
        {
          field: "redirect_url",
          label: "Page after the checkout",
          hint: "The address that customers return to; empty for none",
          kind: "text",
          options: [["--redirect-url <url>", "URL that customers return to after checkout"]],
        },
        {
          field: "checkout.return_origins",
          label: "Return origins",
          hint: "That the page may lead back to, besides that of the page after the checkout. " +
            "One a line, such as https://shop.example",
          kind: "lines",
          options: [
            [
              "--return-origin <origin>",
              "origin that the page may lead back to, besides the redirect URL's; " +
              "repeat for several",
            ],
            ["--no-return-origin", "only the origin of the redirect URL", []],
          ],
        },
        {
          field: "checkout.embed_origins",
          label: "Embed origins",
          hint: "Whose pages may contain the page. One a line",
          kind: "lines",
          options: [
            [
              "--embed-origin <origin>",
              "origin whose pages may embed the page, such as https://shop.example; " +
              "repeat for several",
            ],
            ["--no-embed-origin", "no embedding", []],
          ],
        },
      ],
    },
    {
      name: "codes",
      title: "One-time codes",
      settings: [
        {
          field: "verify_phone",
          label: "Orders that need a verified phone",
          kind: "choice",
          values: VERIFY_PHONE.map((value) => [value, VERIFIED[value]]),
          options: [[
            "--verify-phone <orders>",
            "orders that need a verified phone: never (default), cod, always",
          ]],
        },
        {
          field: "otp_countries",
          label: "Countries of codes",
          hint: "Two letters each, one a line",
          kind: "lines",
          presets: [
            ["own", null, "The shop's country and those it delivers to"],
            ["all", [], "Every country"],
          ],
          own: "These countries",
          options: [
            [
              "--otp-country <code>",
              "country that codes are sent to; repeat for several " +
              "(default: the shop's and those it ships to)",
            ],
            ["--otp-everywhere", "send codes to every country", []],
            ["--no-otp-country", "back to the default countries", null],
          ],
        },
      ],
    },
    {
      name: "recovery",
      title: "Recovery",
      note: "Of carts that customers leave.",
      asksAgain: true,
      settings: [
        {
          field: "idle_after",
          label: "Minutes until a cart counts as left",
          hint: "0 for never; empty for 30",
          kind: "count",
          unitMs: 60_000,
          options: [[
            "--idle-after <duration>",
            "time without activity until session.idle: 45 or 45m (default: 30m); 0: never",
          ]],
        },
        {
          field: "recovery_url",
          label: "Page that recovery links lead back to",
          hint: "An https address; empty for the page after the checkout",
          kind: "text",
          options: [
            [
              "--recovery-url <url>",
              "https URL that recovery links lead back to (default: the redirect URL)",
            ],
            ["--no-recovery-url", "back to the redirect URL", null],
          ],
        },
      ],
    },
  ],
};
