import { BROWSER_KNOWN_MS } from "../../domain/people/known_browser.ts";
import { queryOf } from "../guard/target.ts";
import type { FileReply } from "../reply.ts";
import type { RequestContext } from "../request_context.ts";
import { seeOther } from "./replies.ts";
import { SIGN_IN_PATH } from "./sign_in/sign_in.tsx";

/** Addresses of a dashboard. */
export interface DashboardOrigins {
  /** Origins under which it is served, the public one first: `https://dashboard.example`. */
  readonly origins: readonly [string, ...string[]];
  /** True if browsers reach it over TLS, its own or a proxy's. */
  readonly isSecure: boolean;
}

/** The origin of the dashboard that a request names; undefined for any other host. */
export function ownOrigin(
  { origins }: DashboardOrigins,
  { url, headers }: Request,
): string | undefined {
  // HTTP/2 has the host only in the URL.
  const host = (headers.get("host") ?? new URL(url).host).toLowerCase();
  return origins.find((origin) => new URL(origin).host === host);
}

/**
 * True for a request that a page of the dashboard sent. Browsers name the sender's site in
 * `Sec-Fetch-Site`; older ones name the origin alone.
 */
export function isSameOrigin({ origins }: DashboardOrigins, headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return origins.includes(headers.get("origin") ?? "");
}

/** Cookies of the dashboard: their names, and their lifetimes in the browser in seconds. */
const COOKIES = {
  /** Of a signed-in browser; the server ends a sign-in earlier. */
  signIn: ["ck", 7 * 24 * 60 * 60],
  /** Of a browser in which a person has signed in, which no stranger can lock out. */
  known: ["ck-known", BROWSER_KNOWN_MS / 1000],
} as const;

/** A cookie of the dashboard. */
export class OwnCookie {
  readonly #isSecure: boolean;
  readonly #name: string;
  readonly #seconds: number;

  /** @param isSecure browsers keep a cookie with `Secure` over TLS alone */
  constructor({ isSecure }: Pick<DashboardOrigins, "isSecure">, cookie: keyof typeof COOKIES) {
    this.#isSecure = isSecure;
    [this.#name, this.#seconds] = COOKIES[cookie];
  }

  /** With the prefix a browser takes it from this host only, and over TLS. */
  get name(): string {
    return this.#isSecure ? `__Host-${this.#name}` : this.#name;
  }

  /** The value that a browser sends; undefined for none. */
  read(headers: Headers): string | undefined {
    const cookies = (headers.get("cookie") ?? "").split(";").map((one) => one.trim());
    const own = cookies.find((one) => one.startsWith(`${this.name}=`));
    return own?.slice(this.name.length + 1);
  }

  /** The header that sets it; null ends it. */
  header(token: string | null): Readonly<Record<string, string>> {
    const age = token === null ? 0 : this.#seconds;
    const attributes = `Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict`;
    const secure = this.#isSecure ? "; Secure" : "";
    return { "Set-Cookie": `${this.name}=${token ?? ""}; ${attributes}${secure}` };
  }
}

/** Leads to the sign-in page, and from there to the page that was asked for. */
export function toSignIn(cookie: OwnCookie, { request, path }: RequestContext): FileReply {
  const query = queryOf(request.url);
  const next = request.method === "POST" || path === "/"
    ? ""
    : `?next=${encodeURIComponent(query === "" ? path : `${path}?${query}`)}`;
  const ended = cookie.read(request.headers) === undefined ? {} : cookie.header(null);
  return seeOther(`${SIGN_IN_PATH}${next}`, ended);
}
