import {
  type Discount,
  DISCOUNT_TYPES,
  PAYMENT_METHODS,
  type PaymentMethod,
} from "../../domain/shop/merchant.ts";
import type { SettingsPage } from "../setting.ts";

const METHODS: Readonly<Record<PaymentMethod, string>> = {
  PREPAID: "Before delivery",
  COD: "On delivery",
};
const DISCOUNTS: Readonly<Record<Discount["type"], string>> = {
  PERCENTAGE: "Percent",
  FIXED: "Amount",
};

/** How a shop is paid, besides its providers. */
export const PAYMENTS_SETTINGS: SettingsPage = {
  name: "payments",
  title: "Payments",
  note: "UPI and bank transfer, cash on delivery, offers, and the order of the ways to pay",
  hasProviders: true,
  forms: [
    {
      name: "page",
      title: "Payment page",
      asksAgain: true,
      settings: [
        {
          field: "checkout.payment_url",
          label: "Payment page of your own",
          hint: "An https address of the store that takes payments; empty for none. " +
            "It takes the place of UPI and bank transfer",
          kind: "text",
          options: [
            ["--payment-url <url>", "page of the store that takes payments"],
            ["--no-payment-url", "no such page", null],
          ],
        },
        {
          field: "checkout.payment_order",
          label: "Order of the ways to pay",
          kind: "order",
          values: [
            ["PROVIDER", "Provider or payment page"],
            ["MANUAL", "Transfer"],
            ["COD", "Cash"],
          ],
          options: [
            [
              "--payment-order <way>",
              "way to pay that comes first, such as cod; repeat for the next " +
              "(default: provider, manual, cod)",
            ],
            ["--no-payment-order", "back to the default order", null],
          ],
        },
      ],
    },
    {
      name: "transfer",
      title: "UPI and bank transfer",
      note: "Without a payment page. You mark an order as paid when the money has come.",
      asksAgain: true,
      settings: [
        {
          field: "checkout.manual",
          label: "Take transfers",
          kind: "switch",
          on: {},
          off: null,
          options: [["--no-manual", "no manual payment", null]],
        },
        {
          field: "checkout.manual.instructions",
          label: "Instructions",
          hint: "What customers read, such as the account to transfer to",
          kind: "text",
          rows: 4,
          isRequired: true,
          options: [["--manual-instructions <text>", "text for the customer"]],
        },
        {
          field: "checkout.manual.days",
          label: "Days until an unpaid order is released",
          hint: "1 to 30; empty for 3",
          kind: "count",
          unitMs: 86_400_000,
          options: [[
            "--manual-days <duration>",
            "time until an unpaid order is released: 5 or 5d (default: 3d)",
          ]],
        },
        {
          field: "checkout.manual.upi_id",
          label: "UPI address",
          hint: "For a payment link and its QR code, such as name@bank; it needs the currency INR",
          kind: "text",
          options: [["--upi-id <id>", "UPI address for the payment link and its QR code"]],
        },
        {
          field: "checkout.manual.upi_name",
          label: "Name of the payee",
          hint: "Empty for the shop's name",
          kind: "text",
          options: [["--upi-name <name>", "name of the payee (default: the shop's)"]],
        },
      ],
    },
    {
      name: "cash",
      title: "Cash on delivery",
      settings: [
        {
          field: "cod",
          label: "Take cash on delivery",
          kind: "switch",
          on: {},
          off: null,
          options: [["--no-cod", "no cash on delivery", null]],
        },
        {
          field: "cod.fee",
          label: "Fee",
          kind: "amount",
          options: [["--cod-fee <amount>", "fee for cash on delivery"]],
        },
        {
          field: "cod.min",
          label: "Smallest cart",
          kind: "amount",
          options: [["--cod-min <amount>", "minimum cart amount"]],
        },
        {
          field: "cod.max",
          label: "Largest cart",
          hint: "Empty for any",
          kind: "amount",
          options: [["--cod-max <amount>", "maximum cart amount"]],
        },
        {
          field: "cod.countries",
          label: "Countries with cash on delivery",
          hint: "Two letters each, one a line; empty for all",
          kind: "lines",
          options: [[
            "--cod-country <code>",
            "country with cash on delivery; repeat for several (default: all)",
          ]],
        },
        {
          field: "cod.prepaid",
          label: "Part to pay in advance",
          hint: "10% or an amount; empty for none",
          kind: "part",
          options: [["--cod-prepaid <part>", "part to prepay: 10% or an amount"]],
        },
      ],
    },
    {
      name: "offers",
      title: "Offers for a payment method",
      settings: [
        {
          field: "payment_offers",
          label: "Offers",
          kind: "rows",
          row: "Offer",
          columns: [
            {
              field: "method",
              label: "Paid",
              kind: "choice",
              values: PAYMENT_METHODS.map((one) => [one, METHODS[one]]),
            },
            {
              field: "discount_amount",
              label: "Discount",
              hint: "Percent, or an amount; empty for no offer",
              kind: "percent",
            },
            {
              field: "discount_type",
              label: "Kind of discount",
              kind: "choice",
              values: DISCOUNT_TYPES.map((one) => [one, DISCOUNTS[one]]),
            },
            {
              field: "discount_max_cap",
              label: "Maximum discount",
              hint: "Empty for none",
              kind: "amount",
            },
          ],
          options: [
            [
              "--payment-offer <offer>",
              'METHOD=DISCOUNT[,cap=AMOUNT], such as "prepaid=5%,cap=100"; repeat for several',
            ],
            ["--no-payment-offer", "no offers", []],
          ],
        },
      ],
    },
  ],
};
