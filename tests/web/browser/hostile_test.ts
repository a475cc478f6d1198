/** Texts that would run as code, in everything that a page shows. */
import assert from "node:assert/strict";
import { browserTests } from "../../support/browser.ts";
import { CODE, hostile, traces, watchForCode } from "./hostile.ts";
import { withScene } from "./scene.ts";
import { reach, STATES } from "./states.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;

const browserTest = browserTests();

/** Forms that a customer types into. */
const TYPED = "form:has(input:is([type=text], [type=tel], [type=email]))";
browserTest(
  "what a customer types into a form comes back and does not run",
  (open) =>
    withScene(async (scene) => {
      const tab = await open();
      await watchForCode(tab);
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
        assert.deepEqual(await traces(tab), [false, 0]);
        back.push(
          ...await tab.page.evaluate(() =>
            [...document.querySelectorAll("input[aria-invalid=true], input[autofocus]")]
              .filter(({ value }: Any) => value.includes("onerror")).map(({ name }: Any) => name)
          ),
        );
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
        await watchForCode(tab);
        await reach(state, { scene, tab, language: "en" });
        const found = await tab.page.evaluate(() => ({
          links: [...document.links].map(({ protocol }) => protocol),
          text: document.body.innerText,
        }));
        assert.deepEqual(await traces(tab), [false, 0]);
        assert.deepEqual(found.links.filter((one) => !/^(?:https?|upi):$/.test(one)), []);
        const pages = ["c", "r"].map((path) => `${scene.origin}/${path}/`);
        const own = [...pages, `${scene.site.origin}/`, "data:image/svg+xml", "data:,"];
        assert.deepEqual(tab.requests.filter((one) => !own.some((it) => one.startsWith(it))), []);
        assert.deepEqual(tab.complaints, []);
        if (state.url === undefined) {
          assert.ok(found.text.includes(CODE[0] ?? ""), "The text is shown");
        }
      }, { ...state.options, reword: hostile }),
  );
}
