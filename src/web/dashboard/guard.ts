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

/** Lifetime of the cookie in the browser; the server ends a sign-in earlier. */
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** The cookie of a signed-in browser. */
export class SignInCookie {
  readonly #isSecure: boolean;

  /** @param isSecure browsers keep a cookie with `Secure` over TLS alone */
  constructor({ isSecure }: Pick<DashboardOrigins, "isSecure">) {
    this.#isSecure = isSecure;
  }

  /** With the prefix a browser takes it from this host only, and over TLS. */
  get name(): string {
    return this.#isSecure ? "__Host-ck" : "ck";
  }

  /** The value that a browser sends; undefined for none. */
  read(headers: Headers): string | undefined {
    const cookies = (headers.get("cookie") ?? "").split(";").map((one) => one.trim());
    const own = cookies.find((one) => one.startsWith(`${this.name}=`));
    return own?.slice(this.name.length + 1);
  }

  /** The header that sets it; null ends it. */
  header(token: string | null): Readonly<Record<string, string>> {
    const age = token === null ? 0 : COOKIE_SECONDS;
    const attributes = `Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict`;
    const secure = this.#isSecure ? "; Secure" : "";
    return { "Set-Cookie": `${this.name}=${token ?? ""}; ${attributes}${secure}` };
  }
}
