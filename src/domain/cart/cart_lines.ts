import { invalid } from "../errors.ts";
import { type CartContext, type CartLine, MAX_LINES, type RawLine, readLine } from "./cart.ts";

/** Limit of the bytes of the lines' own display texts as JSON: 64 KiB per cart. */
export const MAX_DISPLAY_BYTES = 64 * 1024;

/** Display texts of a line, most important first. */
const DISPLAY = ["title", "variantTitle", "handle", "image"] as const;

const utf8 = new TextEncoder();

/**
 * Reads the lines of a cart and limits their display texts to {@link MAX_DISPLAY_BYTES}; texts from
 * the catalogue do not count.
 *
 * @throws {AppError} `error.invalid-request` for no lines, too many, or one that cannot be read or
 *   priced
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

/** Limits the texts of a line to its share: cuts the title, and keeps or drops the others. */
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

/** The beginning of a text that fits, without half a character. */
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

/** Bytes of a text in JSON, without its quotes. */
function jsonBytes(text: string): number {
  return utf8.encode(JSON.stringify(text)).length - 2;
}
