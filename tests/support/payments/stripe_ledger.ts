/** The charges, refunds and disputes of the double of Stripe, with Stripe's rules for them. */
import {
  chargeObject,
  disputeObject,
  refundObject,
  type StripeCharge,
} from "./stripe_ledger_objects.ts";
import {
  ok,
  refusal,
  type StripeAnswer,
  type StripeObject,
  type StripePage,
} from "./stripe_objects.ts";

/** Steps of amounts of a few currencies, as Stripe counts. */
const STEPS: Record<string, number> = { isk: 100, ugx: 100, kwd: 10, bhd: 10 };

/** A dispute, which changes. */
interface Dispute {
  status: string;
  withdrawn: number[];
  readonly amount: number;
  readonly dueBy: number;
}

interface Row {
  readonly owner: string;
  readonly kind: "charges" | "refunds" | "disputes";
  readonly id: string;
  readonly created: number;
  readonly charge: StripeCharge;
  /** As it is now. */
  object(isExpanded: boolean): StripeObject;
}

/** The books of what was taken, given back and is disputed. Times in seconds since 1970. */
export class StripeLedger {
  /** State of the next refunds. */
  refundStatus = "succeeded";
  /** Fees of all charges; null while none is known. */
  fee: { amount: number; currency: string } | null = null;
  readonly #now: () => number;
  /** The newest first. */
  readonly #rows: Row[] = [];
  readonly #refunds = new Map<string, { status: string; readonly amount: number }>();
  readonly #disputes = new Map<string, Dispute>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = () => Math.floor(now() / 1000);
  }

  /** Writes what became of the payment of a page. */
  charge({ owner, intent, amount, currency, form }: StripePage, status: StripeCharge["status"]) {
    const id = `ch_${intent?.id.slice(3)}`;
    const before = this.#rows.find((row) => row.id === id);
    if (before !== undefined) before.charge.status = status;
    else {
      const marks = Object.entries(form).flatMap(([name, value]) => {
        const [, mark] = /^payment_intent_data\[metadata\]\[(\w+)\]$/.exec(name) ?? [];
        return mark === undefined ? [] : [[mark, value] as const];
      });
      const metadata = Object.fromEntries(marks);
      this.#addCharge(owner, { id, payment_intent: intent?.id ?? "", amount, currency, status }, {
        metadata,
      });
    }
  }

  /** A payment of the account that no page took; returns the id of its intent. */
  chargeElsewhere(
    owner: string,
    amount: number,
    currency: string,
    metadata: Readonly<Record<string, string>> = {},
  ): string {
    const id = `elsewhere${this.#rows.length + 1}`;
    const payment_intent = `pi_${id}`;
    const charge = {
      id: `ch_${id}`,
      payment_intent,
      amount,
      currency,
      status: "succeeded",
    } as const;
    this.#addCharge(owner, charge, { metadata });
    return payment_intent;
  }

  /** Someone refunds in Stripe's dashboard; returns the refund's id. */
  refundElsewhere(
    intent: string,
    amount: number,
    mark: string | null = null,
    currency?: string,
  ): string {
    const row = this.#chargeOf(intent);
    if (row === undefined) throw new Error(`No such payment: ${intent}`);
    return this.#addRefund(row, amount, mark, currency).id;
  }

  /** What a bank makes of a refund. */
  settleRefund(id: string, status: string): void {
    const refund = this.#refunds.get(id);
    if (refund === undefined) throw new Error(`No such refund: ${id}`);
    refund.status = status;
  }

  /** A customer disputes a payment; returns the dispute's id. */
  dispute(intent: string, amount: number, status = "needs_response", days = 7): string {
    const row = this.#chargeOf(intent);
    if (row === undefined) throw new Error(`No such payment: ${intent}`);
    const { owner, charge } = row;
    const id = `du_${this.#rows.length + 1}`;
    const created = this.#now();
    const dueBy = days === 0 ? 0 : created + days * 24 * 3600;
    const dispute: Dispute = { status: "", withdrawn: [], amount, dueBy };
    this.#disputes.set(id, dispute);
    const object = () => disputeObject({ id, charge, created, ...dispute });
    this.#rows.unshift({ owner, kind: "disputes", id, created, charge, object });
    this.settleDispute(id, status);
    return id;
  }

  /** What a bank makes of a dispute; it takes the money when it becomes one, and after a question. */
  settleDispute(id: string, status: string, isPaidBack = status === "won"): void {
    const dispute = this.#disputes.get(id);
    if (dispute === undefined) throw new Error(`No such dispute: ${id}`);
    const takes = /^(needs_response|under_review|lost)$/.test(status);
    if (takes && dispute.withdrawn.length === 0) dispute.withdrawn.push(-dispute.amount);
    if (isPaidBack && dispute.withdrawn.length === 1) dispute.withdrawn.push(dispute.amount);
    dispute.status = status;
  }

  /** Money that was given back for a payment, as Stripe counts. */
  givenBack(intent: string): number[] {
    return this.#rows.filter(({ kind, charge }) =>
      kind === "refunds" && charge.payment_intent === intent
    ).flatMap(({ id }) => {
      const { status, amount } = this.#refunds.get(id) ?? { status: "failed", amount: 0 };
      return status === "failed" ? [] : [amount];
    }).reverse();
  }

  find(kind: Row["kind"], id: string, owner: string): StripeAnswer {
    const row = this.#rows.find((one) => one.kind === kind && one.id === id && one.owner === owner);
    return row === undefined ? missing(kind.slice(0, -1), id) : ok(row.object(false));
  }

  /** A page of a list, the newest first. */
  list(kind: Row["kind"], query: URLSearchParams, owner: string): StripeAnswer {
    const {
      limit = "10",
      payment_intent: intent,
      "created[gte]": since = "0",
      "created[lt]": until = "Infinity",
      starting_after: after,
      "expand[]": expand,
      ...unknown
    } = Object.fromEntries(query);
    const [name] = Object.keys(unknown);
    if (name !== undefined) return refusal(400, `Received unknown parameter: ${name}`);
    if (!/^([1-9]\d?|100)$/.test(limit)) return refusal(400, "This value must be at most 100");
    if (intent !== undefined && this.#chargeOf(intent)?.owner !== owner) {
      return missing("payment_intent", intent);
    }
    const all = this.#rows.filter((row) =>
      row.kind === kind && row.owner === owner && row.created >= Number(since) &&
      row.created < Number(until) && (intent ?? row.charge.payment_intent) ===
        row.charge.payment_intent
    );
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && start === 0) return missing(kind.slice(0, -1), after);
    const end = start + Number(limit);
    const data = all.slice(start, end).map((row) =>
      row.object(expand === "data.balance_transaction")
    );
    return ok({ object: "list", url: `/v1/${kind}`, has_more: end < all.length, data });
  }

  refund(form: Readonly<Record<string, string>>, owner: string): StripeAnswer {
    const intent = form.payment_intent ?? "";
    const row = this.#chargeOf(intent);
    if (row?.owner !== owner) return missing("payment_intent", intent);
    const { charge } = row;
    const isDisputed = this.#rows.some((one) =>
      one.kind === "disputes" && one.charge === charge &&
      /^(needs_response|under_review|lost)$/.test(this.#disputes.get(one.id)?.status ?? "")
    );
    if (isDisputed) {
      return refusal(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`);
    }
    const before = this.#rows.filter((one) => one.kind === "refunds" && one.charge === charge)
      .map(({ id }) => this.#refunds.get(id))
      .filter((refund) => refund?.status !== "failed" && refund?.status !== "canceled")
      .reduce((sum, refund) => sum + (refund?.amount ?? 0), 0);
    const amount = Number(form.amount);
    if (amount + before > charge.amount) {
      return refusal(400, `Refund amount (${amount}) is greater than unrefunded amount on charge`);
    }
    if (amount % (STEPS[charge.currency] ?? 1) !== 0) return refusal(400, "Invalid amount");
    return ok(this.#addRefund(row, amount, form["metadata[refund_id]"] ?? null).object(false));
  }

  #addRefund(
    { owner, charge }: Row,
    amount: number,
    refundId: string | null,
    currency = charge.currency,
  ): Row {
    const id = `re_${this.#refunds.size + 1}`;
    const created = this.#now();
    const refund = { status: this.refundStatus, amount };
    this.#refunds.set(id, refund);
    const object = () => ({
      ...refundObject({ id, charge: { ...charge, currency }, amount, created, refundId }),
      status: refund.status,
      ...(refund.status === "failed" ? { failure_reason: "lost_or_stolen_card" } : {}),
    });
    const row: Row = { owner, kind: "refunds", id, created, charge, object };
    this.#rows.unshift(row);
    return row;
  }

  #addCharge(
    owner: string,
    known: Pick<StripeCharge, "id" | "payment_intent" | "amount" | "currency" | "status">,
    more: StripeObject,
  ): void {
    const created = this.#now();
    const charge: StripeCharge = { ...known, ...more, created, livemode: owner.endsWith("live") };
    const object = (isExpanded: boolean) => chargeObject(charge, isExpanded, this.fee);
    this.#rows.unshift({ owner, kind: "charges", id: known.id, created, charge, object });
  }

  #chargeOf(intent: string): Row | undefined {
    return this.#rows.find(({ kind, charge }) =>
      kind === "charges" && charge.payment_intent === intent
    );
  }
}

function missing(what: string, id: string): StripeAnswer {
  return refusal(404, `No such ${what}: '${id}'`, { code: "resource_missing" });
}
