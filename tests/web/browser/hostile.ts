/** Texts that would run as code, and a look at whether one did. */
import type { Tab } from "../../support/tab.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;
declare const globalThis: Any;

/** Breaks out of texts, attributes, titles and lists, and is executed in each. */
export const CODE = [
  `'"><script>ran()</script><img src=x onerror=ran()>`,
  "</title></textarea></select><svg onload=ran()>",
];

/** Fields with a text of a shop or a person. */
const TEXTS =
  /^(?:name|title|vendor|instructions|line1|line2|city|state|note|reference|message|Engraving)$/;

/** Adds code to the texts of a value, to what is in lists and objects as well. */
export function hostile<T>(value: T): T {
  return reworded(value, "") as T;
}

function reworded(value: unknown, key: string): unknown {
  if (typeof value === "string") return TEXTS.test(key) ? `${value}${CODE.join("")}` : value;
  if (Array.isArray(value)) return value.map((one) => reworded(one, key));
  if (typeof value !== "object" || value === null) return value;
  const isGiven = "applicationType" in value && value.applicationType === "AUTOMATIC";
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "code" && isGiven ? `${one}${CODE[0]}` : reworded(one, name),
    ]),
  );
}

/** Makes code that a page runs visible to {@link traces}, also where its policy would forbid it. */
export async function watchForCode({ page }: Tab): Promise<void> {
  // Without its policy the page's own escaping has to hold.
  await page.setBypassCSP(true);
  await page.evaluateOnNewDocument(() => {
    globalThis.ran = () => globalThis.hasRun = true;
  });
}

/** True if the page ran code, and the number of elements that code would be in. */
export async function traces({ page }: Tab): Promise<[hasRun: boolean, elements: number]> {
  return await page.evaluate((): [boolean, number] => [
    globalThis.hasRun === true,
    document.querySelectorAll("[onerror], [onload], [src=x], script:not([src])").length,
  ]);
}
