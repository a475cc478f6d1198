import { z } from "zod";
import { VIEWER_FILES } from "./assets/viewer.ts";
import type { OpenOperation } from "../operation.ts";
import { pageHeaders } from "../page_headers.ts";
import { StaticFile } from "../static_file.ts";

/**
 * npm package and version of the viewer. File names contain it, so that a new version is fetched.
 */
export const VIEWER = "swagger-ui-5.35.0";

type FileName = keyof typeof VIEWER_FILES;

/** A file of the page. */
interface ViewerFile {
  readonly name: FileName;
  readonly path: string;
  readonly type: string;
  /** True for the viewer's own files, which are large and have the version in their name. */
  readonly isVersioned: boolean;
}

const FILES: readonly ViewerFile[] = [
  { name: "script", path: `/docs/${VIEWER}.js`, type: "text/javascript", isVersioned: true },
  { name: "style", path: `/docs/${VIEWER}.css`, type: "text/css", isVersioned: true },
  { name: "start", path: "/docs/start.js", type: "text/javascript", isVersioned: false },
  { name: "look", path: "/docs/look.css", type: "text/css", isVersioned: false },
  { name: "notices", path: "/docs/notices.txt", type: "text/plain", isVersioned: false },
];

/** The page may load files of this server only; the viewer sets inline styles. */
const GUARDED = pageHeaders([
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
]);

// Relative links also work behind a proxy that serves the API under a path.
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout sessions: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/${VIEWER}.css">
<link rel="stylesheet" href="docs/look.css">
</head>
<body>
<main id="viewer"><p>This page needs JavaScript. Without it, read <a href="openapi.json">the OpenAPI document</a>.</p></main>
<footer><a href="docs/guides">Guides and reference</a>. Rendered by Swagger UI (<a href="docs/notices.txt">licences</a>)</footer>
<script src="docs/${VIEWER}.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/**
 * The documentation page and its files. They are part of the program; nothing is loaded from
 * elsewhere.
 */
export function docsViewer(): OpenOperation[] {
  return [page(), ...FILES.map(file)];
}

function page(): OpenOperation {
  return {
    id: "getDocs",
    method: "GET",
    path: "/docs",
    access: "open",
    docs: {
      summary: "This documentation as a page",
      description: "Returns this document as a page for browsers. No key, no rate limit.",
      tag: "Operations",
      success: {
        status: 200,
        description: "The page",
        mediaType: "text/html",
        schema: z.string(),
        headers: {
          "Content-Security-Policy": "The page loads files of this server only",
          "Cross-Origin-Resource-Policy": "`same-origin`",
          "Referrer-Policy": "`no-referrer`",
          "X-Frame-Options": "`DENY`",
        },
      },
      errors: [],
    },
    handle: () =>
      Promise.resolve({
        status: 200,
        body: PAGE,
        headers: { ...GUARDED, "Content-Type": "text/html; charset=utf-8" },
      }),
  };
}

function file({ name, path, type, isVersioned }: ViewerFile): OpenOperation {
  const file = new StaticFile(VIEWER_FILES[name], {
    ...GUARDED,
    "Content-Type": `${type}; charset=utf-8`,
    ...(isVersioned && { "Cache-Control": "public, max-age=31536000, immutable" }),
  });
  return {
    id: `docs.${name}`,
    method: "GET",
    path,
    access: "open",
    handle: (call) => file.reply((header) => call.header(header)),
  };
}
