import { createHmac } from "node:crypto";
import { isSameText } from "../values/same_text.ts";

/** Time for which a browser stays known. */
export const BROWSER_KNOWN_MS = 90 * 86_400_000;
/** Random bytes of its name. */
export const BROWSER_NAME_BYTES = 12;

/** A browser in which a person has signed in. */
export interface KnownBrowser {
  /** Its name: random. */
  readonly name: string;
  /** When the person was last seen in it. */
  readonly at: number;
}

/**
 * The token of a browser: its time, its name, and their HMAC-SHA-256 with the login, which is not in
 * it.
 */
export function browserToken(key: Uint8Array, login: string, { name, at }: KnownBrowser): string {
  const time = at.toString(36);
  const text = JSON.stringify(["known browser", login, time, name]);
  return `${time}.${name}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

/** The browser of a token, if it is known to a login; null for any other text. */
export function readBrowserToken(
  key: Uint8Array,
  login: string,
  { token, now }: { readonly token: string; readonly now: number },
): KnownBrowser | null {
  const [time = "", name = ""] = token.split(".");
  const at = Number.parseInt(time, 36);
  if (!(at <= now && now < at + BROWSER_KNOWN_MS)) return null;
  const known = { name, at };
  return isSameText(token, browserToken(key, login, known)) ? known : null;
}
