/** Orders of a shop, and what happens to their money. */
import type { Change } from "../../../src/domain/changes.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { withoutPerson } from "../../../src/domain/session/erasure.ts";
import type { PlacedOrder } from "../../../src/domain/session/order.ts";
import type { Dispute, Refund } from "../../../src/domain/session/refund.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { aPayment, uuid } from "../../support/builders.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import { addSession, aSession, COMPLETED, putSession } from "../support.ts";
import { aDispute, aRefund } from "./refunds.ts";

const HOUR_MS = 3_600_000;
/** Number of orders of a shop. */
export const ORDERS = 4;
const CANCELLATION = { reason: null, coinsReturned: 0, coinsTakenBack: 0, coinsOwed: 0 };

/** What can happen. */
export const ACTIONS = [
  ...["order", "order", "order", "refund", "refund", "settle", "dispute", "decide", "fee"],
  ...["unexpected", "cancel", "erase", "purge"],
] as const;

/** What happens to one of the orders, hours after a moment. */
export interface Happening {
  readonly action: (typeof ACTIONS)[number];
  readonly n: number;
  readonly hours: number;
  readonly variant: number;
}

/** A shop of its own for each history. */
export class Orders {
  readonly merchantId: MerchantId;
  readonly #run: number;
  readonly stored = new Map<number, CheckoutSession>();
  #count = 0;

  constructor(run: number) {
    this.#run = run;
    this.merchantId = uuid<MerchantId>(10 + run);
  }

  /** The changes of a happening; none if it does nothing. */
  changes({ action, n, variant }: Happening, at: number): readonly Change[] {
    const session = this.stored.get(n);
    if (action === "order") return session === undefined ? this.#place(n, at, variant) : [];
    if (session === undefined) return [];
    const order = session.order!;
    switch (action) {
      case "refund":
        return this.#refund(n, this.#refundOf(at, variant), variant);
      case "settle":
        return this.#settle(n, variant, at);
      case "dispute":
        return this.#dispute(n, this.#disputeOf(at, variant));
      case "decide":
        return order.disputes.slice(-1).flatMap((one) =>
          this.#dispute(n, {
            ...one,
            ...this.#disputeOf(one.at, variant),
            reference: one.reference,
          })
        );
      case "fee":
        return this.#put(n, { payment: { ...session.payment!, fee: variant } });
      case "unexpected": {
        const { merchantId, livemode, currencyCode, id: sessionId } = session;
        const place = { merchantId, livemode, currencyCode, sessionId, at, amount: 7 };
        const of = { ...place, unexpectedId: this.#newId() };
        if (variant % 2 === 0) {
          const dispute = aDispute({ ...this.#disputeOf(at, variant), ...of });
          return [{ kind: "dispute.put", dispute }];
        }
        return [{
          kind: "refund.add",
          refund: aRefund(1, { ...this.#refundOf(at, variant), ...of }),
        }];
      }
      case "cancel":
        return this.#put(n, { order: { ...order, cancellation: { ...CANCELLATION, at } } });
      case "erase":
        return this.#put(n, withoutPerson(session, null));
      default:
        if (session.livemode) return [];
        this.stored.delete(n);
        return [{ kind: "session.delete", sessionId: session.id, lastActiveBefore: 2 ** 50 }];
    }
  }

  #place(n: number, placedAt: number, variant: number): Change[] {
    const session = aSession(ORDERS * this.#run + n, {
      merchantId: this.merchantId,
      createdAt: placedAt - HOUR_MS,
      livemode: variant % 6 !== 0,
      currencyCode: variant % 4 === 0 ? "JPY" : "INR",
      // A long document is stored compressed.
      note: variant % 7 === 0 ? "n".repeat(40_000) : null,
      state: COMPLETED,
      payment: aPayment({ status: "PAID", fee: variant % 3 === 0 ? variant : null }),
      order: aPlacedOrder({ number: orderNumber(n), placedAt }),
    });
    const totals = { ...session.priced.totals, totalPayable: 100 + variant };
    const placed = { ...session, priced: { ...session.priced, totals } };
    this.stored.set(n, placed);
    return [addSession(placed)];
  }

  #put(n: number, over: Partial<CheckoutSession>): Change[] {
    const before = this.stored.get(n)!;
    const session = { ...before, ...over, version: before.version + 1 };
    this.stored.set(n, session);
    return [putSession(session, { before })];
  }

  #withOrder(n: number, over: Partial<PlacedOrder>): Change[] {
    return this.#put(n, { order: { ...this.stored.get(n)!.order!, ...over } });
  }

  #newId(): string {
    return uuid(70_000 + ++this.#count + 1000 * this.#run);
  }

  #refundOf(at: number, variant: number): Refund {
    const { livemode: _, ...row } = aRefund(1, {
      id: this.#newId(),
    });
    const state = (["REQUESTED", "PENDING", "DONE", "FAILED"] as const)[variant % 4]!;
    const origin = variant % 3 === 0 ? "PROVIDER" : "OURS";
    const none = { proposed: 0, lines: [], reason: null, by: "key", failure: null };
    const coins = { returned: 0, takenBack: 0, owed: 0 };
    return { ...row, ...none, coins, state, origin, at, amount: variant % 5 === 0 ? 0 : variant };
  }

  #refund(n: number, refund: Refund, variant: number): Change[] {
    const session = this.stored.get(n)!;
    const { id: sessionId, merchantId, livemode, currencyCode } = session;
    const { id, amount, state, origin, at } = refund;
    const row = { id, amount, state, origin, at, sessionId, merchantId, livemode, currencyCode };
    const change: Change = { kind: "refund.add", refund: aRefund(1, row) };
    const put = this.#withOrder(n, { refunds: [...session.order!.refunds, refund] });
    return variant % 2 === 0 ? [...put, change] : [change, ...put];
  }

  #settle(n: number, variant: number, settledAt: number): Change[] {
    const { id: sessionId, order } = this.stored.get(n)!;
    const refund = order!.refunds.at(-1);
    if (refund === undefined) return [];
    const state = variant % 2 === 0 ? "DONE" : "FAILED";
    const { id, reference } = refund;
    const row = { id, sessionId, reference, state, settledAt, nextTryAt: null, tries: 1 } as const;
    return [
      ...this.#withOrder(n, { refunds: order!.refunds.with(-1, { ...refund, state, settledAt }) }),
      { kind: "refund.move", refund: row, from: refund.state },
    ];
  }

  #disputeOf(at: number, variant: number): Dispute {
    const status = (["OPEN", "LOST", "WON"] as const)[variant % 3]!;
    const { paymentId, reason, evidenceDueAt, decidedAt } = aDispute();
    const reference = `dp_${++this.#count}`;
    return { reference, paymentId, reason, evidenceDueAt, decidedAt, at, status, amount: variant };
  }

  #dispute(n: number, dispute: Dispute): Change[] {
    const session = this.stored.get(n)!;
    const { id: sessionId, merchantId, livemode, currencyCode, order } = session;
    const others = order!.disputes.filter(({ reference }) => reference !== dispute.reference);
    const row = aDispute({ ...dispute, sessionId, merchantId, livemode, currencyCode });
    return [
      ...this.#withOrder(n, { disputes: [...others, dispute] }),
      { kind: "dispute.put", dispute: row },
    ];
  }
}
