import stringWidth from "string-width";

/** Width of a text in columns: a wide character takes 2, a combining one 0. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** Pads a text with spaces on the right; a wider one stays unchanged. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** Pads a text with spaces on the left; a wider one stays unchanged. */
export function alignRight(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - textWidth(text))) + text;
}

/**
 * Wraps a text between words, and within a word only in scripts without spaces. Other words that are
 * wider than a line stay whole: they are ids or secrets, which are copied.
 *
 * @param width columns; Infinity leaves the text unchanged
 * @returns at least one line
 */
export function wrapText(text: string, width: number): string[] {
  if (textWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const parts = hasWide(word) ? splitWide(word, width) : [word];
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
  }
  return [...lines, line];
}

/** True for a word with wide characters, as of scripts without spaces, or emoji. */
function hasWide(word: string): boolean {
  return textWidth(word) > [...word].length;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function splitWide(word: string, width: number): string[] {
  const parts: string[] = [];
  let part = "";
  for (const { segment } of graphemes.segment(word)) {
    if (part !== "" && textWidth(part + segment) > width) {
      parts.push(part);
      part = "";
    }
    part += segment;
  }
  return [...parts, part];
}
