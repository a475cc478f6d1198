import { canonicalJson } from "../values/json.ts";
import type { RawLine } from "./cart.ts";

/** Tracking data, with the field names of the request; JSON values. */
export type Tracking = Readonly<Record<string, unknown>>;

/** Limit of the bytes kept of a request besides the session. */
export const MAX_EXTRA_BYTES = 8 * 1024;

const utf8 = new TextEncoder();

/** Line fields that are part of the session; others are kept while there is room. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  "product_id",
  "variant_id",
  "quantity",
  "properties",
  "price",
  "final_price",
  "compare_at_price",
  "title",
  "product_title",
  "variant_title",
  "handle",
  "image",
  "featured_image",
  "grams",
  "taxable",
  "single_variant",
  "product_has_only_default_variant",
  "source",
]);

/**
 * Parts of a request kept for the operator: tracking data, then unknown fields of the lines by line
 * index, in order. A field that does not fit into {@link MAX_EXTRA_BYTES} is dropped.
 *
 * @returns a JSON object
 */
export function keptExtra(tracking: Tracking, lines: readonly RawLine[]): string {
  return shortExtra(tracking, lines) ?? cutExtra(tracking, lines);
}

/** Everything in one go; undefined where it may not fit, or JSON needs the digits of an integer. */
function shortExtra(tracking: Tracking, lines: readonly RawLine[]): string | undefined {
  const items: Record<string, unknown> = {};
  for (const [i, { fields }] of lines.entries()) {
    const unknown = Object.entries(fields).filter(([name]) => !KNOWN_FIELDS.has(name));
    if (unknown.length > 0) items[i] = Object.fromEntries(unknown);
  }
  const parts = {
    ...(!isEmpty(tracking) && { tracking }),
    ...(!isEmpty(items) && { items }),
  };
  try {
    const text = JSON.stringify(parts);
    return utf8.encode(text).length <= MAX_EXTRA_BYTES ? text : undefined;
  } catch {
    return undefined;
  }
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}

function cutExtra(tracking: Tracking, lines: readonly RawLine[]): string {
  const room = { bytes: MAX_EXTRA_BYTES - '{"tracking":{},"items":{}}'.length };
  const kept = fitting(Object.entries(tracking), room);
  const items: string[] = [];
  for (const [i, { fields }] of lines.entries()) {
    const unknown = Object.entries(fields).filter(([name]) => !KNOWN_FIELDS.has(name));
    const around = `"${i}":{},`.length;
    if (unknown.length === 0 || room.bytes <= around) continue;
    const rest = { bytes: room.bytes - around };
    const members = fitting(unknown, rest);
    if (members.length === 0) continue;
    room.bytes = rest.bytes;
    items.push(`"${i}":{${members.join(",")}}`);
  }
  const parts = [
    ...(kept.length > 0 ? [`"tracking":{${kept.join(",")}}`] : []),
    ...(items.length > 0 ? [`"items":{${items.join(",")}}`] : []),
  ];
  return `{${parts.join(",")}}`;
}

/** The members of an object that fit, as JSON text; subtracts their bytes from the room. */
function fitting(
  members: readonly (readonly [name: string, value: unknown])[],
  room: { bytes: number },
): string[] {
  return members.flatMap(([name, value]) => {
    // Skips writing a value whose name alone does not fit.
    if (name.length > room.bytes) return [];
    const text = `${JSON.stringify(name)}:${canonicalJson(value)}`;
    const bytes = utf8.encode(text).length + 1;
    if (bytes > room.bytes) return [];
    room.bytes -= bytes;
    return [text];
  });
}
