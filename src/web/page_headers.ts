/**
 * Headers of a page and its files.
 *
 * @param policy what the page may load
 * @param formAction where its forms may lead, redirects included (default: nowhere)
 * @param ancestors origins whose pages may contain the page as a frame (default: none)
 */
export function pageHeaders(
  policy: readonly string[],
  formAction = "'none'",
  ancestors: readonly string[] = [],
): Readonly<Record<string, string>> {
  const isFramed = ancestors.length > 0;
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      ...policy,
      "base-uri 'none'",
      `form-action ${formAction}`,
      `frame-ancestors ${isFramed ? ancestors.join(" ") : "'none'"}`,
    ].join("; "),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    // It cannot name origins.
    ...(isFramed ? {} : { "X-Frame-Options": "DENY" }),
  };
}
