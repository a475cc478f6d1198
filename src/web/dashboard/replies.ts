import type { ErrorCode } from "../../domain/errors.ts";
import type { FilterRefusal } from "./forms/form.tsx";
import { type DashboardBody, dashboardPage } from "./frame.tsx";
import { pageHeaders } from "../page_headers.ts";
import type { FileReply } from "../reply.ts";
import type { DashboardCall } from "./page.ts";

/** Headers of every page: it loads its own files only and is not framed, stored or found. */
export const DASHBOARD_HEADERS: Readonly<Record<string, string>> = {
  ...pageHeaders(["style-src 'self'", "script-src 'self'", "img-src 'self' data:"], "'self'"),
  "Content-Type": "text/html; charset=utf-8",
  "Cross-Origin-Opener-Policy": "same-origin",
  // With `no-referrer` browsers would send no Origin with a form.
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex, nofollow",
};

/** Options of {@link page}. */
export interface ShownPage {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Code of a refusal that the page shows, for the log. */
  readonly failure?: ErrorCode | undefined;
}

/** How a list is shown whose filter is refused. */
export function refusedFilter(refusal: FilterRefusal | undefined): ShownPage | undefined {
  return refusal && { status: 422, failure: "error.invalid-request" };
}

/** A page in its frame. */
export function page(
  { frame }: Pick<DashboardCall, "frame">,
  body: DashboardBody,
  { status = 200, headers, failure }: ShownPage = {},
): FileReply {
  return {
    status,
    body: dashboardPage(frame, body),
    headers: { ...DASHBOARD_HEADERS, ...headers },
    failure,
  };
}

/** Leads to another page of the dashboard, after a form: loading that again sends nothing. */
export function seeOther(path: string, headers?: Readonly<Record<string, string>>): FileReply {
  return { status: 303, body: "", headers: { ...DASHBOARD_HEADERS, Location: path, ...headers } };
}
