import { returnUrlOf } from "../../domain/session/recovery.ts";
import { otpCountriesOf } from "../../domain/session/otp_numbers.ts";
import type { CheckoutForm } from "../../domain/shop/checkout_form.ts";
import { HOURLY_LIMITS, HOURLY_NOUNS } from "../../domain/shop/hourly.ts";
import {
  type CheckoutLimits,
  DEFAULT_LIMITS,
  LIMIT_NAMES,
  limitField,
} from "../../domain/shop/limits.ts";
import {
  isOnlyStandard,
  type Merchant,
  type MerchantDraft,
  type ShippingOption,
  type ShopRules,
  type VerifyPhone,
} from "../../domain/shop/merchant.ts";
import { PAY_WAYS } from "../../domain/shop/pay_ways.ts";
import { type Currency, currencyOf, percentOf } from "../../domain/values/money.ts";
import { flagName } from "../options/values.ts";
import { money } from "./text.ts";
import { counted, moment } from "../../domain/values/wording.ts";

type Field = readonly [name: string, value: string];

/** A shop as text, each value with its name. */
export function shopFields(shop: Merchant): Field[] {
  return [
    ["ID", shop.id],
    ["Name", shop.name],
    ["Domains", shop.domains.join(", ")],
    ["Country", shop.countryCode],
    ["Currency", shop.currencyCode],
    ["Time zone", shop.timeZone],
    ["Cart format", shop.cartFormat],
    ["Catalogue", shop.catalogue],
    ["Redirect", shop.redirectUrl || "-"],
    ...ruleFields(shop),
    ["Idle after", idleText(shop)],
    ["Recovery", returnUrlOf(shop) || "-"],
    ["Staff refunds", staffRefundsText(shop)],
    [
      "Refunds a day",
      dailyText(shop.refundsDaily, money(shop.refundsDaily, currencyOf(shop.currencyCode))),
    ],
    ["Coins given a day", dailyText(shop.coinsDaily, String(shop.coinsDaily))],
    ["Pictures", `at most ${shop.picturesMb} MB`],
    ["Unusual", unusualText(shop)],
    ["Refunds asked for", factorOverText(shop)],
    ["Second factor", shop.requiresFactor ? "required" : "not required"],
    ...checkoutFields(shop.checkout),
    ["Created", moment(shop.createdAt)],
    ["Updated", moment(shop.updatedAt)],
  ];
}

/** The settings of a checkout page that are set. */
function checkoutFields(form: CheckoutForm): Field[] {
  const { manual } = form;
  const fields: Field[] = [
    ["Payment page", form.paymentUrl],
    ["Manual payment", manual === null ? "" : manualText(manual)],
    ["Return origins", form.returnOrigins.join(", ")],
    ["Embed origins", form.embedOrigins.join(", ")],
    ["Logo", form.logo],
    ["Accent", form.accent ?? ""],
    ["Terms", form.termsUrl],
    ["Privacy", form.privacyUrl],
    ["Cart links", form.cartLinks ? "on" : ""],
    ["Ways to pay", payOrderText(form)],
    ["Limits", limitsText(form.limits)],
  ];
  return fields.filter(([, value]) => value !== "");
}

/** The order of the ways to pay, if it is not the default. */
function payOrderText({ payOrder }: CheckoutForm): string {
  const text = payOrder.map(flagName).join(", ");
  return text === PAY_WAYS.map(flagName).join(", ") ? "" : text;
}

/** The limits that are not the default. */
function limitsText(limits: CheckoutLimits): string {
  return LIMIT_NAMES.filter((name) => limits[name] !== DEFAULT_LIMITS[name])
    .map((name) => `${limitField(name)} ${limits[name]}`).join(", ");
}

function manualText(
  { instructions, days, upi }: NonNullable<CheckoutForm["manual"]>,
): string {
  const text = instructions.replaceAll("\n", " ");
  return `within ${counted(days, "day")}${upi === null ? "" : `, UPI ${upi.id}`}: ${text}`;
}

function idleText({ idleAfterMinutes }: Merchant): string {
  return idleAfterMinutes === 0 ? "never" : counted(idleAfterMinutes, "minute");
}

