import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  type Colour,
  colourText,
  contrast,
  mix,
  parseColour,
} from "../../../src/domain/values/colour.ts";

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
const part = fc.nat(255);
const colours = fc.tuple(part, part, part);

/** Ratios to white that WCAG's formula gives, to two decimals. */
const RATIOS = [
  ["#000000", "21.00"],
  ["#767676", "4.54"],
  ["#777777", "4.48"],
  ["#14584a", "8.32"],
  ["#0000ff", "8.59"],
  ["#ff0000", "4.00"],
  ["#ffffff", "1.00"],
] as const;

for (const [text, ratio] of RATIOS) {
  Deno.test(`contrast() of ${text} to white is ${ratio}`, () => {
    const colour = parseColour(text);
    ok(colour);
    equal(contrast(colour, WHITE).toFixed(2), ratio);
  });
}

Deno.test("contrast() is from 1 to 21, and the same in both directions", () =>
  fc.assert(fc.property(colours, colours, (one, other) => {
    const ratio = contrast(one, other);
    equal(ratio, contrast(other, one));
    ok(ratio >= 1 && ratio <= contrast(BLACK, WHITE));
  })));

Deno.test("parseColour() reads back each colour, of either case", () =>
  fc.assert(fc.property(colours, (colour) => {
    const text = colourText(colour);
    equal(colourText(parseColour(text.toUpperCase()) ?? BLACK), text);
  })));

Deno.test("parseColour() refuses other text", () => {
  for (const text of ["", "red", "#fff", "14584a", "#14584a80", " #14584a", "#14584g"]) {
    equal(parseColour(text), undefined, text);
  }
});

Deno.test("mix() goes from one colour to the other", () => {
  equal(colourText(mix(BLACK, WHITE, 0)), "#000000");
  equal(colourText(mix(BLACK, WHITE, 50)), "#808080");
  equal(colourText(mix([20, 88, 74], WHITE, 10)), "#2c695c");
  equal(colourText(mix(BLACK, WHITE, 100)), "#ffffff");
});
