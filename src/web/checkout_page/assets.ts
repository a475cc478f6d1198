import type { Asset } from "../page/assets/asset.ts";
import { ASSETS_PATH, EMBED, SCRIPT, STYLE } from "../page/assets/files.ts";
import { pageHeaders } from "../page_headers.ts";
import type { PageOperation } from "./page_operation.ts";

/** The files of the pages. */
export function pageAssets(): PageOperation[] {
  return [fileOf("page.style", STYLE), fileOf("page.script", SCRIPT), {
    id: "page.embed",
    method: "GET",
    path: `/c/${EMBED.name}`,
    handle: () => ({ status: 200, body: EMBED.text, headers: EMBED_HEADERS }),
  }];
}

function fileOf(id: string, { name, type, text }: Asset): PageOperation {
  const headers = {
    ...pageHeaders([]),
    "Content-Type": type,
    "Cache-Control": "public, max-age=31536000, immutable",
  };
  return {
    id,
    method: "GET",
    path: `/${ASSETS_PATH}${name}`,
    handle: () => ({ status: 200, body: text, headers }),
  };
}

/** Pages of other sites load it, and have a new version within the hour. */
const EMBED_HEADERS = {
  ...pageHeaders([]),
  "Content-Type": EMBED.type,
  "Cache-Control": "public, max-age=3600",
  "Cross-Origin-Resource-Policy": "cross-origin",
};
