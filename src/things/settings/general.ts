import type { SettingsPage } from "../setting.ts";

/** Name, domains, country, currency, time zone and policies of a shop. */
export const GENERAL_SETTINGS: SettingsPage = {
  name: "general",
  title: "General",
  note: "Name, domains, country, time zone and policies",
  forms: [
    {
      name: "shop",
      title: "Shop",
      settings: [
        {
          field: "name",
          label: "Name",
          kind: "text",
          isRequired: true,
          options: [["--name <name>", "display name"]],
        },
        {
          field: "domains",
          label: "Domains",
          hint: "Of the store, one a line",
          kind: "lines",
          isRequired: true,
          options: [["--domain <domain>", "domain of the store; repeat for several"]],
        },
        {
          field: "country_code",
          label: "Country",
          hint: "Two letters, such as IN",
          kind: "text",
          isRequired: true,
          options: [["--country <code>", "two-letter ISO 3166-1 code, such as IN"]],
        },
        {
          field: "currency_code",
          label: "Currency",
          kind: "text",
          isFixed: true,
          options: [["--currency <code>", "ISO 4217 code, such as INR; it cannot change later"]],
        },
        {
          field: "time_zone",
          label: "Time zone",
          hint: "Of the shop's days, such as Asia/Kolkata; empty for UTC",
          kind: "text",
          options: [[
            "--time-zone <name>",
            "IANA time zone of the shop's days, such as Asia/Kolkata (default: UTC)",
          ]],
        },
      ],
    },
    {
      name: "policies",
      title: "Policies",
      note: "The checkout page links to them.",
      settings: [
        {
          field: "checkout.terms_url",
          label: "Terms of sale",
          hint: "An https address; empty for none",
          kind: "text",
          options: [
            ["--terms-url <url>", "https URL of the terms of sale"],
            ["--no-terms-url", "no terms", null],
          ],
        },
        {
          field: "checkout.privacy_url",
          label: "Privacy policy",
          hint: "An https address; empty for none",
          kind: "text",
          options: [
            ["--privacy-url <url>", "https URL of the privacy policy"],
            ["--no-privacy-url", "no privacy policy", null],
          ],
        },
      ],
    },
  ],
};
