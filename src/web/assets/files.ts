import { createHash } from "node:crypto";
import style from "./page.css" with { type: "text" };

/** A file of the pages. Its name contains its hash, so that browsers may keep it for good. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The style of all pages. */
export const STYLE: Asset = {
  name: `page.${createHash("sha256").update(style).digest("hex").slice(0, 12)}.css`,
  type: "text/css; charset=utf-8",
  text: style,
};

/** Folder of the assets, from the root of the pages. */
export const ASSETS_PATH = "c/assets/";
