import {
  decided,
  type Decision,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import { HOLD, holdAll, released, showingCoins } from "../decision/holds.ts";
import { ordered } from "../decision/ordering.ts";
import { revalidated } from "../decision/revalidate.ts";
import type { Change } from "../changes.ts";
import { AppError, shown } from "../errors.ts";
import { type EventDraft, failedEvent, paymentEvent } from "../events.ts";
import { isOpen } from "../session/lifecycle.ts";
import { failureOf, type Payment } from "../session/payment.ts";
import type { CheckoutSession } from "../session/session.ts";
import { type AtProvider, startedAtProvider } from "../session/provider_payment.ts";
import type { ManualPayment } from "../shop/checkout_form.ts";
import type { Minor } from "../values/money.ts";

const DAY_MS = 86_400_000;

/** Terms of a payment that the shop confirms by hand, or that a provider of the server takes. */
export type PaymentTerms =
  | Pick<ManualPayment, "days">
  | Pick<AtProvider, "accountId" | "provider" | "expiresAt"> & {
    /** Makes the URL that the provider leads back to. */
    readonly returnUrl: () => string;
    /** Why the provider cannot charge an amount; null if it can. */
    readonly problem: (amount: Minor, currencyCode: string) => string | null;
  };

/**
 * Starts the payment: checks everything again, holds what the order needs, and freezes the cart
 * until there is a result. An order that costs nothing is placed at once.
 *
 * @param terms null for a payment that the shop's own provider takes
 * @throws {AppError} `error.address-required`, `error.out-of-stock`, `error.price-changed`,
 *   `error.hold-limit`, `error.provider-refused`, or the error of a coupon; a new price is stored and shown by the next read
 */
export function startPayment(
  session: CheckoutSession,
  terms: PaymentTerms | null,
  context: StepContext,
): Decision {
  const { session: before, events } = withoutReleased(session);
  transition(before, "payment.start");
  const checked = revalidated(before, "payment", context);
  if (checked.refusal !== undefined) return { ...checked, events: [...events, ...checked.events] };
  const { totals } = checked.session.priced;
  const method = totals.codOrder ? "COD" : "PREPAID";
  const amount = totals.codOrder ? totals.partialCodPrice : totals.totalPayable;
  if (totals.codOrder && amount === 0) {
    throw new AppError(
      "error.invalid-state",
      "A cash-on-delivery order without a prepaid part needs no payment: complete it",
    );
  }
  if (amount > 0) requireChargeable(terms, amount, session);
  const payment: Payment = {
    id: context.newId(),
    method,
    amount,
    currencyCode: session.currencyCode,
    status: "PENDING",
    reference: null,
    startedAt: context.now,
    ...takenBy(amount === 0 ? null : terms, context.now),
    holds: "held",
    late: null,
    failure: null,
    fee: null,
  };
  const asked = transition({ ...checked.session, payment }, "payment.start");
  const started = showingCoins(asked, HOLD, context);
  const effects = [...holdAll(started, context), ...begunAtProvider(started, context.now)];
  if (amount > 0) {
    return decided(started, {
      effects,
      events: [...events, paymentEvent("payment.pending", started)],
    });
  }
  const free = { ...payment, status: "PAID" as const };
  // Two steps of the table, one change of the session.
  const paid = {
    ...transition({ ...started, payment: free }, "payment.paid"),
    version: started.version,
  };
  return ordered(paid, context, {
    effects,
    coinsFrom: HOLD.from,
    events: (order) => [...events, paymentEvent("payment.paid", order)],
  });
}

function takenBy(
  terms: PaymentTerms | null,
  now: number,
): Pick<Payment, "dueAt" | "atProvider"> {
  if (terms === null) return { dueAt: null, atProvider: null };
  if ("days" in terms) return { dueAt: now + terms.days * DAY_MS, atProvider: null };
  const { accountId, provider, expiresAt, returnUrl } = terms;
  const atProvider = { accountId, provider, expiresAt, returnUrl: returnUrl(), page: null };
  return { dueAt: null, atProvider };
}

/** @throws {AppError} `error.provider-refused` for an amount that the provider never takes */
function requireChargeable(
  terms: PaymentTerms | null,
  amount: Minor,
  { currencyCode }: CheckoutSession,
): void {
  const problem = terms !== null && "problem" in terms && terms.problem(amount, currencyCode);
  if (problem) throw new AppError("error.provider-refused", problem);
}

function begunAtProvider({ id, merchantId, payment }: CheckoutSession, now: number): Change[] {
  const at = payment?.atProvider;
  if (!at) return [];
  const { accountId, expiresAt } = at;
  const begun = { paymentId: payment.id, sessionId: id, merchantId, accountId, expiresAt };
  return [{ kind: "at-provider.add", payment: startedAtProvider(begun, now) }];
}

/** The page that a provider has made for a payment. */
export interface ProviderPage {
  readonly paymentId: string;
  readonly reference: string;
  readonly url: string;
  readonly expiresAt: number;
}

/** True if a payment has its page already, or awaits none any more. */
export function hasPage(
  { payment }: CheckoutSession,
  { paymentId }: Pick<ProviderPage, "paymentId">,
): boolean {
  return payment?.id !== paymentId || payment.status !== "PENDING" ||
    payment.atProvider === null || payment.atProvider.page !== null;
}

/** Notes the page of a payment, to which the customer is led. Holds and state stay. */
export function notePage(
  session: CheckoutSession,
  { paymentId, ...given }: ProviderPage,
): Decision {
  const payment = requirePayment(session, paymentId);
  const { atProvider } = payment;
  if (atProvider === null) throw new RangeError(`A payment of no provider: ${paymentId}`);
  const { reference, url, expiresAt } = given;
  const at: AtProvider = { ...atProvider, page: { reference, url }, returnUrl: null, expiresAt };
  const noted = {
    ...session,
    version: session.version + 1,
    payment: { ...payment, atProvider: at },
  };
  return decided(noted, { effects: [], events: [] });
}

/**
 * Replaces a payment with released holds, before the next one starts; returns any other session
 * unchanged.
 */
function withoutReleased(
  session: CheckoutSession,
): { readonly session: CheckoutSession; readonly events: readonly EventDraft[] } {
  const { payment, state, version } = session;
  const isReleased = state.payment === "PENDING" && payment?.holds === "released";
  if (!isReleased || state.session !== "IN_PROGRESS") return { session, events: [] };
  const failed = { ...session, payment: { ...payment, status: "FAILED" as const } };
  const replaced = transition(failed, "payment.replace");
  // Two steps of the table, one change of the session.
  return { session: { ...replaced, version }, events: [failedEvent(replaced, "REPLACED")] };
}

/**
 * The session's payment, if it has this id.
 *
 * @throws {AppError} `error.payment-not-found`
 */
export function requirePayment({ payment }: CheckoutSession, id: string): Payment {
  if (payment !== null && payment.id === id) return payment;
  throw new AppError(
    "error.payment-not-found",
    `The session has no payment with this id: ${shown(id)}`,
  );
}

const STEPS = { REPORTED: "payment.failed", CANCELLED: "payment.cancel" } as const;

/** Ends a failed payment: releases its holds and unfreezes the cart. */
export function endPayment(
  failed: CheckoutSession,
  reason: keyof typeof STEPS,
  context: StepContext,
): Decision {
  const { session, effects } = released(transition(failed, STEPS[reason]), context);
  return decided(session, { effects, events: [failedEvent(session, reason)] });
}

/** True for a payment that has already failed: cancelling changes nothing. */
export function isCancelled({ payment }: CheckoutSession, paymentId: string): boolean {
  return payment?.id === paymentId && payment.status === "FAILED";
}

/** True if a session has no such payment to cancel: another one, a failed one, or an order. */
export function hasNoPayment({ payment, state }: CheckoutSession, paymentId: string): boolean {
  return !isOpen(state) || payment?.id !== paymentId || payment.status !== "PENDING";
}

/**
 * Cancels a pending payment, also of an ended session.
 *
 * @throws {AppError} `error.invalid-state` after it is paid or the order is placed,
 *   `error.payment-not-found`
 */
export function cancelPayment(
  session: CheckoutSession,
  paymentId: string,
  context: StepContext,
): Decision {
  const isFinal = session.state.session === "COMPLETED" || session.state.payment === "PAID";
  if (isFinal) transition(session, STEPS.CANCELLED);
  const payment = requirePayment(session, paymentId);
  return endPayment(
    { ...session, payment: { ...payment, status: "FAILED", failure: failureOf("CANCELLED") } },
    "CANCELLED",
    context,
  );
}

/**
 * Releases the holds of an overdue payment. The payment stays PENDING: if it is paid later, it
 * becomes a late order.
 */
export function releasePayment(
  session: CheckoutSession,
  _input: null,
  context: StepContext,
): Decision {
  const { session: after, effects } = released(transition(session, "payment.release"), context);
  return updated(after, "payment-released", { effects });
}
