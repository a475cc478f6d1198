import { createHmac } from "node:crypto";
import { isSameText } from "../../domain/values/same_text.ts";
import type { z } from "zod";
import type { Hint, HookRequest } from "../provider.ts";
import { stripeHookSchema } from "./answers.ts";

const NOTHING = { references: [], charges: [], disputes: [] };

/** Age at which a signed hook is refused. */
const MAX_AGE_S = 300;

/**
 * Reads a hook by its header `Stripe-Signature` (https://docs.stripe.com/webhooks/signature). An
 * event that is not about a Checkout Session, or a payment's refund or dispute, names nothing.
 */
export function stripeHint({ headers, body, now }: HookRequest, secret: string | null): Hint {
  const { at, signatures } = signatureOf(headers.get("stripe-signature") ?? "");
  if (secret === null || at === null) return "refused";
  const wanted = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  // While a secret is replaced, one signature is of the old one.
  if (!signatures.some((one) => isSameText(one, wanted))) return "refused";
  // A slow clock here is no reason to refuse: only an old hook may be a repeated one.
  if (Math.floor(now / 1000) - Number(at) > MAX_AGE_S) return "refused";
  const { data: event } = stripeHookSchema.safeParse(parsedHook(body));
  return event === undefined ? NOTHING : named(event);
}

/** A charge is named only if it was refunded: each payment has events of its charge. */
function named({ type, data: { object } }: z.infer<typeof stripeHookSchema>): Hint {
  switch (object.object) {
    case "checkout.session":
      return type.startsWith("checkout.session.")
        ? { ...NOTHING, references: [object.id] }
        : NOTHING;
    case "charge":
      return type === "charge.refunded"
        ? { ...NOTHING, charges: [object.payment_intent] }
        : NOTHING;
    case "refund":
      return { ...NOTHING, charges: [object.payment_intent] };
    case "dispute":
      return { ...NOTHING, charges: [object.payment_intent], disputes: [object.id] };
  }
}

/** The parts of `t=1492774577,v1=5257a8...,v1=...`; other schemes are passed over. */
function signatureOf(header: string): { at: string | null; signatures: string[] } {
  const parts = header.split(",").map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [at = ""] = valuesOf("t");
  return { at: /^\d{1,12}$/.test(at) ? at : null, signatures: valuesOf("v1") };
}

function parsedHook(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
