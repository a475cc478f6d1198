/**
 * Takes pictures of every state of the checkout page and every page of the dashboard, light and
 * dark, on a phone and a desktop, and some from right to left. Those that a document shows replace
 * theirs in docs/pictures, all others are for the eye: they go to `pictures`, which git ignores.
 * `deno task pictures start thanks dashboard-orders` takes only these.
 */
import type { Language } from "../../../src/web/page/language.ts";
import { stopBrowser, withTabs } from "../../support/browser.ts";
import type { Tab } from "../../support/tab.ts";
import { ROOT } from "../../support/root.ts";
import { PICTURED, type PicturedPage, withPictured } from "./dashboard/pictured.ts";
import { withScene } from "./scene.ts";
import { picturesIn } from "./shown.ts";
import type { State } from "./state.ts";
import { ALIKE, reach, STATES } from "./states.ts";

// deno-lint-ignore no-explicit-any -- that of the pages, in functions that run there
declare const document: any;

const FOLDERS = { shown: `${ROOT}docs/pictures`, other: `${ROOT}pictures` } as const;
/** Windows; pictures of the large one are smaller than it. */
const WINDOWS = {
  phone: { width: 360, height: 640, deviceScaleFactor: 1 },
  desktop: { width: 1280, height: 800, deviceScaleFactor: 0.6 },
};
/** States that are taken in Arabic too, on a phone. */
const IN_ARABIC = ["start", "review", "transfer", "thanks"];

/** Begins the names of the dashboard's pictures. */
const DASHBOARD = "dashboard-";

/** How the pictures of a page are taken. */
interface Shot {
  readonly places?: readonly (keyof typeof WINDOWS)[];
  /** Longer pages are cut off there. */
  readonly maxHeight?: number;
  /** True for a picture of a document, which is larger there. */
  readonly isLarge?: boolean | undefined;
}

/** Enough to read small texts by. */
const QUALITY = 12;
const LARGE = { scale: 1, quality: 30 };

/** Takes the pictures of a state. */
async function take(state: State, language: Language): Promise<void> {
  await withScene((scene) =>
    withTabs(async (open) => {
      const tab = await open({ language });
      await reach(state, { scene, tab, language });
      if (language === "en") await shoot(tab, state.name);
      else await shoot(tab, `${state.name}.${language}`, { places: ["phone"] });
    }), state.options);
}

/** Takes the pictures of a page in every window and scheme. */
async function shoot(
  tab: Tab,
  name: string,
  { places = ["phone", "desktop"], maxHeight = 3000, isLarge = false }: Shot = {},
): Promise<void> {
  for (const place of places) {
    const isSharp = isLarge && place === "desktop";
    const window = { ...WINDOWS[place], ...(isSharp && { deviceScaleFactor: LARGE.scale }) };
    await tab.page.setViewport(window);
    const height = await tab.page.evaluate(() => document.documentElement.scrollHeight);
    await tab.page.setViewport({
      ...window,
      height: Math.max(window.height, Math.min(height, maxHeight)),
    });
    for (const scheme of ["light", "dark"] as const) {
      await tab.setScheme(scheme);
      const file = `${name}.${place}.${scheme}.webp` as const;
      const path = `${shown.has(file) ? FOLDERS.shown : FOLDERS.other}/${file}` as const;
      await tab.page.screenshot({ path, type: "webp", quality: isSharp ? LARGE.quality : QUALITY });
    }
  }
}

/** Takes the pictures of the dashboard's pages. */
async function takeDashboard(pages: readonly PicturedPage[]): Promise<void> {
  await withPictured((show) =>
    withTabs(async (open) => {
      const tab = await open();
      for (const page of pages) {
        await show(tab, page);
        const places = page.onPhone ? ["phone", "desktop"] as const : ["desktop"] as const;
        const { name, isLarge } = page;
        await shoot(tab, `${DASHBOARD}${name}`, {
          places,
          isLarge,
          maxHeight: isLarge ? 1400 : 900,
        });
      }
    })
  );
}

const isWanted = (name: string) => Deno.args.length === 0 || Deno.args.includes(name);

const documents = [
  "README.md",
  ...[...Deno.readDirSync(`${ROOT}docs`)].map((one) => `docs/${one.name}`),
];
const texts = documents.filter((path) => path.endsWith(".md"))
  .map((path) => Deno.readTextFileSync(`${ROOT}${path}`));
const shown = new Set(texts.flatMap(picturesIn));
await Deno.mkdir(FOLDERS.other, { recursive: true });
for (const state of STATES) {
  if (!isWanted(state.name) || ALIKE.includes(state.name)) continue;
  await take(state, "en");
  if (IN_ARABIC.includes(state.name)) await take(state, "ar");
}
const pages = PICTURED.filter(({ name }) => isWanted(`${DASHBOARD}${name}`));
if (pages.length > 0) await takeDashboard(pages);
await stopBrowser();
