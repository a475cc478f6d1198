import { got, invalid, shown } from "../errors.ts";

/**
 * Reads a redirect address: absolute http or https, without user info.
 *
 * @returns the URL unchanged
 */
export function requireRedirectUrl(text: string, path: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\//i.test(text) || /\s/.test(text)) {
    throw invalid(`${path} must be an absolute http or https URL, ${got(text)}`);
  }
  if (/^https?:\/\/[^/?#]*@/i.test(text)) {
    throw invalid(`${path} must not contain a user name or password: ${shown(url.host)}`);
  }
  return text;
}

/**
 * Reads the address that recovery links lead back to: a redirect address with https.
 *
 * @returns the URL unchanged
 */
export function requireRecoveryUrl(text: string, path: string): string {
  const url = requireRedirectUrl(text, path);
  if (!/^https:/i.test(url)) throw invalid(`${path} must be an https URL, ${got(text)}`);
  return url;
}
