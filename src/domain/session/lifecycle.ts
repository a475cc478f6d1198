/** State of the payment (spec section 3). */
export const PAYMENT_STATES = ["DRAFT", "PENDING", "PAID", "FAILED"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** State of the checkout (spec section 3). */
export const SESSION_STATES = ["INITIATED", "IN_PROGRESS", "COMPLETED", "ABANDONED"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Where a session stands: both lifecycles together. */
export interface State {
  readonly session: SessionState;
  readonly payment: PaymentState;
}

/** A freshly created session (spec section 3). */
export const INITIAL_STATE: State = { session: "INITIATED", payment: "DRAFT" };

/** Everything that can happen to a session. */
export const STEPS = [
  "items.replace",
  "coupons.apply",
  "coupons.remove",
  "gifts.claim",
  "address.set",
  "otp.send",
  "otp.verify",
  "coins.redeem",
  "payment_method.choose",
  "payment.start",
  "payment.release",
  "payment.replace",
  "payment.cancel",
  "payment.paid",
  "payment.part-paid",
  "payment.failed",
  "order.place",
  "order.collect",
  "session.abandon",
  "session.expire",
] as const;
export type Step = (typeof STEPS)[number];

/** A state as one word, session before payment: `IN_PROGRESS/DRAFT`. */
export type Cell = `${SessionState}/${PaymentState}`;
type Row = Readonly<Partial<Record<Cell, Cell>>>;

/** While nothing is being paid the customer may change anything, and has thereby begun. */
const EDIT: Row = {
  "INITIATED/DRAFT": "IN_PROGRESS/DRAFT",
  "IN_PROGRESS/DRAFT": "IN_PROGRESS/DRAFT",
  "IN_PROGRESS/FAILED": "IN_PROGRESS/FAILED",
};

/** Where a checkout ends without an order. A payment under way may still come in. */
const GIVE_UP: Row = {
  "INITIATED/DRAFT": "ABANDONED/DRAFT",
  "IN_PROGRESS/DRAFT": "ABANDONED/DRAFT",
  "IN_PROGRESS/PENDING": "ABANDONED/PENDING",
  "IN_PROGRESS/FAILED": "ABANDONED/FAILED",
};

/** Where a payment ends without money: the cart is thawed, unless the session has ended. */
const ENDED_UNPAID: Row = {
  "IN_PROGRESS/PENDING": "IN_PROGRESS/FAILED",
  "ABANDONED/PENDING": "ABANDONED/FAILED",
};

/**
 * The table: what each step makes of each state; what is not named is not allowed.
 *
 * COMPLETED is final; cash for it may still arrive. ABANDONED is final too, but for the result of a payment that was begun
 * before, which is taken however late it comes.
 */
const TABLE: Readonly<Record<Step, Row>> = {
  "items.replace": EDIT,
  "coupons.apply": EDIT,
  "coupons.remove": EDIT,
  "gifts.claim": EDIT,
  "address.set": EDIT,
  "otp.send": EDIT,
  "otp.verify": EDIT,
  "coins.redeem": EDIT,
  "payment_method.choose": EDIT,
  "payment.start": {
    "INITIATED/DRAFT": "IN_PROGRESS/PENDING",
    "IN_PROGRESS/DRAFT": "IN_PROGRESS/PENDING",
    "IN_PROGRESS/FAILED": "IN_PROGRESS/PENDING",
  },
  // Its result is overdue: what it held is given back, and its money is still taken.
  "payment.release": { "IN_PROGRESS/PENDING": "IN_PROGRESS/PENDING" },
  // One whose holds were released gives way to the payment that is started next.
  "payment.replace": { "IN_PROGRESS/PENDING": "IN_PROGRESS/FAILED" },
  "payment.cancel": ENDED_UNPAID,
  "payment.paid": {
    "IN_PROGRESS/PENDING": "COMPLETED/PAID",
    "ABANDONED/PENDING": "COMPLETED/PAID",
  },
  // The prepaid part of a cash-on-delivery order: the order itself is placed afterwards.
  "payment.part-paid": {
    "IN_PROGRESS/PENDING": "IN_PROGRESS/PAID",
    "ABANDONED/PENDING": "COMPLETED/PAID",
  },
  "payment.failed": ENDED_UNPAID,
  "order.place": {
    "INITIATED/DRAFT": "COMPLETED/DRAFT",
    "IN_PROGRESS/DRAFT": "COMPLETED/DRAFT",
    // Of a payment that failed nothing is left in an order that is paid at the door.
    "IN_PROGRESS/FAILED": "COMPLETED/DRAFT",
    "IN_PROGRESS/PAID": "COMPLETED/PAID",
  },
  // Cash that arrives for an order changes what was paid, and no state.
  "order.collect": {
    "COMPLETED/DRAFT": "COMPLETED/DRAFT",
    "COMPLETED/PAID": "COMPLETED/PAID",
  },
  "session.abandon": GIVE_UP,
  // Who has paid a part has ordered: idleness places that order instead of dropping it.
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

/** A state as one word. */
export function cellOf({ session, payment }: State): Cell {
  return `${session}/${payment}`;
}

/** Every pair of states, whether or not a session can be in it. */
export const ALL_STATES: readonly State[] = SESSION_STATES.flatMap((session) =>
  PAYMENT_STATES.map((payment) => ({ session, payment }))
);

const BY_CELL: Readonly<Record<Cell, State>> = Object.fromEntries(
  ALL_STATES.map((state) => [cellOf(state), state]),
) as Record<Cell, State>;
