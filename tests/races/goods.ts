/** Coupons and customers that racers race for. */
import type { CouponId, CustomerId, SessionId } from "../../src/domain/ids.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import type { Coupon } from "../../src/domain/shop/coupon.ts";
import type { Customer } from "../../src/domain/shop/customer.ts";
import { EFFECTS } from "../../src/process/machine/effects.ts";
import { aCoupon } from "../support/builders.ts";
import { type RaceField, sendWell } from "./field.ts";

/** Racers who can have what they race for. */
export const UNITS = 5;
/** Coins that each racer uses. */
export const COINS = 100;

/** The phone number of a round. */
export const phoneOf = (n: number) => `+9198765${String(n).padStart(5, "0")}`;

/** Adds a coupon that shoppers enter. */
export async function putCoupon(
  { store, shop: { merchantId } }: RaceField,
  n: number,
  limits: Partial<Coupon>,
): Promise<Coupon> {
  const coupon = aCoupon({
    id: EFFECTS.newId() as CouponId,
    merchantId,
    code: `RACE${n}`,
    applicationType: "CODE",
    ...limits,
  });
  await store.commit([{ kind: "coupon.put", coupon }]);
  return coupon;
}

/** Adds a customer with coins for the racers who can have them. */
export async function addCustomer(
  { store, shop: { merchantId } }: RaceField,
  n: number,
): Promise<Customer> {
  const customer = {
    id: EFFECTS.newId() as CustomerId,
    merchantId,
    phone: phoneOf(n),
    createdAt: EFFECTS.now(),
  };
  const movement = {
    id: EFFECTS.newId(),
    customerId: customer.id,
    from: "ISSUED",
    to: "AVAILABLE",
    coins: UNITS * COINS,
    reason: "gift",
    sessionId: null,
    at: EFFECTS.now(),
  } as const;
  await store.commit([{ kind: "customer.add", customer }, { kind: "coins.move", movement }]);
  return customer;
}

/** Enters the code of a coupon in each session. */
export async function enterCode(
  field: RaceField,
  sessions: readonly SessionId[],
  { code }: Coupon,
): Promise<void> {
  await Promise.all(
    sessions.map((id, n) =>
      sendWell(field, n, { method: "POST", path: `/session/${id}/coupons`, data: { code } })
    ),
  );
}

/** Counts the stored sessions that satisfy a condition. */
export async function countSessions(
  { store }: RaceField,
  sessions: readonly SessionId[],
  satisfies: (session: CheckoutSession) => boolean,
): Promise<number> {
  const stored = await Promise.all(sessions.map(async (id) => await store.sessions.find(id)));
  return stored.filter((one) => one !== null && satisfies(one.load())).length;
}
