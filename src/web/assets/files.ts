import { createHash } from "node:crypto";
import checkout from "./checkout.css" with { type: "text" };
import embed from "./embed.js" with { type: "text" };
import fields from "./fields.css" with { type: "text" };
import order from "./order.css" with { type: "text" };
import outcome from "./outcome.css" with { type: "text" };
import page from "./page.css" with { type: "text" };
import parts from "./parts.css" with { type: "text" };
import script from "./page.js" with { type: "text" };

/** A file of the pages. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The style of all pages. */
export const STYLE = hashed(
  "css",
  "text/css",
  [page, parts, fields, checkout, order, outcome].join("\n"),
);

/** The script of the checkout page. */
export const SCRIPT = hashed("js", "text/javascript", script);

/** Folder of the assets, from the root of the pages. */
export const ASSETS_PATH = "c/assets/";

/** The script that stores load to embed a page. Its name stays, as stores write it down. */
export const EMBED: Asset = {
  name: "embed.js",
  type: "text/javascript; charset=utf-8",
  text: embed,
};

/** A file whose name contains its hash, so that browsers may keep it for good. */
function hashed(extension: string, type: string, text: string): Asset {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return { name: `page.${hash}.${extension}`, type: `${type}; charset=utf-8`, text };
}
