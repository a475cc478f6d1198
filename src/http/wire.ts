import { z } from "zod";
import { MAX_LINES, MAX_QUANTITY, type RawLine } from "../domain/cart.ts";
import { parseDomain, requireCountry, requireRedirectUrl } from "../domain/merchant.ts";
import type { CartRequest } from "../domain/session.ts";
import { int64Schema, nonEmptyText, parseWith, textUpTo } from "../wire/schema.ts";
import type { JsonBody } from "./guard/body.ts";

/** Longest tracking id that is kept. */
const MAX_TRACKING_LENGTH = 255;

const trackingId = (what: string) =>
  textUpTo(MAX_TRACKING_LENGTH).nullish().meta({
    description: `${what}, usually a UUID; any text will do`,
  });

/** Most UTM parameters that a cart brings: there are five. */
const MAX_UTM = 100;

// Looked through by hand: zod would make an issue of every wrong value, and there may be thousands.
const stringValues = z.record(z.string(), z.unknown()).superRefine((values, context) => {
  for (const [key, input] of Object.entries(values)) {
    if (typeof input === "string") continue;
    context.addIssue({ code: "custom", message: "must be a string", path: [key], input });
    return;
  }
}).meta({ override: { type: "object", additionalProperties: { type: "string" } } });

const quantity = z.int({ error: "must be a positive integer" })
  .min(1, { error: "must be a positive integer" })
  .max(MAX_QUANTITY, { error: `must be at most ${MAX_QUANTITY}` });

/** A line-item object of the store's cart (spec 4.1): three fields are ours, all others are kept. */
export const lineItemSchema = z.looseObject({
  product_id: int64Schema,
  variant_id: int64Schema,
  quantity,
  properties: z.unknown().optional().meta({
    description: "Custom line-item properties. In the `shopify` cart format values that are not " +
      "strings are turned into strings; in `plain` they are refused. An empty array is no properties.",
    override: {
      type: ["object", "array", "null"],
      additionalProperties: { type: "string" },
      maxItems: 0,
    },
  }),
}).meta({
  id: "LineItem",
  description:
    "A line of the store's cart, as it is. Besides the required fields a price is read " +
    "where the shop's catalogue has none (`price`; in the `shopify` format `final_price` before " +
    "`price`, in whole hundredths), and title, handle, image, grams and the like for display.",
});

/** The body of Create Session (spec 4.1). */
export const createSessionSchema = z.object({
  data: z.object({
    shop_domain: nonEmptyText(2048).meta({
      description: "A domain of the shop; scheme, port and path are ignored",
      example: "demo-store.example",
    }),
    country_code: z.string({ error: "must be a string" }).nullish().meta({
      description: "ISO 3166-1 alpha-2; the shop's when left out",
    }),
    items: z.array(lineItemSchema).min(1).max(MAX_LINES),
    fp_id: trackingId("Client tracking identifier"),
    storefront_s: trackingId("Storefront session tracking identifier"),
    storefront_y: trackingId("Storefront visitor tracking identifier"),
    checkout_trace_s: trackingId("Trace identifier for the session"),
    checkout_trace_y: trackingId("Trace identifier for the visitor"),
    redirect_url: textUpTo(2048).nullish().meta({
      description: "Where to send the customer after checkout: absolute http or https",
    }),
    analytics: z.looseObject({
      social: z.looseObject({
        social_p: textUpTo(2048).nullish(),
        social_c: textUpTo(2048).nullish(),
      })
        .nullish(),
    }).nullish().meta({ description: "Advertising-click identifiers" }),
    metadata: z.looseObject({
      utm: z.array(z.looseObject({ name: z.string(), value: z.string() })).max(MAX_UTM).nullish(),
      orig_referer: z.string().nullish(),
      referer_host: z.string().nullish(),
      landing_page: z.string().nullish(),
    }).nullish().meta({ description: "Where the customer came from" }),
    attributes: stringValues.nullish().meta({ description: "Free-form cart attributes" }),
    note: z.string().nullish().meta({ description: "Free-text order note" }),
  }),
}).meta({ id: "CreateSession" });

/**
 * Reads the body of Create Session.
 *
 * @throws {AppError} `error.invalid-request` naming the first field that does not fit
 */
export function readCreateSession({ text, value }: JsonBody): CartRequest {
  const { data } = parseWith(createSessionSchema, value);
  return {
    shopDomain: parseDomain(data.shop_domain),
    countryCode: data.country_code == null
      ? null
      : requireCountry(data.country_code, "data.country_code"),
    items: readLineItems(data.items),
    redirectUrl: data.redirect_url == null
      ? null
      : requireRedirectUrl(data.redirect_url, "data.redirect_url"),
    received: text,
  };
}

/** Line-item objects that fit their schema, each with the path it stands at. */
export function readLineItems(items: readonly z.infer<typeof lineItemSchema>[]): RawLine[] {
  return items.map((line, i) => ({
    productId: line.product_id,
    variantId: line.variant_id,
    quantity: line.quantity,
    fields: line,
    path: `data.items[${i}]`,
  }));
}
