import type { PaymentState, SessionState } from "../../../domain/session/lifecycle.ts";
import { Badge } from "./panel.tsx";
import type { Tone } from "./tone.ts";

const SESSION = {
  INITIATED: ["Open", "plain"],
  IN_PROGRESS: ["In progress", "plain"],
  COMPLETED: ["Completed", "good"],
  ABANDONED: ["Abandoned", "plain"],
} as const satisfies Record<SessionState, readonly [string, Tone]>;

const PAYMENT = {
  DRAFT: ["Not started", "plain"],
  PENDING: ["Pending", "warn"],
  PAID: ["Paid", "good"],
  FAILED: ["Failed", "bad"],
} as const satisfies Record<PaymentState, readonly [string, Tone]>;

/** Words of a session's state, for badges and filters. */
export function sessionStateText(state: SessionState): string {
  return SESSION[state][0];
}

/** Words of a payment's state, for badges and filters. */
export function paymentStateText(state: PaymentState): string {
  return PAYMENT[state][0];
}

/** The state of a session. */
export function SessionBadge({ state }: { readonly state: SessionState }) {
  const [text, tone] = SESSION[state];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The state of a payment. */
export function PaymentBadge({ state }: { readonly state: PaymentState }) {
  const [text, tone] = PAYMENT[state];
  return <Badge tone={tone}>{text}</Badge>;
}
