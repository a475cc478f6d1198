import { z } from "zod";
import type { Form } from "../form.ts";

/** The link to a checkout page in an answer. */
export const checkoutLinkSchema = z.strictObject({
  url: z.url().meta({
    description: "The checkout page of this session, for its customer only: the URL is a secret",
  }),
  expires_at: z.iso.datetime().meta({
    description: "Time at which the link ends: 24 hours later, or after a manual payment was due",
  }),
}).meta({ id: "CheckoutLink" });

/** Encodes the link to a checkout page. */
export function encodeCheckoutLink(
  { url, expiresAt }: { readonly url: string; readonly expiresAt: number },
): Form<typeof checkoutLinkSchema> {
  return { url, expires_at: new Date(expiresAt).toISOString() };
}
