/** State of the payment (spec section 3). */
export const PAYMENT_STATES = ["DRAFT", "PENDING", "PAID", "FAILED"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** State of the checkout (spec section 3). */
export const SESSION_STATES = ["INITIATED", "IN_PROGRESS", "COMPLETED", "ABANDONED"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** State of a session and its payment. */
export interface State {
  readonly session: SessionState;
  readonly payment: PaymentState;
}

/** True until the checkout has ended. */
export function isOpen({ session }: State): boolean {
  return session === "INITIATED" || session === "IN_PROGRESS";
}

/** A freshly created session (spec section 3). */
export const INITIAL_STATE: State = { session: "INITIATED", payment: "DRAFT" };

/** All steps of a session. */
export const STEPS = [
  "items.replace",
  "coupons.apply",
  "coupons.remove",
  "gifts.claim",
  "address.set",
  "buyer.set",
  "shipping_option.choose",
  "otp.send",
  "otp.verify",
  "coins.redeem",
  "payment_method.choose",
  "payment.start",
  "payment.release",
  "payment.replace",
  "payment.cancel",
  "payment.paid",
  "payment.failed",
  "order.place",
  "order.collect",
  "order.cancel",
  "order.refund",
  "refund.settle",
  "session.abandon",
  "session.expire",
] as const;
export type Step = (typeof STEPS)[number];

/** A state as text, session before payment: `IN_PROGRESS/DRAFT`. */
export type Cell = `${SessionState}/${PaymentState}`;
type Row = Readonly<Partial<Record<Cell, Cell>>>;

/** Without a pending payment the customer may change anything. */
const EDIT: Row = {
  "INITIATED/DRAFT": "IN_PROGRESS/DRAFT",
  "IN_PROGRESS/DRAFT": "IN_PROGRESS/DRAFT",
  "IN_PROGRESS/FAILED": "IN_PROGRESS/FAILED",
};

/** Ends a checkout without an order. A pending payment may still be paid. */
const GIVE_UP: Row = {
  "INITIATED/DRAFT": "ABANDONED/DRAFT",
  "IN_PROGRESS/DRAFT": "ABANDONED/DRAFT",
  "IN_PROGRESS/PENDING": "ABANDONED/PENDING",
  "IN_PROGRESS/FAILED": "ABANDONED/FAILED",
};

/** Ends a payment without money: the cart can be changed again, unless the session has ended. */
const ENDED_UNPAID: Row = {
  "IN_PROGRESS/PENDING": "IN_PROGRESS/FAILED",
  "ABANDONED/PENDING": "ABANDONED/FAILED",
};

/**
 * Next state by step and state; missing states do not allow the step.
 *
 * COMPLETED is final, except that cash may still be recorded and the order cancelled. ABANDONED is
 * final, except for the result of a payment that was started before, however late.
 */
const TABLE: Readonly<Record<Step, Row>> = {
  "items.replace": EDIT,
  "coupons.apply": EDIT,
  "coupons.remove": EDIT,
  "gifts.claim": EDIT,
  "address.set": EDIT,
  "buyer.set": EDIT,
  "shipping_option.choose": EDIT,
  "otp.send": EDIT,
  "otp.verify": EDIT,
  "coins.redeem": EDIT,
  "payment_method.choose": EDIT,
  "payment.start": {
    "INITIATED/DRAFT": "IN_PROGRESS/PENDING",
    "IN_PROGRESS/DRAFT": "IN_PROGRESS/PENDING",
    "IN_PROGRESS/FAILED": "IN_PROGRESS/PENDING",
  },
  // The result is overdue: holds are released, and a payment is still accepted.
  "payment.release": { "IN_PROGRESS/PENDING": "IN_PROGRESS/PENDING" },
  // A payment with released holds is replaced by the next one.
  "payment.replace": { "IN_PROGRESS/PENDING": "IN_PROGRESS/FAILED" },
  "payment.cancel": ENDED_UNPAID,
  // Also the prepaid part of a cash-on-delivery order, which places it.
  "payment.paid": {
    "IN_PROGRESS/PENDING": "COMPLETED/PAID",
    "ABANDONED/PENDING": "COMPLETED/PAID",
  },
  "payment.failed": ENDED_UNPAID,
  "order.place": {
    "INITIATED/DRAFT": "COMPLETED/DRAFT",
    "IN_PROGRESS/DRAFT": "COMPLETED/DRAFT",
    // A failed payment is not part of an order paid on delivery.
    "IN_PROGRESS/FAILED": "COMPLETED/DRAFT",
    // Earlier versions waited for this step once the prepaid part was paid.
    "IN_PROGRESS/PAID": "COMPLETED/PAID",
  },
  // Recorded cash changes the amount paid, not the state.
  "order.collect": {
    "COMPLETED/DRAFT": "COMPLETED/DRAFT",
    "COMPLETED/PAID": "COMPLETED/PAID",
  },
  // A cancelled order says so itself; the states stay.
  "order.cancel": {
    "COMPLETED/DRAFT": "COMPLETED/DRAFT",
    "COMPLETED/PAID": "COMPLETED/PAID",
  },
  // Refunds, disputes and fees stand beside the states: an order that is refunded in part is PAID.
  "order.refund": {
    "COMPLETED/DRAFT": "COMPLETED/DRAFT",
    "COMPLETED/PAID": "COMPLETED/PAID",
  },
  "refund.settle": {
    "COMPLETED/DRAFT": "COMPLETED/DRAFT",
    "COMPLETED/PAID": "COMPLETED/PAID",
  },
  "session.abandon": GIVE_UP,
  // If the prepaid part is paid and the customer goes idle, the order is placed, not dropped.
  "session.expire": { ...GIVE_UP, "IN_PROGRESS/PAID": "COMPLETED/PAID" },
};

/** Applies a step to a state; null when the state does not allow it. */
export function advance(state: State, step: Step): State | null {
  const cell = TABLE[step][cellOf(state)];
  return cell === undefined ? null : BY_CELL[cell];
}

/** True if a session in this state ends by inactivity (spec sections 3 and 8). */
export function canExpire(state: State): boolean {
  return advance(state, "session.expire")?.session === "ABANDONED";
}

/** Text of a state. */
export function cellOf({ session, payment }: State): Cell {
  return `${session}/${payment}`;
}

/** Every pair of states, reachable or not. */
export const ALL_STATES: readonly State[] = SESSION_STATES.flatMap((session) =>
  PAYMENT_STATES.map((payment) => ({ session, payment }))
);

const BY_CELL: Readonly<Record<Cell, State>> = Object.fromEntries(
  ALL_STATES.map((state) => [cellOf(state), state]),
) as Record<Cell, State>;
