import { deepEqual, equal, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import {
  type Colour,
  colourText,
  contrast,
  parseColour,
} from "../../../src/domain/values/colour.ts";
import { accentColours, accentStyle, GROUNDS } from "../../../src/web/page/accent.ts";
import { STYLE } from "../../../src/web/page/assets/files.ts";

const WHITE: Colour = [255, 255, 255];

/** Reads `light-dark(#rrggbb, #rrggbb)` of a variable of the pages' style. */
function schemes(name: string): { readonly light: Colour; readonly dark: Colour } {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(STYLE.text);
  const [light, dark] = [parseColour(found?.[1] ?? ""), parseColour(found?.[2] ?? "")];
  ok(light !== undefined && dark !== undefined, name);
  return { light, dark };
}

Deno.test("accentColours() counts on the grounds of the pages' style", () => {
  for (const name of ["ground", "sheet"] as const) {
    deepEqual(schemes(name), { light: GROUNDS.light[name], dark: GROUNDS.dark[name] });
  }
});

const part = fc.nat(255);
const accepted = fc.tuple(part, part, part).filter((colour) => contrast(colour, WHITE) >= 4.5);

Deno.test("accentColours() is readable in both schemes for every accepted accent", () => {
  const ink = schemes("ink");
  const soft = schemes("soft");
  fc.assert(
    fc.property(accepted, (colour) => {
      const colours = accentColours(colour);
      for (const scheme of ["light", "dark"] as const) {
        const { accent, onAccent, soft: note } = colours[scheme];
        const { ground, sheet } = GROUNDS[scheme];
        for (const other of [ground, sheet, note, onAccent]) {
          const ratio = contrast(accent, other);
          ok(ratio >= 4.5, `${scheme}: ${colourText(accent)} on ${colourText(other)}: ${ratio}`);
        }
        for (const text of [ink[scheme], soft[scheme]]) ok(contrast(text, note) >= 4.5);
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("accentColours() keeps a colour with contrast enough, and darkens one that just passes", () => {
  const texts = (text: string) => {
    const { light, dark } = accentColours(parseColour(text) ?? WHITE);
    return [light.accent, dark.accent].map(colourText);
  };
  deepEqual(texts("#14584a")[0], "#14584a");
  deepEqual(texts("#000000")[0], "#000000");
  ok((texts("#767676")[0] ?? "") < "#767676");
});

Deno.test("accentStyle() has the hash that the page's policy names", () => {
  const { css, source } = accentStyle("#14584a");
  ok(css.startsWith(":root{--accent:light-dark(#14584a,#"));
  equal(source, `'sha256-${createHash("sha256").update(css).digest("base64")}'`);
  // Nothing that ends the element it is written into.
  ok(!/[<&]/.test(css));
});
