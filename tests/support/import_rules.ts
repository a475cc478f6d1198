import { type Rule, STORE_RULES } from "./store_import_rules.ts";

/** Files of the page at `/docs`, imported as text. */
const VIEWER_FILES = [
  "swagger-ui-dist/LICENSE",
  "swagger-ui-dist/NOTICE",
  "swagger-ui-dist/swagger-ui-bundle.js",
  "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt",
  "swagger-ui-dist/swagger-ui.css",
];

/** Modules that every surface of `src/web` may import: the frame of a request and those below it. */
const FRAME = [
  "src/web/guard/",
  "src/web/api_request.ts",
  "src/web/frame.ts",
  "src/web/idempotent.ts",
  "src/web/operation.ts",
  "src/web/page_headers.ts",
  "src/web/problem.ts",
  "src/web/reply.ts",
  "src/web/request_context.ts",
  "src/web/router.ts",
  "src/web/static_file.ts",
  "src/schema/",
  "src/service/",
  "src/domain/",
];

/** The first rule whose `under` a file begins with is the file's. */
export const RULES: readonly Rule[] = [
  // Pure: these packages compute and touch nothing.
  {
    under: "src/domain/",
    paths: ["src/domain/"],
    packages: ["big.js", "dinero.js/currencies", "node:crypto", "node:zlib"],
  },
  // Descriptions of things: data, and functions from values to values.
  { under: "src/things/", paths: ["src/things/", "src/domain/"], packages: [] },
  // The written forms. A session is stored as it is answered, with a rest; no file is known there.
  {
    under: "src/schema/stored/",
    paths: ["src/schema/stored/", "src/schema/api/", "src/schema/form.ts", "src/domain/"],
    packages: ["node:zlib", "zod"],
  },
  {
    under: "src/schema/",
    paths: ["src/schema/", "src/things/", "src/domain/"],
    packages: ["entities/decode", "libphonenumber-js", "libphonenumber-js/max", "zod"],
  },
  // Providers of payments: their requests and answers, behind one port.
  {
    under: "src/payments/",
    paths: ["src/payments/", "src/domain/"],
    packages: ["node:crypto", "zod"],
  },
  // Pictures: a maker, and the thread on which it decodes, which alone loads the codecs.
  {
    under: "src/pictures/codecs.ts",
    paths: ["src/pictures/"],
    packages: [
      "@jsquash/jpeg/codec/dec/mozjpeg_dec.js",
      "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm",
      "@jsquash/jpeg/codec/enc/mozjpeg_enc.js",
      "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm",
      "@jsquash/jpeg/meta.js",
      "@jsquash/png/codec/pkg/squoosh_png.js",
      "@jsquash/png/codec/pkg/squoosh_png_bg.wasm",
      "@jsquash/resize/lib/resize/pkg/squoosh_resize.js",
      "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm",
      "@jsquash/webp/codec/dec/webp_dec.js",
      "@jsquash/webp/codec/dec/webp_dec.wasm",
    ],
  },
  { under: "src/pictures/", paths: ["src/pictures/", "src/domain/"], packages: [] },
  { under: "src/demo/", paths: ["src/demo/", "src/schema/", "src/domain/"], packages: [] },
  ...STORE_RULES,
  {
    under: "src/service/health/",
    paths: [
      "src/service/",
      "src/domain/",
      "src/payments/page_lives.ts",
      "src/store/database_url.ts",
      "src/store/maintenance.ts",
    ],
    packages: ["node:path"],
  },
  {
    under: "src/service/",
    paths: [
      "src/service/",
      "src/payments/",
      "src/domain/",
      "src/store/store.ts",
      "src/store/reads/",
      "src/store/shared.ts",
    ],
    packages: ["ipaddr.js", "node:util", "standardwebhooks"],
  },
  // What pages share knows no request; a surface knows the frame, and no other surface.
  {
    under: "src/web/page/",
    paths: ["src/web/page/", "src/schema/", "src/domain/"],
    packages: ["hono/jsx", "node:crypto", "uqr"],
  },
  { under: "src/web/api/", paths: ["src/web/api/", "src/things/", ...FRAME], packages: ["zod"] },
  {
    under: "src/web/checkout_page/",
    paths: ["src/web/checkout_page/", "src/web/page/", ...FRAME],
    packages: ["hono/jsx"],
  },
  {
    under: "src/web/dashboard/",
    paths: ["src/web/dashboard/", "src/web/page/", "src/things/", ...FRAME],
    packages: ["hono/jsx"],
  },
  {
    under: "src/web/ops/",
    paths: ["src/web/ops/", "docs/", "SECURITY.md", ...FRAME],
    packages: ["marked", "zod", "zod-openapi", ...VIEWER_FILES],
  },
  {
    under: "src/web/operations.ts",
    paths: ["src/web/api/", "src/web/ops/", ...FRAME],
    packages: [],
  },
  {
    under: "src/web/app.ts",
    paths: ["src/web/operations.ts", ...FRAME],
    packages: [],
  },
  {
    under: "src/web/",
    paths: FRAME,
    packages: ["ipaddr.js", "zod"],
  },
  // Shared by the command lines of both programs.
  {
    under: "src/command/",
    paths: ["src/command/", "src/demo/", "src/store/database_url.ts"],
    packages: ["@commander-js/extra-typings", "node:util"],
  },
  {
    under: "src/cli/",
    // Of the store the port alone that has no service before it: copies and checks of the whole.
    paths: [
      "src/cli/",
      "src/command/",
      "src/demo/",
      "src/schema/",
      "src/service/",
      "src/things/",
      "src/store/database_url.ts",
      "src/store/maintenance.ts",
      "src/store/open_error.ts",
      "src/domain/",
    ],
    packages: [
      "@commander-js/extra-typings",
      "cli-table3",
      "country-to-currency",
      "node:readline",
      "node:path",
      "node:util",
      "string-width",
    ],
  },
  // The machine of a process, and the composition of a server.
  {
    under: "src/process/",
    paths: [
      "src/process/",
      "src/command/",
      "src/demo/",
      "src/service/",
      "src/web/",
      "src/payments/provider.ts",
      "src/store/database_url.ts",
      "src/store/errors.ts",
      "src/store/open_error.ts",
      "src/store/sqlite/file/",
      "src/store/store.ts",
      "src/domain/",
      "deno.json",
    ],
    packages: [
      "@commander-js/extra-typings",
      "@prometheus-io/client",
      "@zxcvbn-ts/core",
      "node:crypto",
      "node:fs",
      "node:http",
      "node:https",
      "node:net",
      "node:os",
      "node:path",
      "node:process",
      "node:stream",
      "nodemailer/lib/mail-composer",
      "nodemailer/lib/smtp-connection",
      "uuid",
    ],
  },
];
