import { z } from "zod";
import type { RawLine } from "../../domain/cart/cart.ts";
import type { CartRequest, CheckoutSession } from "../../domain/session/session.ts";
import { parseDomain, requireCountry } from "../../domain/shop/merchant.ts";
import { requireRedirectUrl } from "../../domain/shop/redirect_url.ts";
import type { Form } from "../form.ts";
import { isRecord, isTextRecord } from "../../domain/values/json.ts";
import { MAX_REFERENCE, MAX_URL } from "../../domain/values/limits.ts";
import { nonEmptyText, parseWith, textUpTo } from "../parse.ts";
import { requestBody, uuid } from "./fields.ts";
import { linesSchema, readLineItems, readPlainLines } from "./line_item.ts";
import { MAX_TRACKING_ID, MAX_UTM, readTracking } from "./tracking.ts";

// Tracking data is not validated here: it must not stop a sale, whatever is wrong with it.
const trackingId = (what: string) =>
  z.unknown().optional().meta({
    description: `${what}, usually a UUID. Ignored unless it is text of up to ${MAX_TRACKING_ID} ` +
      "characters.",
    override: { type: ["string", "null"] },
  });

const text = (description: string) => ({
  type: ["string" as const, "null" as const],
  description,
});

const analytics = z.unknown().optional().meta({
  description: "Identifiers of advertising clicks. Invalid fields are ignored.",
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
  description: "Where the customer came from. Invalid fields are ignored.",
  override: {
    type: ["object", "null"],
    properties: {
      utm: {
        type: ["array", "null"],
        description: `UTM parameters; the first ${MAX_UTM} are kept`,
        items: {
          type: "object",
          properties: {
            name: { type: "string", description: "Name, for example `utm_source`" },
            value: { type: "string", description: "Value" },
          },
        },
      },
      orig_referer: text("Page that led to the store"),
      referer_host: text("Host of that page"),
      landing_page: text("First page visited in the store"),
    },
  },
});

// Checked by hand: zod would create an issue for every wrong value, possibly thousands, and would
// lose a key called `__proto__`.
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

/** Request body of Create Session (spec 4.1). */
export const createSessionSchema = requestBody("CreateSession", {
  shop_domain: nonEmptyText(MAX_URL).meta({
    description: "A domain of the shop; scheme, port and path are ignored",
    example: "demo-store.example",
  }),
  country_code: z.string({ error: "must be a string" }).nullish().meta({
    description: "ISO 3166-1 alpha-2 (default: the shop's)",
  }),
  items: linesSchema.meta({ description: "Items of the cart" }),
  fp_id: trackingId("Client tracking identifier"),
  storefront_s: trackingId("Storefront session tracking identifier"),
  storefront_y: trackingId("Storefront visitor tracking identifier"),
  checkout_trace_s: trackingId("Trace identifier for the session"),
  checkout_trace_y: trackingId("Trace identifier for the visitor"),
  redirect_url: textUpTo(MAX_URL).nullish().meta({
    description:
      "Where to send the customer after checkout: absolute http or https URL (default: the shop's)",
  }),
  analytics,
  metadata,
  reference: textUpTo(MAX_REFERENCE).nullish().meta({
    description:
      "Your reference of the order or cart; need not be unique. The session and its events " +
      "have it.",
  }),
  note: z.string({ error: "must be a string" }).nullish().meta({
    description: "Free-text order note",
  }),
  attributes: stringValues.nullish().meta({ description: "Free-form cart attributes" }),
});

/**
 * Reads the request body of Create Session.
 *
 * @throws {AppError} `error.invalid-request` naming the first invalid field
 */
export function readCreateSession({ value }: { readonly value: unknown }): CartRequest {
  const data = readPlain(value) ?? readBySchema(value);
  return {
    shopDomain: parseDomain(data.shop_domain),
    countryCode: data.country_code == null
      ? null
      : requireCountry(data.country_code, "data.country_code"),
    items: data.items,
    redirectUrl: data.redirect_url == null
      ? null
      : requireRedirectUrl(data.redirect_url, "data.redirect_url"),
    reference: data.reference ?? null,
    note: data.note ?? null,
    attributes: data.attributes ?? {},
    tracking: readTracking(data),
  };
}

type Data = Omit<z.infer<typeof createSessionSchema>["data"], "items"> & {
  readonly items: readonly RawLine[];
};

/** All fields of the schema, so that a forgotten one does not compile. */
type WholeData = { readonly [Field in keyof Required<Data>]: Data[Field] };

function readBySchema(value: unknown): Data {
  const { data: parsed } = parseWith(createSessionSchema, value);
  return { ...parsed, items: readLineItems(parsed.items) };
}

/**
 * Reads an ordinary body like {@link readBySchema}, in a tenth of its time; undefined for any
 * other. Each field is named and checked: what is not parsed is never spread.
 */
export function readPlain(value: unknown): WholeData | undefined {
  const data = isRecord(value) ? value["data"] : undefined;
  if (!isRecord(data)) return undefined;
  const { shop_domain, country_code, redirect_url, reference, note, attributes } = data;
  if (!isText(shop_domain, MAX_URL) || shop_domain === "") return undefined;
  const isPlain = isTextOrNone(country_code) && isTextOrNone(redirect_url, MAX_URL) &&
    isTextOrNone(reference, MAX_REFERENCE) && isTextOrNone(note) &&
    (attributes === undefined || attributes === null || isTextRecord(attributes));
  const items = isPlain ? readPlainLines(data["items"]) : undefined;
  if (!isPlain || items === undefined) return undefined;
  return {
    shop_domain,
    country_code,
    items,
    // Tracking data is not validated by the schema either.
    fp_id: data["fp_id"],
    storefront_s: data["storefront_s"],
    storefront_y: data["storefront_y"],
    checkout_trace_s: data["checkout_trace_s"],
    checkout_trace_y: data["checkout_trace_y"],
    redirect_url,
    analytics: data["analytics"],
    metadata: data["metadata"],
    reference,
    note,
    attributes,
  };
}

function isText(value: unknown, max = Infinity): value is string {
  return typeof value === "string" && value.length <= max;
}

function isTextOrNone(value: unknown, max?: number): value is string | null | undefined {
  return value === undefined || value === null || isText(value, max);
}

/** The answer of Create Session (spec 4.1). */
export const createdSchema = z.strictObject({
  session_id: uuid.meta({ description: "Id of the session: all other calls take it" }),
  merchant_id: uuid.meta({ description: "Merchant that the session belongs to" }),
}).meta({ id: "CreatedSession" });

/** Encodes the answer of Create Session. */
export function encodeCreated({ id, merchantId }: CheckoutSession): Form<typeof createdSchema> {
  return { session_id: id, merchant_id: merchantId };
}
