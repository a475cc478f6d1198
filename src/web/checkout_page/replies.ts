import type { Merchant } from "../../domain/shop/merchant.ts";
import { accentStyle } from "../page/accent.ts";
import { type PageFrame, renderNotice } from "../page/layout.tsx";
import { pageHeaders } from "../page_headers.ts";
import { problem } from "../problem.ts";
import type { FileReply } from "../reply.ts";

/**
 * Headers of a page for a customer. It is not stored or found by search engines, and its address,
 * which has a token, is told to no other site.
 *
 * @param formTarget URL of the shop where a form of the page leads
 */
export function customerHeaders(formTarget?: string): Readonly<Record<string, string>> {
  const formAction = formTarget === undefined ? "'none'" : formActionFor(formTarget);
  return {
    ...pageHeaders(["style-src 'self'", "img-src data:"], formAction),
    ...OF_CUSTOMERS,
  };
}

const OF_CUSTOMERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cross-Origin-Opener-Policy": "same-origin",
  "X-Robots-Tag": "noindex, nofollow",
};

/**
 * Headers of a shop's checkout page: it loads, leads to and is framed by only what the shop has
 * set.
 *
 * @param images checked URLs of pictures that the page shows
 */
export function checkoutHeaders(
  { checkout }: Merchant,
  images: readonly string[] = [],
): Readonly<Record<string, string>> {
  const { accent, logo, paymentUrl, embedOrigins } = checkout;
  const style = accent === null ? [] : [accentStyle(accent).source];
  const policy = [
    ["style-src", "'self'", ...style],
    ["script-src", "'self'"],
    ["connect-src", "'self'"],
    ["img-src", "data:", ...new Set([logo, ...images].flatMap(originsOf))],
  ].map((words) => words.join(" "));
  return { ...pageHeaders(policy, formActionFor(paymentUrl), embedOrigins), ...OF_CUSTOMERS };
}

/**
 * Where a form leads that is answered with a redirect to a URL; empty for none. Chromium holds the
 * redirects of that page against it as well, and a shop's page leads on to its provider, whose
 * address is not known here: any place with TLS.
 */
function formActionFor(url: string): string {
  if (url === "") return "'self'";
  const { protocol, origin } = new URL(url);
  return protocol === "https:" ? "'self' https:" : `'self' https: ${origin}`;
}

/** The origin of a URL that was checked when it was set; none for an empty one. */
function originsOf(url: string): string[] {
  return url === "" ? [] : [new URL(url).origin];
}

/** The answer to an unknown token: always the same. */
export function notFoundPage(frame: PageFrame): FileReply {
  const body = renderNotice(frame, frame.wording.texts.notFound);
  return { status: 404, body, headers: customerHeaders() };
}

/** The page of an error; only the log has its cause. */
export function errorPage(frame: PageFrame, thrown: unknown): FileReply {
  const { error, status, headers } = problem(thrown);
  const { texts } = frame.wording;
  const notice = status === 429
    ? texts.tooMany
    : status === 404
    ? texts.notFound
    : status >= 500 || status === 409
    ? texts.failed
    : texts.refused;
  const body = renderNotice(frame, notice);
  return { status, body, headers: { ...headers, ...customerHeaders() }, error };
}
