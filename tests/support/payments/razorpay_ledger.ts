/** The payments, refunds and disputes of the double of Razorpay. Seconds since 1970. */
import { ATTEMPT, collection, type RazorpayAnswer, refusal, refused } from "./razorpay_forms.ts";

/** An attempt to pay, in the form of Razorpay's payments. */
export interface RazorpayAttempt {
  readonly id: string;
  readonly entity: "payment";
  readonly amount: number;
  readonly currency: string;
  /** Null for a payment that is none of ours. */
  readonly order_id: string | null;
  readonly created_at: number;
  readonly method: "upi";
  readonly notes: unknown;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  captured: boolean;
  fee: number | null;
  tax: number | null;
  base_currency?: string;
}

interface Refund {
  readonly id: string;
  readonly entity: "refund";
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly notes: unknown;
  readonly receipt: unknown;
  readonly created_at: number;
  readonly acquirer_data: { readonly arn: null };
  readonly batch_id: null;
  readonly speed_processed: "normal";
  readonly speed_requested: "normal";
  status: string;
}

/** A dispute, in the form of Razorpay. */
export interface RazorpayDispute {
  readonly id: string;
  readonly entity: "dispute";
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason_code: string;
  readonly respond_by: number | null;
  readonly created_at: number;
  readonly phase: "chargeback";
  amount_deducted: number;
  status: string;
}

const KINDS = { payments: "pay", refunds: "rfnd", disputes: "disp" } as const;
type Kind = keyof typeof KINDS;

/** The books of what was tried, given back and is disputed. */
export class RazorpayLedger {
  /** What is kept of captured payments: null while it is not told; its currency if another one. */
  fee: { readonly amount: number; readonly base?: string } | null = null;
  /** State of the next refunds. */
  refundStatus = "processed";
  readonly payments: RazorpayAttempt[] = [];
  readonly refunds: Refund[] = [];
  readonly disputes: RazorpayDispute[] = [];
  readonly #now: () => number;
  readonly #idempotent = new Map<string, { readonly body: string; readonly refund: Refund }>();
  #ids = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  id(prefix: string): string {
    return `${prefix}_Double${String(++this.#ids).padStart(8, "0")}`;
  }

  /** Writes an attempt; without an order it is none of ours. */
  add(
    asked: Pick<RazorpayAttempt, "amount" | "currency" | "status"> & Partial<RazorpayAttempt>,
  ): RazorpayAttempt {
    const attempt: RazorpayAttempt = {
      ...ATTEMPT,
      id: this.id("pay"),
      order_id: null,
      created_at: this.#now(),
      captured: false,
      ...asked,
    };
    this.payments.push(attempt);
    if (asked.status === "captured") this.capture(attempt);
    return attempt;
  }

  /** Takes the money of an attempt. */
  capture(attempt: RazorpayAttempt): void {
    const { amount, base } = this.fee ?? {};
    Object.assign(attempt, { status: "captured", captured: true });
    Object.assign(attempt, { fee: amount ?? null, tax: amount === undefined ? null : 0 });
    if (base !== undefined) attempt.base_currency = base;
  }

  /** Someone refunds on Razorpay's dashboard. */
  refundElsewhere(paymentId: string, amount: number, currency?: string): string {
    const payment = this.#payment(paymentId);
    const paid = currency === undefined ? payment : { ...payment, currency };
    return this.#refund(paid, { amount, receipt: null, notes: [] }).id;
  }

  /** A customer disputes a payment. */
  dispute(paymentId: string, over: Partial<RazorpayDispute> = {}): RazorpayDispute {
    const { amount, currency } = this.#payment(paymentId);
    const dispute: RazorpayDispute = {
      id: this.id("disp"),
      entity: "dispute",
      payment_id: paymentId,
      amount,
      currency,
      amount_deducted: 0,
      reason_code: "chargeback",
      respond_by: this.#now() + 7 * 24 * 3600,
      status: "open",
      phase: "chargeback",
      created_at: this.#now(),
      ...over,
    };
    this.disputes.push(dispute);
    return dispute;
  }

  find(kind: Kind, id: string): RazorpayAnswer {
    const row = this.#all(kind).find((one) => one.id === id);
    if (row !== undefined) return { status: 200, json: row };
    return refused(
      id.startsWith(`${KINDS[kind]}_`)
        ? "The id provided does not exist"
        : `${id} is not a valid id`,
    );
  }

  /** A page, the newest first; disputes are not filtered by time. */
  list(kind: Kind, query: URLSearchParams): RazorpayAnswer {
    const [from, to] = [Number(query.get("from") ?? 0), Number(query.get("to") ?? Infinity)];
    const rows = this.#all(kind).filter(({ created_at: at }) =>
      kind === "disputes" || (at >= from && at <= to)
    );
    return page(rows, query);
  }

  listRefundsOf(paymentId: string, query: URLSearchParams): RazorpayAnswer {
    if (!this.payments.some(({ id }) => id === paymentId)) {
      return refused("The id provided does not exist");
    }
    return page(this.refunds.filter(({ payment_id }) => payment_id === paymentId), query);
  }

  createRefund(paymentId: string, json: unknown, key: string | undefined): RazorpayAnswer {
    const asked = json as { amount: number; receipt: unknown; notes: unknown };
    const body = JSON.stringify(asked);
    const before = key === undefined ? undefined : this.#idempotent.get(key);
    if (before !== undefined) {
      if (before.body === body) return { status: 200, json: before.refund };
      const text = "Different request with the same idempotency key has already been processed.";
      return { status: 409, json: refusal(text) };
    }
    const payment = this.payments.find(({ id }) => id === paymentId);
    if (payment === undefined) return refused(`${paymentId} is not a valid id`);
    const back = this.refunds
      .filter(({ payment_id, status }) => payment_id === paymentId && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
    if (back === payment.amount) return refused("The payment has been fully refunded already");
    if (!payment.captured || asked.amount > payment.amount - back) {
      return refused("The refund amount provided is greater than amount captured");
    }
    const refund = this.#refund(payment, asked);
    if (key !== undefined) this.#idempotent.set(key, { body, refund });
    return { status: 200, json: refund };
  }

  #refund(
    { id: payment_id, currency }: RazorpayAttempt,
    asked: Pick<Refund, "amount" | "receipt" | "notes">,
  ): Refund {
    const refund: Refund = {
      ...asked,
      id: this.id("rfnd"),
      entity: "refund",
      payment_id,
      currency,
      created_at: this.#now(),
      acquirer_data: { arn: null },
      batch_id: null,
      speed_processed: "normal",
      speed_requested: "normal",
      status: this.refundStatus,
    };
    this.refunds.push(refund);
    return refund;
  }

  #payment(id: string): RazorpayAttempt {
    const payment = this.payments.find((one) => one.id === id);
    if (payment === undefined) throw new Error(`No such payment: ${id}`);
    return payment;
  }

  #all(kind: Kind): readonly { readonly id: string; readonly created_at: number }[] {
    return kind === "payments" ? this.payments : kind === "refunds" ? this.refunds : this.disputes;
  }
}

function page(rows: readonly unknown[], query: URLSearchParams): RazorpayAnswer {
  const [count, skip] = [Number(query.get("count") ?? 10), Number(query.get("skip") ?? 0)];
  if (!(count >= 1 && count <= 100)) return refused("The count must be between 1 and 100.");
  return collection(rows.toReversed().slice(skip, skip + count));
}
