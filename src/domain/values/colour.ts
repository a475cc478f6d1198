/** A colour of sRGB: red, green, blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb` of either case; undefined for other text. */
export function parseColour(text: string): Colour | undefined {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (parts === null) return undefined;
  const [, red = "", green = "", blue = ""] = parts;
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}

/** Writes `#rrggbb`. */
export function colourText(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Contrast ratio, 1 to 21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Mixes a percentage of another colour into one. */
export function mix(one: Colour, other: Colour, percent: number): Colour {
  const part = (i: 0 | 1 | 2) => Math.round(one[i] + (other[i] - one[i]) * percent / 100);
  return [part(0), part(1), part(2)];
}
