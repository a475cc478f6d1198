import { hashedAsset } from "../../page/assets/asset.ts";
import base from "../../page/assets/base.css" with { type: "text" };
import charts from "./charts.css" with { type: "text" };
import forms from "./forms.css" with { type: "text" };
import frame from "./frame.css" with { type: "text" };
import lists from "./lists.css" with { type: "text" };
import overview from "./overview.css" with { type: "text" };
import receipt from "./receipt.css" with { type: "text" };
import parts from "./parts.css" with { type: "text" };

/** The style of the dashboard. */
export const DASHBOARD_STYLE = hashedAsset(
  "css",
  "text/css",
  [base, frame, parts, lists, forms, charts, overview, receipt].join("\n"),
);

/** Folder of the dashboard's files. */
export const DASHBOARD_ASSETS_PATH = "/assets/";
