import {
  type AskedLink,
  collection,
  type RazorpayAnswer,
  refused,
  wrongLink,
} from "./razorpay_forms.ts";
import { type RazorpayAttempt, RazorpayLedger } from "./razorpay_ledger.ts";

type LinkStatus = "created" | "partially_paid" | "expired" | "cancelled" | "paid";

interface LinkRow {
  readonly asked: AskedLink;
  readonly createdAt: number;
  status: LinkStatus;
  cancelledAt: number;
  orderId: string | null;
}

/** Razorpay's books of one account: links, orders, and its ledger. Seconds since 1970. */
export class RazorpayBooks {
  readonly ledger: RazorpayLedger;
  readonly #now: () => number;
  readonly #links = new Map<string, LinkRow>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = () => Math.floor(now() / 1000);
    this.ledger = new RazorpayLedger(this.#now);
  }

  /** A customer tries to pay a link; `isLate`: the bank says so after the link's end. */
  attempt(
    linkId: string,
    status: RazorpayAttempt["status"],
    { isLate = false, amount }: { readonly isLate?: boolean; readonly amount?: number } = {},
  ): RazorpayAttempt {
    const link = this.#row(linkId);
    if (link.status !== "created" && !isLate) throw new Error(`The link is ${link.status}`);
    link.orderId ??= this.ledger.id("order");
    const attempt = this.ledger.add({
      amount: amount ?? link.asked.amount,
      currency: link.asked.currency,
      notes: link.asked.notes,
      order_id: link.orderId,
      status,
    });
    if (status === "captured") this.capture(attempt);
    return attempt;
  }

  /** Takes the money of an attempt; its link is paid unless it has ended. */
  capture(attempt: RazorpayAttempt): void {
    this.ledger.capture(attempt);
    const link = [...this.#links.values()].find(({ orderId }) => orderId === attempt.order_id);
    if (link?.status !== "created") return;
    link.status = attempt.amount < link.asked.amount ? "partially_paid" : "paid";
  }

  /** Ids of all links. */
  linkIds(): string[] {
    return [...this.#links.keys()];
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
    const id = this.ledger.id("plink");
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
    return collection(this.ledger.payments.filter(({ order_id }) => order_id === orderId));
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
    const payments = this.ledger.payments.filter(({ order_id, captured }) =>
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
}
