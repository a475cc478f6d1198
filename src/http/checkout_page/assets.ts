import { ASSETS_PATH, STYLE } from "../../web/assets/files.ts";
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
  }];
}
