import { got, invalid } from "../errors.ts";
import { type Colour, colourText, contrast, parseColour } from "../values/colour.ts";
import { type Merchant, parseDomain } from "./merchant.ts";
import { requireRedirectUrl } from "./redirect_url.ts";

/** Least contrast of text (WCAG 2.2, criterion 1.4.3). */
export const MIN_CONTRAST = 4.5;
const WHITE: Colour = [255, 255, 255];

/** Hosts that browsers treat as secure without TLS. */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"]);

/**
 * Reads a URL of the checkout page: https, or http on a loopback host for trying out. Its host is a
 * domain or an IPv4 address, as its origin is written into a header.
 *
 * @returns the URL as browsers write it
 */
export function requireCheckoutUrl(text: string, path: string): string {
  const { href, protocol, hostname } = new URL(requireRedirectUrl(text, path));
  if (protocol !== "https:" && !LOOPBACK_HOSTS.has(hostname)) {
    throw invalid(`${path} must be https (http only on localhost and 127.0.0.1), ${got(text)}`);
  }
  if (parseDomain(hostname) !== hostname) {
    throw invalid(`${path} must have a domain or an IPv4 address as its host, ${got(hostname)}`);
  }
  return href;
}

/** Reads an origin: a URL of {@link requireCheckoutUrl} with scheme, host and port only. */
export function requireOrigin(text: string, path: string): string {
  const { origin } = new URL(requireCheckoutUrl(text, path));
  if (origin !== text) throw invalid(`${path} must be an origin, such as ${origin}, ${got(text)}`);
  return origin;
}

/** Reads the colour `#rrggbb` of buttons with white text. */
export function requireAccent(text: string, path: string): string {
  const colour = parseColour(text);
  if (colour === undefined) throw invalid(`${path} must be a colour #rrggbb, ${got(text)}`);
  const ratio = contrast(colour, WHITE);
  if (ratio >= MIN_CONTRAST) return colourText(colour);
  // Rounded down, so that 4.499 is not shown as enough.
  const has = (Math.floor(ratio * 100) / 100).toFixed(2);
  throw invalid(
    `${path} must have a contrast of at least ${MIN_CONTRAST} to white, ${got(text)} with ${has}`,
  );
}

/** Reads a UPI address: `name@handle`. */
export function requireUpiId(text: string, path: string): string {
  if (/^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(text)) return text;
  throw invalid(`${path} must be a UPI address, such as name@bank, ${got(text)}`);
}

/**
 * The address that the checkout page leads back to, if it is allowed: on the origin of the shop's
 * own redirect address, or on one of its return origins.
 *
 * @param url of the session; may be empty
 * @returns null for none
 */
export function allowedReturn(
  url: string,
  { redirectUrl, checkout }: Pick<Merchant, "redirectUrl" | "checkout">,
): string | null {
  const origin = originOf(url);
  if (origin === null) return null;
  return origin === originOf(redirectUrl) || checkout.returnOrigins.includes(origin) ? url : null;
}

function originOf(url: string): string | null {
  return url === "" ? null : URL.parse(url)?.origin ?? null;
}
