import { createHash } from "node:crypto";
import embed from "./embed.js" with { type: "text" };
import style from "./page.css" with { type: "text" };

/** A file of the pages. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The style of all pages. Its name contains its hash, so that browsers may keep it for good. */
export const STYLE: Asset = {
  name: `page.${createHash("sha256").update(style).digest("hex").slice(0, 12)}.css`,
  type: "text/css; charset=utf-8",
  text: style,
};

/** Folder of the assets, from the root of the pages. */
export const ASSETS_PATH = "c/assets/";

/** The script that stores load to embed a page. Its name stays, as stores write it down. */
export const EMBED: Asset = {
  name: "embed.js",
  type: "text/javascript; charset=utf-8",
  text: embed,
};
