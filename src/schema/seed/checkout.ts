import { z } from "zod";
import { got, invalid } from "../../domain/errors.ts";
import {
  type CheckoutForm,
  type ManualPayment,
  NO_CHECKOUT_FORM,
} from "../../domain/shop/checkout_form.ts";
import {
  type CheckoutLimits,
  DEFAULT_LIMITS,
  eachLimit,
  LIMIT_NAMES,
  limitField,
} from "../../domain/shop/limits.ts";
import {
  requireAccent,
  requireCheckoutUrl,
  requireOrigin,
  requireUpiId,
} from "../../domain/shop/checkout_rules.ts";
import type { MerchantDraft } from "../../domain/shop/merchant.ts";
import { PAY_WAYS, payOrder, type PayWay } from "../../domain/shop/pay_ways.ts";
import { MAX_URL } from "../../domain/values/limits.ts";
import type { Form } from "../form.ts";
import { integerBetween, textUpTo, visibleText } from "../parse.ts";
import { MAX_COUNT, requireUnique } from "./fields.ts";

/** Limit of the origins of a list, which is sent with every page. */
const MAX_ORIGINS = 20;
/** Default of {@link ManualPayment.days}: bank transfers take up to two working days. */
const DEFAULT_DAYS = 3;
const UPI_CURRENCY = "INR";

const url = textUpTo(MAX_URL).nullish();
const origins = z.array(z.string()).max(MAX_ORIGINS).optional();

const manualSchema = z.strictObject({
  instructions: visibleText(2000).refine((text) => !/[\p{Cc}--[\n\r]]/v.test(text), {
    error: "must not contain control characters other than line breaks",
  }),
  days: integerBetween(1, 30).optional(),
  upi_id: z.string().nullish(),
  upi_name: visibleText(100).nullish(),
});

const limit = integerBetween(1, MAX_COUNT).optional();

const limitsSchema = z.strictObject(
  Object.fromEntries(LIMIT_NAMES.map((name) => [limitField(name), limit])),
);

/** The checkout page of a merchant. */
export const checkoutSchema = z.strictObject({
  payment_url: url,
  return_origins: origins,
  embed_origins: origins,
  logo: url,
  accent: z.string().nullish(),
  terms_url: url,
  privacy_url: url,
  cart_links: z.boolean().optional(),
  manual: manualSchema.nullish(),
  payment_order: z.array(z.enum(PAY_WAYS)).nullish(),
  limits: limitsSchema.nullish(),
});

type CheckoutFields = z.infer<typeof checkoutSchema>;
type Shop = Pick<MerchantDraft, "name" | "catalogue" | "currencyCode">;

/**
 * Reads the settings of a shop's checkout page.
 *
 * @param shop the other fields that they must agree with
 */
export function toCheckout(
  fields: CheckoutFields | null | undefined,
  path: string,
  shop: Shop,
): CheckoutForm {
  if (fields == null) return NO_CHECKOUT_FORM;
  const urlOf = (name: "payment_url" | "logo" | "terms_url" | "privacy_url") => {
    const text = fields[name];
    return text ? requireCheckoutUrl(text, `${path}.${name}`) : "";
  };
  const originsOf = (name: "return_origins" | "embed_origins") => {
    const read = (fields[name] ?? []).map((text, i) => {
      const at = `${path}.${name}[${i}]`;
      return { key: requireOrigin(text, at), path: at };
    });
    requireUnique(read, "origin");
    return read.map(({ key }) => key);
  };
  if (fields.cart_links === true && shop.catalogue !== "strict") {
    throw invalid(`${path}.cart_links needs a strict catalogue, ${got(shop.catalogue)}`);
  }
  return {
    paymentUrl: urlOf("payment_url"),
    returnOrigins: originsOf("return_origins"),
    embedOrigins: originsOf("embed_origins"),
    logo: urlOf("logo"),
    accent: fields.accent ? requireAccent(fields.accent, `${path}.accent`) : null,
    termsUrl: urlOf("terms_url"),
    privacyUrl: urlOf("privacy_url"),
    cartLinks: fields.cart_links ?? false,
    manual: toManual(fields.manual, `${path}.manual`, shop),
    payOrder: toPayOrder(fields.payment_order ?? [], `${path}.payment_order`),
    limits: toLimits(fields.limits ?? {}),
  };
}

function toPayOrder(ways: readonly PayWay[], path: string): PayWay[] {
  requireUnique(ways.map((key, i) => ({ key, path: `${path}[${i}]` })), "way to pay");
  return payOrder(ways);
}

function toLimits(limits: z.infer<typeof limitsSchema>): CheckoutLimits {
  return eachLimit((name) => limits[limitField(name)] ?? DEFAULT_LIMITS[name]);
}

function writeLimits(limits: CheckoutLimits): Form<typeof limitsSchema> {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [limitField(name), limits[name]]));
}

function toManual(
  manual: CheckoutFields["manual"],
  path: string,
  shop: Shop,
): ManualPayment | null {
  if (manual == null) return null;
  const { instructions, days, upi_id: id, upi_name: name } = manual;
  if (id && shop.currencyCode !== UPI_CURRENCY) {
    throw invalid(`${path}.upi_id needs the currency ${UPI_CURRENCY}, ${got(shop.currencyCode)}`);
  }
  if (!id && name) throw invalid(`${path}.upi_name needs upi_id, ${got(name)}`);
  return {
    instructions: instructions.replace(/\r\n?/g, "\n").trim(),
    upi: id ? { id: requireUpiId(id, `${path}.upi_id`), name: name ?? shop.name } : null,
    days: days ?? DEFAULT_DAYS,
  };
}

/** Encodes the settings of a shop's checkout page. */
export function writeCheckout(form: CheckoutForm): Form<typeof checkoutSchema> {
  const { manual } = form;
  return {
    payment_url: form.paymentUrl,
    return_origins: form.returnOrigins,
    embed_origins: form.embedOrigins,
    logo: form.logo,
    accent: form.accent,
    terms_url: form.termsUrl,
    privacy_url: form.privacyUrl,
    cart_links: form.cartLinks,
    manual: manual === null ? null : {
      instructions: manual.instructions,
      days: manual.days,
      upi_id: manual.upi?.id ?? null,
      upi_name: manual.upi?.name ?? null,
    },
    payment_order: [...form.payOrder],
    limits: writeLimits(form.limits),
  };
}
