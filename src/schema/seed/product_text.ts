import { decodeHTML } from "entities/decode";

/** Parts of a description that are not text: comments, and the contents of these elements. */
const HIDDEN = /<!--[^]*?-->|<(script|style|template|iframe|noscript)\b[^]*?(?:<\/\1\s*>|$)/gi;
/** Tags that end a line. */
const BREAKS = /<(?:br|\/(?:p|div|li|tr|h[1-6]|ul|ol|table|blockquote|section))\b[^>]*>/gi;
const TAGS = /<\/?[a-z!?][^>]*(?:>|$)/gi;

/** The text of a description: without tags, its character references decoded. */
export function textOfHtml(html: string): string {
  const text = html.replaceAll(HIDDEN, "").replaceAll(/\s+/g, " ").replaceAll(BREAKS, "\n")
    .replaceAll(TAGS, "");
  return decodeHTML(text).replaceAll(/[ \t]*\n[ \t]*/g, "\n").replaceAll(/\n{3,}/g, "\n\n").trim();
}

/** A description of this text: a paragraph for each part between empty lines. */
export function htmlOfText(text: string): string {
  return text.trim().split(/\n\s*\n/).filter((part) => part !== "")
    .map((part) => part.split("\n").map((line) => escaped(line.trim())).join("<br>"))
    .map((part) => `<p>${part}</p>`).join("\n");
}

const REFERENCES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (one) => REFERENCES[one]!);
}
