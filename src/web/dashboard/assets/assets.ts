import { DASHBOARD_ASSETS_PATH, DASHBOARD_STYLE } from "./style.ts";
import { FORM_SCRIPT, PASSKEY_SCRIPT, SIGN_IN_SCRIPT } from "./script.ts";
import type { OpenPage } from "../page.ts";
import { DASHBOARD_HEADERS } from "../replies.ts";
import { StaticFile } from "../../static_file.ts";

/** The files of the pages. */
export function dashboardAssets(): OpenPage[] {
  return [DASHBOARD_STYLE, FORM_SCRIPT, PASSKEY_SCRIPT, SIGN_IN_SCRIPT].map(
    ({ name, type, text }) => {
      const file = new StaticFile(text, {
        ...DASHBOARD_HEADERS,
        "Content-Type": type,
        "Cache-Control": "public, max-age=31536000, immutable",
      });
      return {
        id: "asset",
        method: "GET",
        path: `${DASHBOARD_ASSETS_PATH}${name}`,
        needs: "open",
        handle: (call) => file.reply((header) => call.header(header)),
      };
    },
  );
}
