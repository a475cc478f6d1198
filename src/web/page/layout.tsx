import type { Child } from "hono/jsx";
import type { CheckoutForm } from "../../domain/shop/checkout_form.ts";
import { accentStyle } from "./accent.ts";
import { ASSETS_PATH, SCRIPT, STYLE } from "./assets/files.ts";
import type { Wording } from "./language.ts";
import type { Notice } from "./texts/checkout_texts.ts";

/** Language and place of a page. */
export interface PageFrame {
  readonly wording: Wording;
  /** Way from this page to the root of the pages: a proxy may serve them under a path. */
  readonly toRoot: string;
}

/** Looks of a shop. */
export type Brand = Pick<CheckoutForm, "logo" | "accent">;

/** A page with the script, which sends its forms and loads it again when its state changes. */
export interface LivePage {
  /** Path of the page, from its address. */
  readonly path: string;
  /** Word that changes when the page must be loaded again. */
  readonly state: string;
  /** Seconds between two looks at the state; null for none. */
  readonly pollSeconds: number | null;
  /** Text for a form that could not be sent. */
  readonly offline: string;
}

/** A whole page as text. */
export function renderPage(
  { wording: { language, texts }, toRoot }: PageFrame,
  { title, shop, brand, live, preview, goesTo, isTest = false, children }: {
    readonly title: string;
    /** Open Graph properties, which programs that preview messages show (default: none). */
    readonly preview?: Readonly<Record<string, string>>;
    /** Name of the shop; undefined where it must not be shown. */
    readonly shop?: string;
    /** The shop's logo and colour, where the headers allow them (default: none). */
    readonly brand?: Brand;
    readonly live?: LivePage;
    /** Address to which the browser goes at once (default: none). */
    readonly goesTo?: string;
    /** True for the session of a test (default: false). */
    readonly isTest?: boolean;
    readonly children: Child;
  },
): string {
  const page = (
    <html lang={language} dir={texts.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <title>{shop === undefined ? title : `${title} · ${shop}`}</title>
        {Object.entries(preview ?? {}).map(([property, content]) => (
          <meta property={property} content={content} />
        ))}
        {goesTo === undefined ? "" : <meta http-equiv="refresh" content={`0; url=${goesTo}`} />}
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${toRoot}${ASSETS_PATH}${STYLE.name}`} />
        {live === undefined ? "" : <Live live={live} toRoot={toRoot} />}
        {brand?.accent ? <style>{accentStyle(brand.accent).css}</style> : ""}
      </head>
      <body>
        {isTest ? <aside class="test">{texts.testMode}</aside> : ""}
        {shop === undefined ? <div /> : <ShopHeader shop={shop} logo={brand?.logo ?? ""} />}
        <main data-path={live?.path} data-state={live?.state} data-poll={live?.pollSeconds}>
          {children}
        </main>
        {live === undefined
          ? ""
          : <p id="status" class="hidden" role="status" data-offline={live.offline} />}
      </body>
    </html>
  );
  return `<!doctype html>${page}`;
}

/** The script, and what does its waiting where scripts are off. */
function Live(
  { live: { path, pollSeconds }, toRoot }: { readonly live: LivePage; readonly toRoot: string },
) {
  return (
    <>
      <script type="module" src={`${toRoot}${ASSETS_PATH}${SCRIPT.name}`} />
      {pollSeconds === null ? "" : (
        <noscript>
          <meta http-equiv="refresh" content={`${pollSeconds}; url=${path}?poll`} />
        </noscript>
      )}
    </>
  );
}

/** A page that only tells something. */
export function renderNotice(frame: PageFrame, { title, text }: Notice): string {
  return renderPage(frame, {
    title,
    children: (
      <div class="sheet notice">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
    ),
  });
}

function ShopHeader({ shop, logo }: { readonly shop: string; readonly logo: string }) {
  return (
    <header class="top">
      <div class="shop">
        {logo === "" ? <Mark /> : <img class="logo" src={logo} alt={shop} />}
        {logo === "" ? <bdi>{shop}</bdi> : ""}
      </div>
    </header>
  );
}

/** The mark of a shop without a logo. */
function Mark() {
  return (
    <span class="mark">
      <svg
        viewBox="0 0 24 24"
        width="22"
        height="22"
        fill="none"
        stroke="currentColor"
        stroke-width="1.75"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d="M5 8h14l1 12H4L5 8Z" />
        <path d="M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5" />
      </svg>
    </span>
  );
}
