import script from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "bytes" };
import scriptNotices from "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt" with { type: "text" };
import licence from "swagger-ui-dist/LICENSE" with { type: "text" };
import notice from "swagger-ui-dist/NOTICE" with { type: "text" };
import style from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
import look from "./docs.css" with { type: "text" };
import start from "./docs.js" with { type: "text" };

/**
 * The files of the documentation viewer. Two megabytes, which are there from the start all the
 * same: a module cannot be loaded while clients hold all files, the runtime panics. The script is
 * bytes, because the engine keeps a text with a character beyond Latin-1 at twice the size.
 */
export const VIEWER_FILES = {
  script,
  style,
  start,
  look,
  /** Files that the viewer's licence requires (Apache License 2.0, section 4). */
  notices: [notice, licence, scriptNotices].join("\n\n"),
} as const satisfies Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
