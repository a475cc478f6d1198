import { createHash } from "node:crypto";
import { MIN_CONTRAST } from "../../domain/shop/checkout_rules.ts";
import { type Colour, colourText, contrast, mix, parseColour } from "../../domain/values/colour.ts";

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
/** Grounds of text in `base.css`, in the light scheme and the dark one. */
export const GROUNDS = {
  light: { ground: [243, 242, 238], sheet: WHITE },
  dark: { ground: [17, 19, 18], sheet: [27, 30, 29] },
} as const satisfies Record<string, Record<string, Colour>>;

/** Colours of a shop in one scheme. */
export interface Accent {
  /** Of buttons, links and marks. */
  readonly accent: Colour;
  /** Of text on it. */
  readonly onAccent: Colour;
  /** Ground of notes and marks. */
  readonly soft: Colour;
}

/** A style of a page with its source for `style-src`. */
export interface InlineStyle {
  readonly css: string;
  readonly source: string;
}

/** Limit of the kept styles. */
const MAX_KEPT = 500;
const kept = new Map<string, InlineStyle>();

/**
 * The style of a shop's colour. It is kept: a page and its headers both need it, and making one
 * takes a third of the time of rendering a page.
 *
 * @param accent `#rrggbb`, on which white is readable
 */
export function accentStyle(accent: string): InlineStyle {
  const known = kept.get(accent);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const made = makeStyle(accent);
  kept.set(accent, made);
  return made;
}

function makeStyle(accent: string): InlineStyle {
  const { light, dark } = accentColours(parseColour(accent) ?? BLACK);
  const rows = [
    ["--accent", light.accent, dark.accent],
    ["--on-accent", light.onAccent, dark.onAccent],
    ["--accent-soft", light.soft, dark.soft],
  ] as const;
  const css = rows.map(([name, one, other]) =>
    `${name}:light-dark(${colourText(one)},${colourText(other)})`
  ).join(";");
  return styled(`:root{${css}}`);
}

function styled(css: string): InlineStyle {
  const hash = createHash("sha256").update(css).digest("base64");
  return { css, source: `'sha256-${hash}'` };
}

/**
 * A shop's colour in both schemes, readable on every ground. Links are not only on white, so a
 * colour that just passes there is darkened by a few percent.
 */
export function accentColours(colour: Colour): { readonly light: Accent; readonly dark: Accent } {
  return {
    light: firstReadable(colour, BLACK, { ...GROUNDS.light, onAccent: WHITE, softPercent: 9 }),
    dark: firstReadable(colour, WHITE, {
      ...GROUNDS.dark,
      onAccent: GROUNDS.dark.ground,
      softPercent: 12,
    }),
  };
}

/** Mixes as little as needed of another colour into one. */
function firstReadable(
  colour: Colour,
  into: Colour,
  { ground, sheet, onAccent, softPercent }: {
    readonly ground: Colour;
    readonly sheet: Colour;
    readonly onAccent: Colour;
    readonly softPercent: number;
  },
): Accent {
  for (let percent = 0;; percent += 1) {
    const accent = mix(colour, into, percent);
    const soft = mix(sheet, accent, softPercent);
    const isReadable = [ground, sheet, soft, onAccent].every((other) =>
      contrast(accent, other) >= MIN_CONTRAST
    );
    if (isReadable || percent === 100) return { accent, onAccent, soft };
  }
}
