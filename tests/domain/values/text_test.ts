import { equal } from "node:assert/strict";
import { asciiUpperCase, isVisible } from "../../../src/domain/values/text.ts";

Deno.test("asciiUpperCase() changes a to z and nothing else", () => {
  equal(asciiUpperCase("inr"), "INR");
  equal(asciiUpperCase("iNr9-é\u0131\u017fß"), "INR9-é\u0131\u017fß");
  equal(asciiUpperCase(""), "");
});

Deno.test("isVisible() finds a character that shows in any script", () => {
  for (const text of ["a", " a ", "7", "-", "☕", "प्याला", "店", "مقهى", "\u200b.", "👩‍🍳"]) {
    equal(isVisible(text), true, text);
  }
});

Deno.test("isVisible() is not taken in by blanks, fillers and marks without a letter", () => {
  const blank = [
    ...["", " ", "\t\n", "\u00a0", "\u2003", "\u3000", "\u200b", "\u200d", "\u2060", "\ufeff"],
    ...["\u00ad", "\u115f", "\u3164", "\uffa0", "\u2800", "\u202e", "\u0301", "\ufe0f", "\u0000"],
    " \u200b\u3164\u2800 ",
  ];
  for (const text of blank) equal(isVisible(text), false, JSON.stringify(text));
});
