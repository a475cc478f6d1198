/** A cart link that another site loads, and the page on which a person goes on. */
import assert from "node:assert/strict";
import type { Product } from "../../../src/domain/shop/catalog.ts";
import { browserTests } from "../../support/browser.ts";
import { int64, uuid } from "../../support/builders.ts";
import type { Tab } from "../../support/tab.ts";
import { aMossMug, type Scene, withScene } from "./scene.ts";
import { shopPage, withShopSite } from "./served.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;

const browserTest = browserTests();

const PICTURE = "https://cdn.shop.example/moss.svg";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3"
  fill="#7a8f6a"/></svg>`;

function withPicture(): Product {
  const images = [{ id: int64(5), src: PICTURE }];
  return { ...aMossMug({ imageId: int64(5) }), images };
}

/** A shop with cart links, whose own site may embed them. */
function withCartLinks(run: (scene: Scene) => Promise<void>): Promise<void> {
  return withScene(run, {
    form: { cartLinks: true },
    merchant: { catalogue: "strict" },
    more: [{ kind: "product.put", merchantId: uuid(1), product: withPicture() }],
  });
}

async function sessions({ world: { store } }: Scene): Promise<number> {
  return (await store.sessions.counts(null)).reduce((sum, { count }) => sum + count, 0);
}

/** Answers the picture of the shop's own server; the addresses that were asked for. */
async function servePicture({ page }: Tab): Promise<string[]> {
  const asked: string[] = [];
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "cdn.shop.example") return void request.continue();
    asked.push(request.url());
    void request.respond({ contentType: "image/svg+xml", body: SVG });
  });
  return asked;
}

browserTest(
  "a hidden frame, fetches, a picture and a form of another site open no session",
  (open) =>
    withCartLinks(async (scene) => {
      const url = `${scene.origin}/buy?v=11:2`;
      const hidden = `<iframe hidden src="${url}"></iframe><img src="${url}" alt="">
      <link rel="prefetch" href="${url}"><form method="post" action="${url}"><button>Win</button></form>`;
      await withShopSite(() => shopPage(hidden), async (elsewhere) => {
        const tab = await open();
        await tab.goTo(elsewhere);
        const results = await tab.page.evaluate(async (to: string) => {
          const sent = async (init: RequestInit) => {
            try {
              return (await fetch(to, init)).type;
            } catch {
              return "refused";
            }
          };
          return [
            await sent({ mode: "no-cors" }),
            await sent({ mode: "cors" }),
            await sent({ mode: "no-cors", method: "POST" }),
            await sent({ mode: "cors", method: "POST" }),
          ];
        }, url);
        // By Cross-Origin-Resource-Policy also where the answer would be opaque.
        assert.deepEqual(results, Array(4).fill("refused"));
        assert.match(tab.complaints.join("\n"), /frame-ancestors/);
        assert.equal(await sessions(scene), 0);
        await tab.press("Win");
        assert.equal(await sessions(scene), 0);
      });
    }),
);

for (const hasScripts of [true, false]) {
  browserTest(
    `"Continue" opens the cart ${hasScripts ? "with" : "without"} scripts`,
    (open) =>
      withCartLinks(async (scene) => {
        scene.site.pages.set(
          "/mug",
          `<iframe src="${scene.origin}/buy?v=11:2" width="100%" height="900"></iframe>`,
        );
        const tab = await open({ hasScripts, height: 1000 });
        const asked = await servePicture(tab);
        await tab.goTo(`${scene.site.origin}/mug`);
        const frame = await tab.frame();
        await frame.sees("Stoneware mug");
        await frame.sees("₹698.00");
        assert.equal(await sessions(scene), 0);
        assert.deepEqual([...new Set(asked)], [PICTURE]);
        if (hasScripts) {
          const shown = await frame.root.evaluate(() => {
            const { naturalWidth, clientWidth } = document.querySelector("img.offer");
            const { scrollWidth, clientWidth: width } = document.documentElement;
            const meta = document.querySelector('meta[property="og:image"]').content;
            return {
              hasPicture: naturalWidth > 0 && clientWidth > 0,
              fits: scrollWidth <= width,
              meta,
            };
          });
          // Absolute, and the picture that the browser has just loaded.
          assert.deepEqual(shown, { hasPicture: true, fits: true, meta: PICTURE });
        }
        await frame.click(await frame.find("button", "Continue"));
        await frame.sees("Checkout");
        assert.equal(await sessions(scene), 1);
      }),
  );
}