function staffRefundsText({ staffRefundsDaily, currencyCode }: Merchant): string {
  if (staffRefundsDaily === 0) return "none, owners only";
  return `at most ${money(staffRefundsDaily, currencyOf(currencyCode))} a day by each person`;
}

/** A limit of a day; 0 for none. */
function dailyText(limit: number, text: string): string {
  return limit === 0 ? "no limit" : `at most ${text}`;
}

function unusualText(shop: Merchant): string {
  const parts = HOURLY_LIMITS.filter((limit) => shop[limit] > 0)
    .map((limit) => `more than ${counted(shop[limit], HOURLY_NOUNS[limit])} an hour`);
  return parts.join(", ") || "nothing is said";
}

function factorOverText({ refundsFactorOver, currencyCode }: Merchant): string {
  const sum = money(refundsFactorOver, currencyOf(currencyCode));
  return refundsFactorOver === 0
    ? "each, with the factor again"
    : `above ${sum}, with the factor again`;
}

/** Orders that need a verified phone. */
const VERIFIED: Readonly<Record<VerifyPhone, string>> = {
  never: "not needed",
  cod: "for cash on delivery",
  always: "for every order",
};

/** A shop's rules as text, each with its name. */
export function ruleFields(
  shop: Pick<MerchantDraft, "rules" | "currencyCode" | "countryCode" | "otpCountries">,
): Field[] {
  const { rules, currencyCode } = shop;
  const currency = currencyOf(currencyCode);
  const codeCountries = otpCountriesOf(shop);
  const { tax, shipping, cod, paymentOffers, coin, verifyPhone } = rules;
  const amount = (minor: number) => money(minor, currency);
  const part = (discount: ShopRules["paymentOffers"][number]["discount"]) =>
    (discount.type === "PERCENTAGE" ? `${percentOf(discount.rate)} %` : amount(discount.amount)) +
    (discount.cap === null ? "" : `, at most ${amount(discount.cap)}`);
  const delivery = shipping.map((rule): Field => [
    "Delivery",
    `${rule.countries.join(", ")}${
      rule.postalPrefixes.length === 0 ? "" : ` (postal code ${rule.postalPrefixes.join(", ")})`
    }: ${shippingText(rule.options, currency)}`,
  ]);
  const cash = cod === null ? "none" : [
    `fee ${amount(cod.fee)}`,
    `carts from ${amount(cod.min)}${cod.max === null ? "" : ` to ${amount(cod.max)}`}`,
    cod.countries.length === 0 ? "everywhere" : cod.countries.join(", "),
    ...(cod.prepaid === null ? [] : [`${part(cod.prepaid)} paid ahead`]),
  ].join("; ");
  return [
    ["Tax", `${percentOf(tax.rate)} %, ${tax.included ? "included in prices" : "on top"}`],
    ...(delivery.length === 0 ? [["Delivery", "free everywhere"] as const] : delivery),
    ["Cash on delivery", cash],
    ...paymentOffers.map(({ method, discount }): Field => [
      "Payment offer",
      `${method}: ${part(discount)}`,
    ]),
    [
      "Coins",
      coin === null
        ? "none"
        : `${coin.name}: ${counted(coin.coinValue, "coin")} for ${
          amount(coin.baseCurrencyValue)
        }, ${percentOf(coin.earnRate)} % earned back`,
    ],
    ["Verified phone", VERIFIED[verifyPhone ?? "never"]],
    [
      "One-time codes",
      codeCountries === null ? "to every country" : `to ${[...codeCountries].join(", ")}`,
    ],
  ];
}

/** Prices of a rule's options, each with its name if there is a choice. */
function shippingText(options: readonly ShippingOption[], currency: Currency): string {
  return options.map(({ id, name, price, freeAbove }) => {
    const amount = money(price, currency) +
      (freeAbove === null ? "" : `, free from ${money(freeAbove, currency)}`);
    return isOnlyStandard(options) ? amount : `${name} (${id}) ${amount}`;
  }).join("; ");
}
