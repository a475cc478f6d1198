import assert from "node:assert/strict";
import type { Payment } from "../../../src/domain/session/payment.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { aPayment, aProduct, NOW } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  aSession,
  holdStock,
  M1,
  M2,
  PENDING,
  putMerchant,
  putOther,
  putSession,
  sid,
} from "../support.ts";

/** Contract of the port: unpaid payments that hold something. */
export function unpaidHoldContract(promised: Promised): void {
  promised(
    "attention.unpaidHolds() lists live payments that hold, the longest held first",
    async (store) => {
      const paying = (n: number, payment: Payment, over: Partial<CheckoutSession> = {}) => [
        addSession(aSession(n, over)),
        putSession(aSession(n, { version: 2, state: PENDING, payment, ...over })),
      ];
      const held = (startedAt: number, dueAt: number | null = null) =>
        aPayment({ startedAt, dueAt });
      await store.commit([
        putMerchant,
        putOther,
        { kind: "product.put", merchantId: M1, product: aProduct() },
        ...paying(1, held(NOW + 5)),
        ...paying(2, held(NOW + 2, NOW + 90)),
        ...paying(3, held(NOW + 1), { merchantId: M2 }),
        ...paying(4, held(NOW + 1), { livemode: false }),
        ...paying(5, aPayment({ startedAt: NOW + 1, holds: "released" })),
        ...paying(6, held(NOW + 3, NOW + 80)),
        ...paying(7, held(NOW + 4)),
        addSession(aSession(8)),
        holdStock({ sessionId: sid(6), units: 4 }),
      ]);
      const list = async (limit: number) =>
        (await store.attention.unpaidHolds(M1, limit))
          .map(({ sessionId, startedAt, units }) => [sessionId, startedAt - NOW, units]);
      const all = [[sid(2), 2, 0], [sid(6), 3, 4], [sid(7), 4, 0], [sid(1), 5, 0]];
      assert.deepEqual(await list(9), all);
      // Of manual payments those that are due first.
      assert.deepEqual(await list(1), all.slice(1, 2));
      assert.deepEqual(await list(3), all.slice(0, 3));
    },
  );
}
