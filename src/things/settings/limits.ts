import { DEFAULT_LIMITS, limitField, type LimitName } from "../../domain/shop/limits.ts";
import type { SettingsPage, ShopSetting } from "../setting.ts";

/** Limits of what a shop gives back, and of what strangers may cost it. */
export const LIMITS_SETTINGS: SettingsPage = {
  name: "limits",
  title: "Limits",
  note: "Refunds and coins a day, and what strangers may cost the shop",
  forms: [
    {
      name: "refunds",
      title: "Refunds",
      settings: [
        {
          field: "staff_refunds_daily",
          label: "Refunds a day by each person of staff",
          kind: "amount",
          options: [[
            "--staff-refunds-daily <amount>",
            "what a person of staff may refund in a day (default: 0, owners only)",
          ]],
        },
        {
          field: "refunds_daily",
          label: "Refunds a day",
          kind: "amount",
          options: [[
            "--refunds-daily <amount>",
            "what the shop may refund in a day, by all people and keys (default: 0, no limit)",
          ]],
        },
        {
          field: "coins_daily",
          label: "Coins a day that people give",
          kind: "count",
          options: [[
            "--coins-daily <number>",
            "coins that people may give customers in a day (default: 0, no limit)",
          ]],
        },
        {
          field: "refunds_factor_over",
          label: "Refunds that ask for the factor again, above",
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
      name: "unusual",
      title: "Unusual numbers",
      settings: [
        hourly("orders", "Orders an hour", "orders in an hour above which the shop is told"),
        hourly(
          "sign-ins",
          "Sign-ins an hour",
          "the same of sign-ins of its people, right and wrong",
        ),
        hourly("messages", "Messages an hour", "the same of messages to customers"),
      ],
    },
    {
      name: "strangers",
      title: "Limits for strangers",
      settings: [
        {
          field: "checkout.limits",
          label: "Limits for strangers",
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
        limit("maxQuantity", "units of a variant in an order by a link"),
      ],
    },
  ],
};

/** What a shop asks of the people of its dashboard; on the page of people. */
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
    kind: "count",
    options: [[
      `--${field.replaceAll("_", "-")} <number>`,
      `maximum ${what} (default: ${DEFAULT_LIMITS[name]})`,
    ]],
  };
}

function hourly(what: string, label: string, help: string): ShopSetting {
  const options = [[`--${what}-hourly <number>`, `${help} (default: 0, never)`]] as const;
  return { field: `${what.replaceAll("-", "_")}_hourly`, label, kind: "count", options };
}
