import type { CheckoutSession } from "../domain/session/session.ts";

/** How a payment stands at its provider, for people. */
export const STANDING_WORDS = {
  open: "The customer can still pay",
  waiting: "The customer has paid, and the bank is at work",
  paid: "It is paid",
  failed: "It has failed, and nothing was charged",
  expired: "Its page has ended unpaid",
} as const;
/** A key of {@link STANDING_WORDS}. */
export type StandingWord = keyof typeof STANDING_WORDS;

/** Results of a look at a payment, for programs. */
export const LOOK_RESULTS = ["ordered", "failed", "recorded", "unchanged"] as const;
/** One of {@link LOOK_RESULTS}. */
export type LookResult = (typeof LOOK_RESULTS)[number];

/** A look at a payment: its session before and after the provider's answer was taken. */
interface Looked {
  readonly paymentId: string;
  readonly standing: StandingWord;
  readonly before: CheckoutSession;
  readonly after: CheckoutSession;
}

/** The result of a look: `recorded` is money without an order. */
export function lookResult({ paymentId, standing, before, after }: Looked): LookResult {
  const { payment } = after;
  const isOwn = payment?.id === paymentId;
  if (standing === "paid") {
    if (!isOwn || payment.status !== "PAID") return "recorded";
    return before.payment?.status === "PAID" ? "unchanged" : "ordered";
  }
  const isFailed = isOwn && payment.status === "FAILED" && before.payment?.status === "PENDING";
  return isFailed ? "failed" : "unchanged";
}
