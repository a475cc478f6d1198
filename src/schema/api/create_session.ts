import { z } from "zod";
import { MAX_LINES, MAX_QUANTITY, type RawLine } from "../../domain/cart.ts";
import { parseDomain, requireCountry, requireRedirectUrl } from "../../domain/merchant.ts";
import type { CartRequest } from "../../domain/session.ts";
import { isRecord } from "../json.ts";
import { int64Schema, nonEmptyText, parseWith, textUpTo } from "../parse.ts";
import { MAX_TRACKING_ID, MAX_UTM, readTracking } from "../tracking.ts";

/** Longest reference of the shop's own. */
const MAX_REFERENCE = 255;

// Tracking data is not looked at here: whatever is wrong with it, it must not stop a sale.
const trackingId = (what: string) =>
  z.unknown().optional().meta({
    description: `${what}, usually a UUID. Dropped unless it is text of up to ${MAX_TRACKING_ID} ` +
      "characters.",
    override: { type: ["string", "null"] },
  });

const text = (description: string) => ({
  type: ["string" as const, "null" as const],
  description,
});

const analytics = z.unknown().optional().meta({
  description: "Advertising-click identifiers. Fields that are odd are dropped, never refused.",
  override: {
    type: ["object", "null"],
    properties: {
      social: {
        type: ["object", "null"],
        description: "Identifiers of clicks on social networks",
        properties: { social_p: text("Click identifier"), social_c: text("Click identifier") },
      },
    },
  },
});

const metadata = z.unknown().optional().meta({
  description: "Where the customer came from. Fields that are odd are dropped, never refused.",
  override: {
    type: ["object", "null"],
    properties: {
      utm: {
        type: ["array", "null"],
        description: `UTM parameters; ${MAX_UTM} are kept`,
        items: {
          type: "object",
          properties: {
            name: { type: "string", description: "Such as `utm_source`" },
            value: { type: "string", description: "Its value" },
          },
        },
      },
      orig_referer: text("The page before the store"),
      referer_host: text("Its host"),
      landing_page: text("The first page of the store"),
    },
  },
});

// Looked through by hand: zod would make an issue of every wrong value, and there may be
// thousands; and it would lose a key called `__proto__`.
const stringValues = z.unknown().transform((value, context): Record<string, string> => {
  if (isTextRecord(value)) return value;
  const wrong = isRecord(value)
    ? Object.entries(value).find(([, one]) => typeof one !== "string")
    : undefined;
  context.addIssue(
    wrong === undefined
      ? { code: "custom", message: "must be an object", input: value }
      : { code: "custom", message: "must be a string", path: [wrong[0]], input: wrong[1] },
  );
  return z.NEVER;
}).meta({ override: { type: ["object", "null"], additionalProperties: { type: "string" } } });

function isTextRecord(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

const quantity = z.int({ error: "must be a positive integer" })
  .min(1, { error: "must be a positive integer" })
  .max(MAX_QUANTITY, { error: `must be at most ${MAX_QUANTITY}` });

/** A line-item object of the store's cart (spec 4.1): three fields are ours, all others are kept. */
export const lineItemSchema = z.looseObject({
  product_id: int64Schema.meta({ description: "Product, int64" }),
  variant_id: int64Schema.meta({ description: "Variant, int64" }),
  quantity: quantity.meta({ description: "Units" }),
  properties: z.unknown().optional().meta({
    description: "Custom line-item properties. In the `shopify` cart format values that are not " +
      "strings are turned into strings; in `plain` they are refused. An empty array is no properties.",
    override: {
      type: ["object", "array", "null"],
      additionalProperties: { type: "string" },
      items: {},
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
    items: z.array(lineItemSchema).min(1).max(MAX_LINES).meta({ description: "Lines of the cart" }),
    fp_id: trackingId("Client tracking identifier"),
    storefront_s: trackingId("Storefront session tracking identifier"),
    storefront_y: trackingId("Storefront visitor tracking identifier"),
    checkout_trace_s: trackingId("Trace identifier for the session"),
    checkout_trace_y: trackingId("Trace identifier for the visitor"),
    redirect_url: textUpTo(2048).nullish().meta({
      description: "Where to send the customer after checkout: absolute http or https",
    }),
    analytics,
    metadata,
    reference: textUpTo(MAX_REFERENCE).nullish().meta({
      description: "The shop's own name for the order or cart; need not be unique. Sessions and " +
        "events carry it.",
    }),
    note: z.string({ error: "must be a string" }).nullish().meta({
      description: "Free-text order note",
    }),
    attributes: stringValues.nullish().meta({ description: "Free-form cart attributes" }),
  }).meta({ description: "The request" }),
}).meta({ id: "CreateSession" });

/**
 * Reads the body of Create Session.
 *
 * @throws {AppError} `error.invalid-request` naming the first field that does not fit
 */
export function readCreateSession({ value }: { readonly value: unknown }): CartRequest {
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
    reference: data.reference ?? null,
    note: data.note ?? null,
    attributes: data.attributes ?? {},
    tracking: readTracking(data),
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
