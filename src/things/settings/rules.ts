import type { SettingsPage } from "../setting.ts";

/** Tax on goods. */
export const TAX_SETTINGS: SettingsPage = {
  name: "tax",
  title: "Tax",
  note: "Its rate, and if prices include it",
  forms: [{
    name: "tax",
    title: "Tax",
    settings: [
      {
        field: "tax.rate",
        label: "Rate",
        hint: "Percent, on goods",
        kind: "percent",
        isRequired: true,
        options: [["--tax-rate <percent>", "tax rate on goods: 18 or 18%"]],
      },
      {
        field: "tax.included",
        label: "Prices include tax",
        hint: "Else it is added to prices",
        kind: "switch",
        options: [
          ["--tax-included", "prices include tax (default)"],
          ["--tax-excluded", "tax is added to prices", false],
        ],
      },
    ],
  }],
};

/** A loyalty programme. */
export const COINS_SETTINGS: SettingsPage = {
  name: "coins",
  title: "Coins",
  note: "A loyalty programme: the worth of coins, and how they are earned",
  forms: [{
    name: "coins",
    title: "Loyalty coins",
    settings: [
      {
        field: "coin",
        label: "Customers earn and spend coins",
        kind: "switch",
        on: {},
        off: null,
        options: [["--no-coin", "no coins", null]],
      },
      {
        field: "coin.name",
        label: "Name of the coins",
        kind: "text",
        isRequired: true,
        options: [["--coin-name <name>", "name of the coins"]],
      },
      {
        field: "coin.logo",
        label: "Logo",
        hint: "The address of an image; empty for none",
        kind: "text",
        options: [["--coin-logo <url>", "URL of the coins' logo"]],
      },
      {
        field: "coin.provider",
        label: "Programme of",
        kind: "choice",
        values: [["CUSTOM", "The shop"], ["LOYALTY_PARTNER", "A partner"]],
        options: [[
          "--coin-provider <provider>",
          "provider of the programme: custom (default) or loyalty-partner",
        ]],
      },
      {
        field: "coin.coin_value",
        label: "Number of coins",
        hint: "That are worth the amount below",
        kind: "count",
        isRequired: true,
        options: [["--coin-value <coins>", "number of coins ..."]],
      },
      {
        field: "coin.base_currency_value",
        label: "Worth",
        kind: "amount",
        isRequired: true,
        options: [["--coin-worth <amount>", "... worth this amount"]],
      },
      {
        field: "coin.earn_percent",
        label: "Earned back",
        hint: "Percent of an order; empty for none",
        kind: "percent",
        options: [["--coin-earn <percent>", "percent of an order earned back as coins"]],
      },
    ],
  }],
};

/** Where a shop delivers to. */
export const DELIVERY_SETTINGS: SettingsPage = {
  name: "delivery",
  title: "Delivery",
  note: "Where the shop delivers to, and at which price",
  forms: [{
    name: "delivery",
    title: "Delivery",
    note: "Of several rules for a country, the one with the longest beginning of the postal code " +
      "applies. A country without a rule is not delivered to; without any rule the shop delivers " +
      "everywhere, free. The first option applies until the customer chooses. Empty a rule or an " +
      "option to take it away.",
    settings: [
      {
        field: "shipping",
        label: "Rules",
        kind: "rows",
        row: "Rule",
        columns: [
          {
            field: "countries",
            label: "Countries",
            hint: "Two letters each, one a line",
            kind: "lines",
          },
          {
            field: "postal_prefixes",
            label: "Postal codes",
            hint: "Their beginnings, one a line; empty for the whole country",
            kind: "lines",
          },
          {
            field: "options",
            label: "Options",
            kind: "rows",
            row: "Option",
            columns: [
              { field: "name", label: "Name", hint: "Such as Next day", kind: "text" },
              { field: "price", label: "Price", kind: "amount", isRequired: true },
              {
                field: "free_above",
                label: "Free from",
                hint: "A cart of this amount; empty for never",
                kind: "amount",
              },
              {
                field: "id",
                label: "Id",
                hint: "For the API; empty for one made of the name",
                kind: "text",
              },
            ],
          },
        ],
        options: [
          [
            "--shipping <rule>",
            'COUNTRIES[:PREFIXES]=PRICE[,free-above=AMOUNT], such as "IN:56+57=60,free-above=999", ' +
            'or several options ID:NAME:PRICE, such as "IN=standard:Standard:60;' +
            'express:Express:150"; repeat for several',
          ],
          ["--no-shipping", "no shipping rules: free delivery everywhere", []],
        ],
      },
    ],
  }],
};

/** How the checkout page looks. */
export const LOOK_SETTINGS: SettingsPage = {
  name: "look",
  title: "Look",
  note: "Logo and colour of the checkout page",
  forms: [{
    name: "look",
    title: "Look",
    settings: [
      {
        field: "checkout.logo",
        label: "Logo",
        hint: "The https address of an image; empty for the shop's name",
        kind: "text",
        options: [
          ["--logo <url>", "https URL of the shop's logo"],
          ["--no-logo", "no logo", null],
        ],
      },
      {
        field: "checkout.accent",
        label: "Colour of buttons",
        hint: "Such as #14584a, on which white is readable; empty for the page's own",
        kind: "text",
        options: [
          ["--accent <colour>", "colour of buttons, #rrggbb, on which white is readable"],
          ["--no-accent", "back to the default colour", null],
        ],
      },
    ],
  }],
};
