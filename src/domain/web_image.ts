/** An http or https address with a host. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#]/i;

/**
 * The address of a picture that a page can show: http or https. Any other text, such as
 * `javascript:...`, counts as no picture and becomes "": a picture must never stop a sale.
 */
export function webImage(address: string): string {
  // Stores that once served both schemes leave the scheme out.
  const url = address.startsWith("//") ? `https:${address}` : address;
  return WEB_ADDRESS.test(url) ? url : "";
}
