import { type CheckoutEvent, shopEventId } from "./events.ts";
import { MANY_UNKNOWN_PAYMENTS, type UnexpectedPayment } from "./session/payment.ts";

/** Fields of `payment.many-unknown`: a key, its shop, and the day in UTC. */
export type ManyUnknownFields = {
  readonly merchant_id: string;
  readonly key_id: string;
  readonly day: string;
  readonly more_than: number;
  readonly livemode: boolean;
};

/** A key reported many payments on one day that its shop never had. */
export type ManyUnknown = Pick<UnexpectedPayment, "merchantId" | "livemode" | "at"> & {
  readonly keyId: string;
};

/**
 * Makes the event of a key and day. Its id is made of both, so that it is stored once even if several
 * servers add it. It has no session, because the session of a record is the caller's choice.
 */
export function manyUnknownEvent({ merchantId, livemode, at, keyId }: ManyUnknown): CheckoutEvent {
  const day = new Date(at).toISOString().slice(0, 10);
  const data: ManyUnknownFields = {
    merchant_id: merchantId,
    key_id: keyId,
    day,
    more_than: MANY_UNKNOWN_PAYMENTS,
    livemode,
  };
  const id = shopEventId("payment.many-unknown", keyId, day);
  return { id, merchantId, sessionId: null, type: "payment.many-unknown", at, data };
}
