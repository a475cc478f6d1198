import stringWidth from "string-width";

/** Columns that a text takes on a terminal: 2 for a wide character, 0 for a combining one. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** A text with spaces behind it up to a width; a wider one as it is. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** A text with spaces before it up to a width; a wider one as it is. */
export function alignRight(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - textWidth(text))) + text;
}

/**
 * Breaks a text into lines of at most a width: between words, and within a word only where it
 * is a sentence without spaces. What is one word and wider than a line stays whole, because
 * that is an id or a secret which is going to be copied.
 *
 * @param width columns; Infinity leaves the text as it is
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

/** Whether a word is in a script that is written without spaces, or holds pictures. */
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
