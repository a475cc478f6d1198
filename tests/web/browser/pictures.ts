/**
 * Takes the pictures of docs/pictures: every state of the pages, light and dark, on a phone and a
 * desktop, and some from right to left. `deno task pictures start thanks` takes only these states.
 */
import type { Language } from "../../../src/web/language.ts";
import { stopBrowser, withTabs } from "../../support/browser.ts";
import { ROOT } from "../../support/root.ts";
import { withScene } from "./scene.ts";
import { reach, type State, STATES } from "./states.ts";

const FOLDER = `${ROOT}docs/pictures`;
/** Windows; pictures of the large one are smaller than it. */
const WINDOWS = {
  phone: { width: 360, height: 640, deviceScaleFactor: 1 },
  desktop: { width: 1280, height: 800, deviceScaleFactor: 0.6 },
};
/** States that look like another one, but for a line. */
const ALIKE = ["gift-taken", "address-not-served", "thanks-later", "too-many-tries"];
/** States that are taken in Arabic too, on a phone. */
const IN_ARABIC = ["start", "review", "transfer", "thanks"];

/** Enough to read small texts by. */
const QUALITY = 12;

/** Takes the pictures of a state. */
async function take(state: State, language: Language): Promise<void> {
  await withScene((scene) =>
    withTabs(async (open) => {
      const tab = await open({ language });
      await reach(state, { scene, tab, language });
      for (const [place, window] of Object.entries(WINDOWS)) {
        if (language !== "en" && place !== "phone") continue;
        await tab.page.setViewport(window);
        for (const scheme of ["light", "dark"] as const) {
          await tab.setScheme(scheme);
          const name = [state.name, ...(language === "en" ? [] : [language]), place, scheme];
          const path = `${FOLDER}/${name.join(".")}.webp` as const;
          await tab.page.screenshot({ path, type: "webp", quality: QUALITY, fullPage: true });
        }
      }
    }), state.options);
}

await Deno.mkdir(FOLDER, { recursive: true });
for (const state of STATES) {
  const isWanted = Deno.args.length === 0 || Deno.args.includes(state.name);
  if (!isWanted || ALIKE.includes(state.name)) continue;
  await take(state, "en");
  if (IN_ARABIC.includes(state.name)) await take(state, "ar");
}
await stopBrowser();
