import { DEFAULT_LIMITS, limitField, type LimitName } from "../../domain/shop/limits.ts";
import { DEFAULT_PICTURES_MB } from "../../domain/shop/picture.ts";
import type { SettingsPage, ShopSetting } from "../setting.ts";

/** Limits of what a shop gives back, and of what strangers may cost it. */
export const LIMITS_SETTINGS: SettingsPage = {
  name: "limits",
  title: "Limits",
  note: "Refunds and coins a day, unusual numbers, and what strangers may cost the shop",
  forms: [
    {
      name: "refunds",
      title: "Refunds and coins",
      note: "What goes beyond the limits of a day is refused; the shop's day ends at its midnight.",
      asksAgain: true,
      settings: [
        {
          field: "staff_refunds_daily",
          label: "Refunds a day by each person of staff",
          hint: "0: owners alone refund",
          kind: "amount",
          options: [[
            "--staff-refunds-daily <amount>",
            "what a person of staff may refund in a day (default: 0, owners only)",
          ]],
        },
        {
          field: "refunds_daily",
          label: "Refunds a day",
          hint: "By all people and keys; 0 for no limit",
          kind: "amount",
          options: [[
            "--refunds-daily <amount>",
            "what the shop may refund in a day, by all people and keys (default: 0, no limit)",
          ]],
        },
        {
          field: "coins_daily",
          label: "Coins a day that people give",
          hint: "0 for no limit",
          kind: "count",
          options: [[
            "--coins-daily <number>",
            "coins that people may give customers in a day (default: 0, no limit)",
          ]],
        },
        {
          field: "refunds_factor_over",
          label: "Refunds ask for the second factor or the password above",
          hint: "Again, if it was not just entered; 0 for each refund",
          kind: "amount",
          options: [[
            "--refunds-factor-over <amount>",
            "in the dashboard refunds above it ask for the factor or password again " +
            "(default: 0, all)",
          ]],
        },
      ],
    },
    {
      name: "pictures",
      title: "Pictures",
      settings: [{
        field: "pictures_mb",
        label: "Megabytes of pictures",
        hint: `Of all products; default: ${DEFAULT_PICTURES_MB}`,
        kind: "count",
        options: [[
          "--pictures-mb <number>",
          `megabytes that the pictures of products may take (default: ${DEFAULT_PICTURES_MB})`,
        ]],
      }],
    },
    {
      name: "unusual",
      title: "Unusual numbers",
      note: "Above these the overview says so, and webhooks get limit.crossed. Nothing is refused.",
      settings: [
        hourly("orders", "Orders an hour", "orders in an hour above which the shop is told"),
        hourly(
          "sign-ins",
          "Sign-ins of the shop's people an hour, right and wrong",
          "the same of sign-ins of its people, right and wrong",
        ),
        hourly("messages", "Messages to customers an hour", "the same of messages to customers"),
      ],
    },
    {
      name: "strangers",
      title: "Limits for strangers",
      note: "Of carts by links, the checkout page and messages.",
      settings: [
        {
          field: "checkout.limits",
          label: "Own limits",
          hint: "Without a tick all of them are the defaults",
          kind: "switch",
          on: {},
          off: null,
          options: [["--no-limits", "back to the default limits", null]],
        },
        limit("cartsPerLink", "carts per hour by one link from an address"),
        limit("cartsPerAddress", "carts per hour from an address"),
        limit("carts", "carts per hour by links"),
        limit("codesPerAddress", "one-time codes per hour for a client address"),
        limit("wrongCouponsPerAddress", "wrong coupon codes per hour from an address"),
        limit("wrongCoupons", "wrong coupon codes per hour"),
        limit("messagesPerRecipient", "SMS or mails per hour to a recipient"),
        limit("messagesPerAddress", "SMS and mails per hour by orders of a client address"),
        limit("messagesDaily", "SMS and mails per day"),
        limit("unverifiedSmsPerOrder", "SMS of an order to a phone that is not verified"),
        limit("unverifiedSms", "SMS a day to a phone that is not verified"),
        limit("maxQuantity", "units of a variant in an order by a link"),
        limit("holdsPerClient", "unpaid units of a variant for a client address, always"),
        limit("holdsPercentPerClient", "percent of the free units for it beyond those"),
      ],
    },
  ],
};

/** Demands of a shop on the people of its dashboard; on the page of people. */
export const PEOPLE_SETTINGS: SettingsPage = {
  name: "people",
  title: "People",
  note: "If the shop is shown only with a second factor",
  forms: [{
    name: "factor",
    title: "Second factor",
    settings: [{
      field: "require_factor",
      label: "Second factor",
      kind: "switch",
      options: [
        ["--require-factor", "the dashboard asks all people for a second factor"],
        ["--no-require-factor", "a second factor is each person's choice (default)", false],
      ],
    }],
  }],
};

function limit(name: LimitName, what: string): ShopSetting {
  const field = limitField(name);
  return {
    field: `checkout.limits.${field}`,
    label: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    hint: `Default: ${DEFAULT_LIMITS[name]}`,
    kind: "count",
    options: [[
      `--${field.replaceAll("_", "-")} <number>`,
      `maximum ${what} (default: ${DEFAULT_LIMITS[name]})`,
    ]],
  };
}

function hourly(what: string, label: string, help: string): ShopSetting {
  const options = [[`--${what}-hourly <number>`, `${help} (default: 0, never)`]] as const;
  const field = `${what.replaceAll("-", "_")}_hourly`;
  return { field, label, hint: "0 for never", kind: "count", options };
}
