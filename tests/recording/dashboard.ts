import { withSales } from "../web/dashboard/sales.ts";
import type { OpenStore } from "./record.ts";
import type { Recording } from "./recording.ts";

/** Pages of a crawl: links with other filters lead on for ever. */
const PAGES = 800;

/** Pages, exports and empty forms of the dashboard, found by following all links as an owner. */
export async function recordDashboard(recording: Recording, open: OpenStore): Promise<void> {
  await withSales("", async ({ owner, merchant }) => {
    await owner.confirm();
    const found = new Set(["/", `/shops/${merchant.id}/`]);
    // A set is walked in the order of insertion, what is added meanwhile included.
    for (const path of found) {
      const seen = await owner.get(path);
      recording.answer(`dashboard ${path}`, seen);
      for (const to of linksOf(path, seen.text)) if (found.size < PAGES) found.add(to);
    }
    const forms = [...found].filter((path) => !path.includes("?"));
    for (const path of forms) {
      recording.answer(`dashboard POST ${path}`, await owner.post(path, {}));
      recording.answer(
        `dashboard ${path}?limit=x`,
        await owner.get(`${path}?from=x&state=NONE&q=%20`),
      );
    }
  }, { open });
}

function linksOf(path: string, text: string): string[] {
  const base = `http://localhost:8081${path}`;
  return [...text.matchAll(/(?:href|action)="([^"#]+)"/g)]
    .map(([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), base))
    .filter(({ origin, pathname }) =>
      origin === "http://localhost:8081" && !/^\/(sign-out|assets)/.test(pathname)
    )
    .map(({ pathname, search }) => pathname + search);
}
