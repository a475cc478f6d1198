import type { Asset } from "../page/assets/asset.ts";
import { ASSETS_PATH, EMBED, SCRIPT, STYLE } from "../page/assets/files.ts";
import { pageHeaders } from "../page_headers.ts";
import { StaticFile } from "../static_file.ts";
import type { PageOperation } from "./page_operation.ts";

/** The files of the pages. */
export function pageAssets(): PageOperation[] {
  return [
    hashed("page.style", STYLE),
    hashed("page.script", SCRIPT),
    // Pages of other sites load it, and have a new version within the hour.
    fileOf("page.embed", EMBED, `/c/${EMBED.name}`, {
      "Cache-Control": "public, max-age=3600",
      "Cross-Origin-Resource-Policy": "cross-origin",
    }),
  ];
}

function hashed(id: string, asset: Asset): PageOperation {
  const headers = { "Cache-Control": "public, max-age=31536000, immutable" };
  return fileOf(id, asset, `/${ASSETS_PATH}${asset.name}`, headers);
}

function fileOf(
  id: string,
  { type, text }: Asset,
  path: string,
  headers: Readonly<Record<string, string>>,
): PageOperation {
  const file = new StaticFile(text, { ...pageHeaders([]), "Content-Type": type, ...headers });
  return { id, method: "GET", path, handle: (call) => file.reply((name) => call.header(name)) };
}
