import { hashedAsset } from "../assets/asset.ts";
import base from "../assets/base.css" with { type: "text" };
import style from "./dashboard.css" with { type: "text" };

/** The style of the dashboard. */
export const DASHBOARD_STYLE = hashedAsset("css", "text/css", [base, style].join("\n"));

/** Folder of the dashboard's files. */
export const DASHBOARD_ASSETS_PATH = "/assets/";
