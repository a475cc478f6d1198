import { invalid } from "../errors.ts";
import { type CartContext, type CartLine, MAX_LINES, type RawLine, readLine } from "./cart.ts";

/** Most bytes that the lines' own texts for display take, as JSON: 64 KiB a cart. */
export const MAX_DISPLAY_BYTES = 64 * 1024;

/** Texts of a line for display, from the most to the least wanted. */
const DISPLAY = ["title", "variantTitle", "handle", "image"] as const;

const utf8 = new TextEncoder();

/**
 * Reads the lines of a cart. Texts for display are kept within {@link MAX_DISPLAY_BYTES}, those of
 * the shop's catalogue apart.
 *
 * @throws {AppError} `error.invalid-request` when there are none or too many, or one cannot be
 *   read or priced
 */
export function readLines(items: readonly RawLine[], context: CartContext): CartLine[] {
  if (items.length === 0 || items.length > MAX_LINES) {
    throw invalid(`data.items must have 1 to ${MAX_LINES} lines, got ${items.length}`);
  }
  const lines = items.map((item) => readLine(item, context));
  const own = lines.filter(({ listed }) => !listed);
  const total = own.reduce((sum, line) => sum + displayBytes(line), 0);
  if (total <= MAX_DISPLAY_BYTES) return lines;
  const share = Math.floor(MAX_DISPLAY_BYTES / own.length);
  return lines.map((line) => line.listed ? line : shortened(line, share));
}

function displayBytes(line: CartLine): number {
  return DISPLAY.reduce((sum, name) => sum + jsonBytes(line[name]), 0);
}

/** A line whose texts take no more than its share: its title is cut, others are kept or dropped. */
function shortened(line: CartLine, share: number): CartLine {
  const title = cut(line.title, share);
  let left = share - jsonBytes(title);
  const [variantTitle, handle, image] = [line.variantTitle, line.handle, line.image].map((text) => {
    const bytes = jsonBytes(text);
    if (bytes > left) return "";
    left -= bytes;
    return text;
  });
  return { ...line, title, variantTitle: variantTitle!, handle: handle!, image: image! };
}

/** As much of a text from its beginning as fits, never half a character. */
function cut(text: string, bytes: number): string {
  if (jsonBytes(text) <= bytes) return text;
  let left = bytes;
  let end = 0;
  for (const point of text) {
    left -= jsonBytes(point);
    if (left < 0) break;
    end += point.length;
  }
  return text.slice(0, end);
}

/** Length of a text within JSON, without its quotes. */
function jsonBytes(text: string): number {
  return utf8.encode(JSON.stringify(text)).length - 2;
}
