import type { Change } from "../../../src/domain/changes.ts";
import type { CouponId, CustomerId, SessionId } from "../../../src/domain/ids.ts";
import { aCoupon, int64, NOW, uuid } from "../../support/builders.ts";
import { M1 } from "../support.ts";

/** Racers of a round, in processes of this many each. */
export const RACERS = 48;
/** Processes, each with a connection that writes. */
export const PROCESSES = 4;

/** A race for something that only so many may have. */
export interface Race {
  /** Commits before the round. */
  setup(round: number): readonly Change[];
  /** The commit of racer `n`. */
  racer(round: number, n: number): readonly Change[];
  /** Releases holds after the rounds: `db check` finds those of sessions without a payment. */
  end?(round: number): readonly Change[];
  /** Commits that stand, of all. */
  readonly expected: number;
  /** SQL of what is stored after the rounds; its sum is `expected` for each of them. */
  readonly stored: string;
}

export const UNITS = 7;
export const couponOf = (round: number) => uuid<CouponId>(20_000 + round);
export const customerOf = (round: number) => uuid<CustomerId>(30_000 + round);
export const sessionOf = (round: number, n: number) => uuid<SessionId>(1_000_000 + round * 100 + n);
export const variantsOf = (round: number) =>
  [int64(10 * round + 1), int64(10 * round + 2)] as const;
export const sharedSessions = (round: number) => [96, 97, 98].map((n) => sessionOf(round, n));
export const releasesOf = (sessions: readonly SessionId[]): Change[] =>
  sessions.map((sessionId) => ({ kind: "stock.release", sessionId }));
export const phoneOf = (round: number) => `+1415555${String(round).padStart(4, "0")}`;

export const addCustomer = (round: number): Change => ({
  kind: "customer.add",
  customer: {
    id: customerOf(round),
    merchantId: M1,
    phone: phoneOf(round),
    createdAt: NOW,
  },
});

export const putCoupon = (round: number): Change => ({
  kind: "coupon.put",
  coupon: aCoupon({ id: couponOf(round), code: `C${round}` }),
});
