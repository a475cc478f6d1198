import type { Hint, HookRequest, ProviderAccess } from "../provider.ts";
import {
  razorpayDisputeHookSchema,
  razorpayJson,
  razorpayLinkHookSchema,
  razorpayRefundHookSchema,
} from "./answers.ts";

/**
 * Reads a hook: `X-Razorpay-Signature` is the HMAC-SHA256 of the raw body in hexadecimal
 * (https://razorpay.com/docs/webhooks/validate-test/). It signs no time, so an old hook can be
 * repeated: it causes no more than a look.
 */
export async function readRazorpayHook(
  { hookSecret }: Pick<ProviderAccess, "hookSecret">,
  { headers, body }: Pick<HookRequest, "headers" | "body">,
): Promise<Hint> {
  const signature = bytesOf(headers.get("x-razorpay-signature") ?? "");
  // An empty secret cannot be a key.
  if (!hookSecret || signature === null) return "refused";
  const utf8 = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = utf8.encode(hookSecret);
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["verify"]);
  // It compares in constant time.
  const isSigned = await crypto.subtle.verify("HMAC", key, signature, utf8.encode(body));
  if (!isSigned) return "refused";
  return named(razorpayJson(body));
}

/** The things that a hook names, by its event. */
function named(json: unknown): Hint {
  const nothing = { references: [], charges: [], disputes: [] };
  const ofLink = razorpayLinkHookSchema.safeParse(json);
  if (ofLink.success) {
    return { ...nothing, references: [ofLink.data.payload.payment_link.entity.id] };
  }
  const ofRefund = razorpayRefundHookSchema.safeParse(json);
  if (ofRefund.success) {
    return { ...nothing, charges: [ofRefund.data.payload.refund.entity.payment_id] };
  }
  const ofDispute = razorpayDisputeHookSchema.safeParse(json);
  if (!ofDispute.success) return nothing;
  const { id, payment_id: charge } = ofDispute.data.payload.dispute.entity;
  return { ...nothing, charges: [charge], disputes: [id] };
}

/** Bytes of an HMAC-SHA256 in hexadecimal; null for any other text. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  return /^[0-9a-f]{64}$/i.test(hex) ? Uint8Array.fromHex(hex) : null;
}
