/**
 * Headers of a page and its files.
 *
 * @param policy what the page may load
 * @param formAction where its forms may lead, redirects included (default: nowhere)
 */
export function pageHeaders(
  policy: readonly string[],
  formAction = "'none'",
): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      ...policy,
      "base-uri 'none'",
      `form-action ${formAction}`,
      "frame-ancestors 'none'",
    ].join("; "),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
  };
}
