import { z } from "zod";
import style from "./assets/root.css" with { type: "text" };
import type { OpenOperation } from "../operation.ts";
import { success } from "../reply.ts";
import { envelope } from "../../schema/api/fields.ts";
import { pageHeaders } from "../page_headers.ts";

const HEADERS = pageHeaders(["style-src 'self'", "img-src data:"]);

// Relative links also work behind a proxy that serves the API under a path.
const page = (version: string) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>checkoutd</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="root.css">
</head>
<body>
<main>
<h1>checkoutd</h1>
<p class="version">Version ${version}</p>
<p>A server for checkout sessions: a store's backend sends a cart and takes it step by step to a paid or placed order.</p>
<ul>
<li><a href="docs">API documentation</a></li>
<li><a href="docs/guides">Guides and reference</a></li>
<li><a href="openapi.json">OpenAPI document</a></li>
<li><code>GET /ready</code> checks that the server is ready</li>
</ul>
<p>Every API request needs a key: <code>Authorization: Bearer ck_live_...</code></p>
</main>
</body>
</html>
`;

const about = z.strictObject({
  service: z.literal("checkoutd").meta({ description: "Name of the program" }),
  version: z.string().meta({ description: "Version of the program" }),
  docs: z.string().meta({ description: "Path of the documentation page" }),
  openapi: z.string().meta({ description: "Path of the OpenAPI document" }),
});

/** The front page: HTML for browsers, JSON for programs. */
export function root(version: string): OpenOperation[] {
  const data: z.infer<typeof about> = {
    service: "checkoutd",
    version,
    docs: "/docs",
    openapi: "/openapi.json",
  };
  return [{
    id: "getFrontPage",
    method: "GET",
    path: "/",
    access: "open",
    docs: {
      summary: "Name and version of this server",
      description:
        "Returns the name and version of the program and the paths of its documentation: a " +
        "page if `Accept` has `text/html`, as browsers send it, else JSON. No key, no rate " +
        "limit.",
      tag: "Operations",
      success: {
        status: 200,
        description: "The program and its documentation",
        schema: envelope(about.meta({ description: "The program" })),
      },
      errors: [],
    },
    handle: (call) => {
      if (!/\btext\/html\b/i.test(call.header("accept") ?? "")) {
        return success(JSON.stringify(data), { headers: { Vary: "Accept" } });
      }
      return {
        status: 200,
        body: page(version),
        headers: { ...HEADERS, "Content-Type": "text/html; charset=utf-8", Vary: "Accept" },
      };
    },
  }, {
    id: "root.style",
    method: "GET",
    path: "/root.css",
    access: "open",
    handle: () => ({
      status: 200,
      body: style,
      headers: { ...HEADERS, "Content-Type": "text/css; charset=utf-8" },
    }),
  }];
}
