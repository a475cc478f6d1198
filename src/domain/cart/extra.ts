import { canonicalJson, isEmpty } from "../values/json.ts";
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

/** Everything in one go; undefined if it does not fit, or has an integer beyond a double. */
function shortExtra(tracking: Tracking, lines: readonly RawLine[]): string | undefined {
  const items = Object.fromEntries(
    unknownFields(lines).map(([i, unknown]) => [i, Object.fromEntries(unknown)]),
  );
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

type Members = readonly (readonly [name: string, value: unknown])[];

/** Unknown fields of the lines that have any, under the line's index. */
function unknownFields(lines: readonly RawLine[]): [index: number, unknown: Members][] {
  return lines.flatMap(({ fields }, i): [number, Members][] => {
    const unknown = Object.entries(fields).filter(([name]) => !KNOWN_FIELDS.has(name));
    return unknown.length === 0 ? [] : [[i, unknown]];
  });
}

/** As much as fits, member by member. */
function cutExtra(tracking: Tracking, lines: readonly RawLine[]): string {
  const room = { bytes: MAX_EXTRA_BYTES - '{"tracking":{},"items":{}}'.length };
  const kept = fitting(Object.entries(tracking), room);
  const items: string[] = [];
  for (const [i, unknown] of unknownFields(lines)) {
    const around = `"${i}":{},`.length;
    if (room.bytes <= around) continue;
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
function fitting(members: Members, room: { bytes: number }): string[] {
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
