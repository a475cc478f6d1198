import { hashedAsset } from "../assets/asset.ts";
import base from "../assets/base.css" with { type: "text" };
import charts from "./styles/charts.css" with { type: "text" };
import forms from "./styles/forms.css" with { type: "text" };
import frame from "./styles/frame.css" with { type: "text" };
import lists from "./styles/lists.css" with { type: "text" };
import overview from "./styles/overview.css" with { type: "text" };
import receipt from "./styles/receipt.css" with { type: "text" };
import parts from "./styles/parts.css" with { type: "text" };

/** The style of the dashboard. */
export const DASHBOARD_STYLE = hashedAsset(
  "css",
  "text/css",
  [base, frame, parts, lists, forms, charts, overview, receipt].join("\n"),
);

/** Folder of the dashboard's files. */
export const DASHBOARD_ASSETS_PATH = "/assets/";
