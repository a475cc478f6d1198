import type { DemoAct, DemoPayment } from "../domain/session/provider_payment.ts";
import { currencyOf, formatMajor } from "../domain/values/money.ts";
import { type PaymentProvider, type Standing, Unreachable } from "./provider.ts";

const MINUTE_MS = 60_000;
/** Time for which the bank of a payment that waits takes. */
const WAITING_MS = MINUTE_MS / 2;
/** Time after the end of its page at which a late payment is paid: its holds are released then. */
const LATE_MS = 20 * MINUTE_MS;

/** The books of the demo provider. */
export interface DemoBooks {
  find(paymentId: string): Promise<DemoPayment | null>;
  note(paymentId: string, act: DemoAct): Promise<void>;
  /** Address of the page of a payment; undefined while the server serves no pages. */
  urlOf(paymentId: string, returnUrl: string): string | undefined;
}

/** Dependencies of {@link demoProvider}. */
export interface DemoDeps {
  readonly books: DemoBooks;
  readonly now: () => number;
  /** True on a server that shows the demo shop, whose live payments are no money either. */
  readonly takesLive: boolean;
}

/**
 * A provider that moves no money: its page has a button for each thing that can happen. A refund is
 * done at once and not kept here: our own record of it is all there is. It knows no disputes.
 */
export function demoProvider({ books, now, takesLive }: DemoDeps): PaymentProvider {
  return {
    problem: () => null,
    refundProblem: () => null,
    identify: ({ livemode }) => Promise.resolve({ account: null, livemode }),
    open({ livemode }, { paymentId, returnUrl, expiresAt }) {
      if (livemode && !takesLive) {
        const reason = "The demo provider takes payments of test keys only";
        return Promise.resolve({ kind: "refused", reason });
      }
      const reference = demoReference(paymentId);
      const url = books.urlOf(paymentId, returnUrl);
      if (url === undefined) throw new Unreachable("The server serves no checkout pages");
      return Promise.resolve({ kind: "opened", reference, url, expiresAt });
    },
    async look(_account, { paymentId, reference }) {
      const payment = await books.find(paymentId);
      return payment === null ? { kind: "expired" } : standingOf(payment, reference, now());
    },
    async end(_account, { paymentId, reference }) {
      const payment = await books.find(paymentId);
      if (payment === null) return "gone";
      if (payment.done?.act === "late") throw new Unreachable("The demo provider does not answer");
      const { kind } = standingOf(payment, reference, now());
      if (kind === "paid" || kind === "waiting") return "paid";
      if (kind !== "open") return "gone";
      await books.note(paymentId, "end");
      // The customer may have been faster.
      return (await books.find(paymentId))?.done?.act === "end" ? "ended" : "paid";
    },
    refund: (_access, { refundId }) =>
      Promise.resolve({ kind: "done", reference: `demo_${refundId}` }),
    refundAt: () => Promise.resolve(null),
    refundsOf: () => Promise.resolve([]),
    disputeAt: () => Promise.resolve(null),
    async chargeAt(_account, charge) {
      const paymentId = /^demo_(.+)$/.exec(charge)?.[1] ?? "";
      const payment = paymentId === "" ? null : await books.find(paymentId);
      if (payment === null || payment.done === null) return null;
      const standing = standingOf(payment, charge, now());
      if (standing.kind !== "paid") return null;
      const { kind: _, ...money } = standing;
      const marks = { paymentId, shopId: null, sessionId: null };
      return { ...money, marks, fee: 0, at: payment.done.at };
    },
    hasList: false,
    list: () => Promise.resolve({ charges: [], refunds: [], disputes: [], unread: [], next: null }),
    hint: () => Promise.resolve("refused"),
  };
}

/** The demo provider's reference of a payment. */
export function demoReference(paymentId: string): string {
  return `demo_${paymentId}`;
}

function standingOf(payment: DemoPayment, reference: string, now: number): Standing {
  const { amount, currencyCode, livemode, expiresAt, done } = payment;
  const amountText = formatMajor(amount, currencyOf(currencyCode));
  const money = { amount, amountText, currencyCode, livemode };
  const paid = { kind: "paid", charge: reference, ...money } as const;
  switch (done?.act) {
    case "pay":
      return paid;
    case "wait":
      return now < done.at + WAITING_MS ? { kind: "waiting" } : paid;
    case "late":
      return now < expiresAt + LATE_MS ? { kind: "open" } : paid;
    case "fail":
      return { kind: "failed", reason: "The demo provider declined it" };
    case "end":
      return { kind: "expired" };
    case undefined:
      return now < expiresAt ? { kind: "open" } : { kind: "expired" };
  }
}
