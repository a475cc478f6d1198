import {
  type AskedLink,
  ATTEMPT,
  collection,
  type RazorpayAnswer,
  refusal,
  refused,
  wrongLink,
} from "./razorpay_forms.ts";

/** An attempt to pay, in the form of Razorpay's payments. */
export interface RazorpayAttempt {
  readonly id: string;
  readonly entity: "payment";
  readonly amount: number;
  readonly currency: string;
  readonly order_id: string;
  readonly created_at: number;
  readonly method: "upi";
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  captured: boolean;
}

type LinkStatus = "created" | "partially_paid" | "expired" | "cancelled" | "paid";

interface LinkRow {
  readonly asked: AskedLink;
  readonly createdAt: number;
  status: LinkStatus;
  cancelledAt: number;
  orderId: string | null;
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
  status: "pending" | "processed" | "failed";
}

/** Razorpay's books of one account: links, orders, payments, refunds. Seconds since 1970. */
export class RazorpayBooks {
  readonly #now: () => number;
  readonly #links = new Map<string, LinkRow>();
  readonly #attempts: RazorpayAttempt[] = [];
  readonly #refunds: Refund[] = [];
  readonly #idempotent = new Map<string, { readonly body: string; readonly refund: Refund }>();
  #ids = 0;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = () => Math.floor(now() / 1000);
  }

  /** A customer tries to pay a link; `isLate`: the bank says so after the link's end. */
  attempt(
    linkId: string,
    status: RazorpayAttempt["status"],
    { isLate = false, amount }: { readonly isLate?: boolean; readonly amount?: number } = {},
  ): RazorpayAttempt {
    const link = this.#row(linkId);
    if (link.status !== "created" && !isLate) throw new Error(`The link is ${link.status}`);
    link.orderId ??= this.#id("order");
    const attempt: RazorpayAttempt = {
      ...ATTEMPT,
      id: this.#id("pay"),
      amount: amount ?? link.asked.amount,
      currency: link.asked.currency,
      order_id: link.orderId,
      created_at: this.#now(),
      status,
      captured: false,
    };
    this.#attempts.push(attempt);
    if (status === "captured") this.capture(attempt);
    return attempt;
  }

  /** Takes the money of an attempt; its link is paid unless it has ended. */
  capture(attempt: RazorpayAttempt): void {
    Object.assign(attempt, { status: "captured", captured: true });
    const link = [...this.#links.values()].find(({ orderId }) => orderId === attempt.order_id);
    if (link?.status !== "created") return;
    link.status = attempt.amount < link.asked.amount ? "partially_paid" : "paid";
  }

  /** Sets how all refunds stand. */
  settleRefunds(status: Refund["status"]): void {
    for (const refund of this.#refunds) refund.status = status;
  }

  /** Ids of all links. */
  linkIds(): string[] {
    return [...this.#links.keys()];
  }

  refundCount(): number {
    return this.#refunds.length;
  }

  /** A link in the form of the API; null for none. */
  findLink(id: string) {
    const link = this.#links.get(id);
    return link === undefined ? null : this.#linkJson(id, this.#row(id));
  }

  createLink(json: unknown): RazorpayAnswer {
    const asked = json as AskedLink;
    const now = this.#now();
    const wrong = wrongLink(asked, now);
    if (wrong !== null) return refused(wrong);
    const { reference_id } = asked;
    if ([...this.#links.values()].some(({ asked }) => asked.reference_id === reference_id)) {
      return refused(
        `payment link with given reference_id: ${reference_id} already exists. ` +
          "Please create a payment link with a different reference_id",
      );
    }
    const id = this.#id("plink");
    const state = { status: "created", cancelledAt: 0, orderId: null } as const;
    this.#links.set(id, { asked, createdAt: now, ...state });
    return { status: 200, json: this.findLink(id) };
  }

  listLinks(referenceId: string | null): RazorpayAnswer {
    const found = this.linkIds().map((id) => this.findLink(id))
      .filter((link) => referenceId === null || link?.reference_id === referenceId);
    // The list says less than a link by itself.
    return {
      status: 200,
      json: { payment_links: found.map((link) => ({ ...link, payments: [] })) },
    };
  }

  fetchLink(id: string): RazorpayAnswer {
    const json = this.findLink(id);
    return json === null ? refused("The id provided does not exist") : { status: 200, json };
  }

  cancelLink(id: string): RazorpayAnswer {
    if (!this.#links.has(id)) return refused("The id provided does not exist");
    const link = this.#row(id);
    if (link.status === "paid" || link.status === "partially_paid") {
      return refused("cannot cancel or expire an already paid/partially paid link");
    }
    if (link.status !== "created") return refused("cannot cancel or expire an expired link");
    Object.assign(link, { status: "cancelled", cancelledAt: this.#now() });
    return this.fetchLink(id);
  }

  listAttempts(orderId: string): RazorpayAnswer {
    return collection(this.#attempts.filter(({ order_id }) => order_id === orderId));
  }

  listPayments(count: number): RazorpayAnswer {
    return collection(this.#attempts.slice(0, count));
  }

  listRefunds(paymentId: string): RazorpayAnswer {
    return collection(this.#refunds.filter(({ payment_id }) => payment_id === paymentId));
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
    const payment = this.#attempts.find(({ id }) => id === paymentId);
    if (payment === undefined) return refused(`${paymentId} is not a valid id`);
    const back = this.#refunds.filter(({ payment_id }) => payment_id === paymentId)
      .reduce((sum, { amount }) => sum + amount, 0);
    if (back === payment.amount) return refused("The payment has been fully refunded already");
    if (!payment.captured || asked.amount > payment.amount - back) {
      return refused("The refund amount provided is greater than amount captured");
    }
    const refund: Refund = {
      ...asked,
      id: this.#id("rfnd"),
      entity: "refund",
      payment_id: paymentId,
      currency: payment.currency,
      created_at: this.#now(),
      status: "processed",
    };
    this.#refunds.push(refund);
    if (key !== undefined) this.#idempotent.set(key, { body, refund });
    return { status: 200, json: refund };
  }

  /** A link, which ends by itself. */
  #row(id: string): LinkRow {
    const link = this.#links.get(id);
    if (link === undefined) throw new Error(`No such link: ${id}`);
    const isOver = link.status === "created" && this.#now() >= link.asked.expire_by;
    if (isOver) link.status = "expired";
    return link;
  }

  #linkJson(id: string, { asked, status, createdAt, cancelledAt, orderId }: LinkRow) {
    const payments = this.#attempts.filter(({ order_id, captured }) =>
      order_id === orderId && captured
    );
    // Payments after the end of a link are those of its order alone.
    const isPaid = status === "paid" || status === "partially_paid";
    return {
      ...asked,
      id,
      status,
      amount_paid: isPaid ? payments.reduce((sum, { amount }) => sum + amount, 0) : 0,
      cancelled_at: cancelledAt,
      created_at: createdAt,
      customer: [],
      expired_at: status === "expired" ? asked.expire_by : 0,
      first_min_partial_amount: 0,
      ...(orderId === null ? {} : { order_id: orderId }),
      payments: isPaid
        ? payments.map(({ id, amount, created_at, method, status }) => ({
          amount,
          created_at,
          method,
          payment_id: id,
          status,
        }))
        : null,
      reminders: [],
      short_url: `https://rzp.io/rzp/${id.slice("plink_".length)}`,
      updated_at: this.#now(),
      upi_link: false,
      user_id: "",
      whatsapp_link: false,
    };
  }

  #id(prefix: string): string {
    return `${prefix}_Double${String(++this.#ids).padStart(8, "0")}`;
  }
}
