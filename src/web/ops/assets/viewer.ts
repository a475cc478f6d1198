import script from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "bytes" };
import scriptNotices from "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt" with { type: "text" };
import licence from "swagger-ui-dist/LICENSE" with { type: "text" };
import notice from "swagger-ui-dist/NOTICE" with { type: "text" };
import style from "swagger-ui-dist/swagger-ui.css" with { type: "text" };
import look from "./docs.css" with { type: "text" };
import start from "./docs.js" with { type: "text" };

/**
 * Files of the documentation viewer. These two megabytes are loaded at startup, because the runtime
 * panics if a module is loaded while clients hold all file descriptors. The script is bytes: the
 * engine stores text beyond Latin-1 at twice the size.
 */
export const VIEWER_FILES = {
  script,
  style,
  start,
  look,
  /** Notices required by the viewer's licence (Apache License 2.0, section 4). */
  notices: [notice, licence, scriptNotices].join("\n\n"),
} as const satisfies Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
