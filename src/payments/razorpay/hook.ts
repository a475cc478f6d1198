import type { Hint, HookRequest, ProviderAccess } from "../provider.ts";
import { razorpayJson, razorpayLinkHookSchema } from "./answers.ts";

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
  const event = razorpayLinkHookSchema.safeParse(razorpayJson(body));
  const references = event.success ? [event.data.payload.payment_link.entity.id] : [];
  return { references, charges: [], disputes: [] };
}

/** Bytes of an HMAC-SHA256 in hexadecimal; null for any other text. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  return /^[0-9a-f]{64}$/i.test(hex) ? Uint8Array.fromHex(hex) : null;
}
