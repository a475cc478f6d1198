/** Texts that would run as code, in everything that a page shows. */
import assert from "node:assert/strict";
import { browserTests } from "../../support/browser.ts";
import { withScene } from "./scene.ts";
import { reach, STATES } from "./states.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;
declare const globalThis: Any;

const browserTest = browserTests();

/** Breaks out of texts, attributes, titles and lists, and is executed in each. */
const CODE = [
  `'"><script>ran()</script><img src=x onerror=ran()>`,
  "</title></textarea></select><svg onload=ran()>",
];
/** Forms that a customer types into. */
const TYPED = "form:has(input:is([type=text], [type=tel], [type=email]))";
/** Fields with a text of a shop or a person. */
const TEXTS =
  /^(?:name|title|instructions|line1|line2|city|state|note|reference|message|Engraving)$/;

/** Adds code to the texts of a value, to what is in lists and objects as well. */
function hostile<T>(value: T): T {
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

browserTest(
  "what a customer types into a form comes back and does not run",
  (open) =>
    withScene(async (scene) => {
      const tab = await open();
      await tab.page.setBypassCSP(true);
      await tab.page.evaluateOnNewDocument(() => {
        globalThis.ran = () => globalThis.hasRun = true;
      });
      const { url } = await scene.open();
      await tab.goTo(url);
      const forms = await tab.page.$$eval(TYPED, ({ length }: Any) => length);
      const back: string[] = [];
      for (let i = 0; i < forms; i++) {
        await tab.goTo(url);
        await tab.leaves(() =>
          tab.page.evaluate(
            (at: number, code: string) => {
              const form = document.forms[at];
              for (const input of form.querySelectorAll("input:not([type=radio])")) {
                input.type = "text";
                input.value = code;
              }
              // Not by the script, and after this answer: the page is left.
              setTimeout(() => form.submit());
            },
            i,
            CODE[0] ?? "",
          )
        );
        const found = await tab.page.evaluate(() => ({
          hasRun: globalThis.hasRun === true,
          elements: document.querySelectorAll("[onerror], [src=x], script:not([src])").length,
          names: [...document.querySelectorAll("input[aria-invalid=true], input[autofocus]")]
            .filter(({ value }: Any) => value.includes("onerror")).map(({ name }: Any) => name),
        }));
        assert.deepEqual([found.hasRun, found.elements], [false, 0]);
        back.push(...found.names);
      }
      assert.ok(["code", "phone"].every((name) => back.includes(name)), back.join());
    }),
);

for (const state of STATES) {
  browserTest(
    `${state.name} runs nothing that a shop or a person wrote`,
    (open) =>
      withScene(async (scene) => {
        const tab = await open();
        // Without its policy the page's own escaping has to hold.
        await tab.page.setBypassCSP(true);
        await tab.page.evaluateOnNewDocument(() => {
          globalThis.ran = () => globalThis.hasRun = true;
        });
        await reach(state, { scene, tab, language: "en" });
        const found = await tab.page.evaluate(() => ({
          hasRun: globalThis.hasRun === true,
          elements:
            document.querySelectorAll("[onerror], [onload], [src=x], script:not([src])").length,
          links: [...document.links].map(({ protocol }) => protocol),
          text: document.body.innerText,
        }));
        assert.deepEqual([found.hasRun, found.elements], [false, 0]);
        assert.deepEqual(found.links.filter((one) => !/^(?:https?|upi):$/.test(one)), []);
        const own = [`${scene.origin}/c/`, `${scene.site.origin}/`, "data:image/svg+xml", "data:,"];
        assert.deepEqual(tab.requests.filter((one) => !own.some((it) => one.startsWith(it))), []);
        assert.deepEqual(tab.complaints, []);
        if (state.url === undefined) {
          assert.ok(found.text.includes(CODE[0] ?? ""), "The text is shown");
        }
      }, { ...state.options, reword: hostile }),
  );
}
