import { type Asset, hashedAsset } from "./asset.ts";
import base from "./base.css" with { type: "text" };
import checkout from "./checkout.css" with { type: "text" };
import embed from "./embed.js" with { type: "text" };
import fields from "./fields.css" with { type: "text" };
import order from "./order.css" with { type: "text" };
import outcome from "./outcome.css" with { type: "text" };
import page from "./page.css" with { type: "text" };
import parts from "./parts.css" with { type: "text" };
import script from "./page.js" with { type: "text" };

/** The style of all pages for customers. */
export const STYLE = hashedAsset(
  "css",
  "text/css",
  [base, page, parts, fields, checkout, order, outcome].join("\n"),
);

/** The script of the checkout page. */
export const SCRIPT = hashedAsset("js", "text/javascript", script);

/** Folder of the assets, from the root of the pages. */
export const ASSETS_PATH = "c/assets/";

/** The script that stores load to embed a page. Its name stays, as stores write it down. */
export const EMBED: Asset = {
  name: "embed.js",
  type: "text/javascript; charset=utf-8",
  text: embed,
};
