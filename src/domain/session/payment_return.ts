import { deriveToken } from "../values/token.ts";
import type { SessionId } from "../ids.ts";
import { isOpen } from "./lifecycle.ts";
import type { CheckoutSession } from "./session.ts";

/** Time for which a code shows its payment. */
export const RETURN_LIFETIME_MS = 86_400_000;

/**
 * The way back from the provider of a payment: a code that shows how the payment stands, and
 * nothing of the customer. Providers keep addresses in their logs. Only its hash is stored.
 */
export interface PaymentReturn {
  /** SHA-256 of the code, lower-case hexadecimal. */
  readonly codeHash: string;
  readonly sessionId: SessionId;
  readonly paymentId: string;
  readonly createdAt: number;
}

/** The code of a payment for the holder of a link: always the same, so that it need not be kept. */
export function returnCode(token: string, paymentId: string): string {
  return deriveToken(token, `return ${paymentId}`);
}

/** State of a payment, for the customer who comes back from it. `over`: another one took its place. */
export type ReturnState = "paid" | "waiting" | "failed" | "over";

/**
 * How a payment of a session stands.
 *
 * @param hasEnded true if the session has expired or was abandoned
 */
export function returnStanding(
  { payment, order, state }: CheckoutSession,
  { paymentId, hasEnded }: { readonly paymentId: string; readonly hasEnded: boolean },
): ReturnState {
  if (order !== null) return "paid";
  if (payment?.id !== paymentId) return "over";
  if (payment.status === "PAID") return "paid";
  if (payment.status === "PENDING") return "waiting";
  return hasEnded || !isOpen(state) ? "over" : "failed";
}
