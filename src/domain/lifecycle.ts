/** How far the money is (spec section 3). */
export const PAYMENT_STATES = ["DRAFT", "PENDING", "PAID", "FAILED"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** How far the checkout is (spec section 3). */
export const SESSION_STATES = ["INITIATED", "IN_PROGRESS", "COMPLETED", "ABANDONED"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Where a session stands: both lifecycles together. */
export interface State {
  readonly session: SessionState;
  readonly payment: PaymentState;
}

/** A freshly created session (spec section 3). */
export const INITIAL_STATE: State = { session: "INITIATED", payment: "DRAFT" };

/** What can happen to a session as a whole. */
export const TRANSITIONS = ["expire"] as const;
export type Transition = (typeof TRANSITIONS)[number];

type SessionRow = Readonly<Record<SessionState, State["session"] | null>>;

/**
 * The table: what each transition makes of each session state; null where it is
 * not allowed. A completed session never expires, an abandoned one already has.
 */
const TABLE: Readonly<Record<Transition, SessionRow>> = {
  expire: {
    INITIATED: "ABANDONED",
    IN_PROGRESS: "ABANDONED",
    COMPLETED: null,
    ABANDONED: null,
  },
};

/** Applies a transition; null when the state does not allow it. */
export function advance(state: State, transition: Transition): State | null {
  const session = TABLE[transition][state.session];
  return session === null ? null : { session, payment: state.payment };
}

/** Whether a session in this state ends by inactivity (spec sections 3 and 8). */
export function canExpire(state: State): boolean {
  return advance(state, "expire") !== null;
}
