/** Attributes of an element; numbers are rounded to what can be seen. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Writes an element of XML; what is in it is XML already. */
export function element(name: string, attributes: Attributes, ...content: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    ` ${key}="${escapeXml(typeof value === "number" ? String(rounded(value)) : value)}"`
  ).join("");
  const inside = content.join("");
  return inside === "" ? `<${name}${written}/>\n` : `<${name}${written}>${inside}</${name}>\n`;
}

/** Writes text at a place, of one of the classes of the style. */
export function label(
  text: string,
  { x, y, style = "" }: { readonly x: number; readonly y: number; readonly style?: string },
): string {
  return element("text", style === "" ? { x, y } : { x, y, class: style }, escapeXml(text));
}

/** Writes a straight line. */
export function line(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  style: string,
): string {
  return element("line", { x1, y1, x2, y2, class: style });
}

/** Replaces what means something in XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (found) => ESCAPES[found] ?? found);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
