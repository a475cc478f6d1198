import { ASSETS_PATH, EMBED, STYLE } from "../../web/assets/files.ts";
import { pageHeaders } from "../page_headers.ts";
import type { PageOperation } from "./page_operation.ts";

/** The files of the pages. */
export function pageAssets(): PageOperation[] {
  const { name, type, text } = STYLE;
  const headers = {
    ...pageHeaders([]),
    "Content-Type": type,
    "Cache-Control": "public, max-age=31536000, immutable",
  };
  return [{
    id: "page.style",
    method: "GET",
    path: `/${ASSETS_PATH}${name}`,
    handle: () => ({ status: 200, body: text, headers }),
  }, {
    id: "page.embed",
    method: "GET",
    path: `/c/${EMBED.name}`,
    handle: () => ({ status: 200, body: EMBED.text, headers: EMBED_HEADERS }),
  }];
}

/** Pages of other sites load it, and have a new version within the hour. */
const EMBED_HEADERS = {
  ...pageHeaders([]),
  "Content-Type": EMBED.type,
  "Cache-Control": "public, max-age=3600",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
