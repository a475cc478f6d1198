import type { Tracking } from "../../domain/cart/extra.ts";
import { isEmpty, isRecord } from "../../domain/values/json.ts";

/** Tracking identifiers of a request: usually UUIDs, but any text is accepted. */
export const TRACKING_IDS = [
  "fp_id",
  "storefront_s",
  "storefront_y",
  "checkout_trace_s",
  "checkout_trace_y",
] as const;

/** Limit of the length of a kept tracking id. */
export const MAX_TRACKING_ID = 255;
/** Limit of the length of other kept texts: page URLs, click identifiers. */
export const MAX_TRACKING_TEXT = 2048;
/** Limit of the kept UTM parameters; there are five. */
export const MAX_UTM = 100;

/**
 * Reads the tracking data of a request. Invalid or too long values are dropped, never refused: they
 * must not stop a sale.
 */
export function readTracking(data: Readonly<Record<string, unknown>>): Tracking {
  const { analytics, metadata } = data;
  const social = isRecord(analytics)
    ? textFields(analytics["social"], ["social_p", "social_c"], MAX_TRACKING_TEXT)
    : {};
  const pages = ["orig_referer", "referer_host", "landing_page"];
  const utm = isRecord(metadata) ? readUtm(metadata["utm"]) : [];
  const origin = {
    ...(utm.length > 0 && { utm }),
    ...textFields(metadata, pages, MAX_TRACKING_TEXT),
  };
  return {
    ...textFields(data, TRACKING_IDS, MAX_TRACKING_ID),
    ...(!isEmpty(social) && { analytics: { social } }),
    ...(!isEmpty(origin) && { metadata: origin }),
  };
}

function readUtm(value: unknown): Record<string, string>[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_UTM).map((one) => textFields(one, ["name", "value"], MAX_TRACKING_TEXT))
    .filter(({ name, value }) => name !== undefined && value !== undefined);
}

/** The fields among these that are texts of up to `max` characters. */
function textFields(value: unknown, names: readonly string[], max: number): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!isRecord(value)) return fields;
  for (const name of names) {
    const text = value[name];
    if (typeof text === "string" && text.length <= max) fields[name] = text;
  }
  return fields;
}
