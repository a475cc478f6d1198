import {
  advance,
  ALL_STATES,
  type Cell,
  cellOf,
  INITIAL_STATE,
  STEPS,
} from "../session/lifecycle.ts";
import type { PaymentHolds } from "../session/payment.ts";
import { givenBack, taken } from "../session/refundable.ts";
import type { CheckoutSession } from "../session/session.ts";
import { currencyOf, formatMajor } from "../values/money.ts";

/**
 * Finds contradictions between a session and its state: an unreachable state, a payment or holds
 * that do not match it, wrong amounts received or requested.
 *
 * @returns a message for each contradiction; none for a sound session
 */
export function auditState(session: CheckoutSession): string[] {
  const { state, payment, amountPaid, priced: { totals } } = session;
  const currency = currencyOf(session.currencyCode);
  const money = (amount: number) => formatMajor(amount, currency);
  const found: string[] = [];
  if (!REACHABLE.has(cellOf(state))) {
    found.push(`No steps can lead to this state: ${cellOf(state)}`);
  }
  const mustBe = state.payment === "DRAFT" ? "none" : state.payment;
  const is = payment?.status ?? "none";
  if (is !== mustBe) found.push(`The payment must be ${mustBe} in this state: ${is}`);
  const holds = holdsOf(session);
  if (payment !== null && !holds.includes(payment.holds)) {
    found.push(`The payment's holds cannot be ${payment.holds ?? "none"} in this state`);
  }
  if ((session.order !== null) !== (state.session === "COMPLETED")) {
    found.push("A session must have an order if it is completed, and only then");
  }
  const received = (state.payment === "PAID" ? payment?.amount ?? 0 : 0) +
    (session.collected?.amount ?? 0);
  if (amountPaid !== received) {
    found.push(`amountPaid must be ${money(received)}, the amount received: ${money(amountPaid)}`);
  }
  const [most, back] = [taken(session), givenBack(session)];
  for (const part of ["payment", "cash"] as const) {
    if (back[part] <= most[part]) continue;
    found.push(
      `Refunds and disputes must be at most ${money(most[part])}, the ${part} received: ` +
        money(back[part]),
    );
  }
  if (totals.amountPaid !== amountPaid) {
    found.push(
      `amountPaid of the price must be ${money(amountPaid)}: ${money(totals.amountPaid)}`,
    );
  }
  // From the payment on the order does not change; after a failed payment it may have.
  if (payment !== null && state.payment !== "FAILED") {
    const asked = payment.method === "COD" ? totals.partialCodPrice : totals.totalPayable;
    if (payment.amount !== asked) {
      found.push(`The payment amount must be ${money(asked)}: ${money(payment.amount)}`);
    }
  }
  if (payment !== null && payment.currencyCode !== session.currencyCode) {
    found.push(`The payment must be in ${session.currencyCode}: ${payment.currencyCode}`);
  }
  if (totals.isPartialCod !== (totals.codOrder && totals.partialCodPrice > 0)) {
    found.push(`isPartialCod must match codOrder and the prepaid part: ${totals.isPartialCod}`);
  }
  const isPlaced = totals.codOrder && !totals.isPartialCod;
  if (state.session === "COMPLETED" && state.payment === "DRAFT" && !isPlaced) {
    found.push("An order must be paid, or placed for cash on delivery without a prepaid part");
  }
  if (session.collected !== null && state.session !== "COMPLETED") {
    found.push(`Cash must be collected for orders only: ${money(session.collected.amount)}`);
  }
  if (totals.codOrder && !totals.codAvailable) {
    found.push("codOrder must be false when cash on delivery is unavailable: true");
  }
  return found;
}

/** Allowed holds of a payment. */
function holdsOf({ state }: CheckoutSession): readonly (PaymentHolds | null)[] {
  if (state.session === "COMPLETED") return [null];
  if (state.session === "ABANDONED" || state.payment === "FAILED") return ["released"];
  return state.payment === "PAID" ? ["held"] : ["held", "released"];
}

/** Every state that a session can reach. */
const REACHABLE: ReadonlySet<Cell> = reachable();

function reachable(): Set<Cell> {
  // Earlier versions waited for a step between the prepaid part and its order.
  const known = new Set<Cell>([cellOf(INITIAL_STATE), "IN_PROGRESS/PAID"]);
  for (let before = 0; before < known.size;) {
    before = known.size;
    for (const state of ALL_STATES.filter((one) => known.has(cellOf(one)))) {
      for (const step of STEPS) {
        const next = advance(state, step);
        if (next !== null) known.add(cellOf(next));
      }
    }
  }
  return known;
}
