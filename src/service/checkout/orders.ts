import { requireScope } from "../../domain/caller.ts";
import { invalid } from "../../domain/errors.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { netOf } from "../../domain/shop/customer.ts";
import { accountWithKey } from "../../domain/shop/provider.ts";
import type { OrderCoins } from "../../domain/session/refundable.ts";
import { cancelOrder } from "../../domain/steps/cancel.ts";
import type { RefundFacts, RefundTerms } from "../../domain/decision/refund_terms.ts";
import { refundOrder } from "../../domain/steps/refund.ts";
import {
  isReportedAs,
  type RefundReport,
  reportRefundByHand,
} from "../../domain/steps/refund_report.ts";
import { testOrderCoins } from "../../domain/steps/test_mode.ts";
import { currencyOf, parseOptional } from "../../domain/values/money.ts";
import type { PaymentProviders } from "../../payments/provider.ts";
import { isRefundIdOf } from "../../payments/records.ts";
import type { Store } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { Checkout, StepCall } from "./checkout.ts";

/** A refund as a shop's backend asks for it; the amount is in the major unit. */
export interface RefundCall
  extends Pick<RefundTerms, "lines" | "all" | "reason" | "reference" | "disputed"> {
  readonly amount: number | string | null;
}

/** Dependencies of {@link Orders}. */
export interface OrdersDeps extends Pick<Deps, "store"> {
  readonly checkout: Checkout;
  readonly paymentProviders: PaymentProviders;
}

/** Placed orders, for the shops' backends. */
export class Orders {
  readonly #deps: OrdersDeps;

  constructor(deps: OrdersDeps) {
    this.#deps = deps;
  }

  /**
   * Cancels an order.
   *
   * @throws {AppError} the errors of {@link Checkout.run} and of {@link cancelOrder}
   */
  async cancel(
    call: StepCall,
    { reason, refund }: {
      readonly reason: string | null;
      /** Null to leave the money. */
      readonly refund: Pick<RefundTerms, "reference" | "disputed"> | null;
    },
  ): Promise<CheckoutSession> {
    const { caller } = call;
    requireScope(caller, "payments:write");
    if (refund !== null) requireScope(caller, "payments:refund");
    return await this.#deps.checkout.run(call, cancelOrder, {
      action: "session.cancel",
      input: async (session) => ({
        reason,
        facts: await refundFacts(this.#deps, session),
        refund: refund && { ...refund, by: caller.subject.label, allowance: null },
      }),
    });
  }

  /**
   * Gives money of an order back, and takes goods back. A provider is not called.
   *
   * @throws {AppError} the errors of {@link Checkout.run} and of {@link refundOrder}
   */
  async refund(call: StepCall, { amount, ...request }: RefundCall): Promise<CheckoutSession> {
    requireScope(call.caller, "payments:refund");
    return await this.#deps.checkout.run(call, refundOrder, {
      action: "session.refund",
      input: async (session) => ({
        ...named(request, amount),
        amount: parseOptional(amount, currencyOf(session.currencyCode), "data.amount"),
        by: call.caller.subject.label,
        allowance: null,
        facts: await refundFacts(this.#deps, session),
      }),
    });
  }

  /**
   * Notes that a refund was paid back by hand, or will not be.
   *
   * @throws {AppError} the errors of {@link Checkout.run} and of {@link reportRefundByHand}
   */
  async reportRefund(
    call: StepCall,
    result: RefundReport,
  ): Promise<CheckoutSession> {
    requireScope(call.caller, "payments:refund");
    return await this.#deps.checkout.run(call, reportRefundByHand, {
      action: "session.refund-result",
      input: async (session) => ({
        ...result,
        isOutOfReach: await isOutOfReach(this.#deps.store, session),
      }),
      isDone: isReportedAs,
    });
  }
}

/** @throws {AppError} `error.invalid-request` for a request that names nothing to give back */
function named<Request extends Pick<RefundTerms, "lines" | "all">>(
  request: Request,
  amount: number | string | null,
): Request {
  if (request.all && request.lines.length > 0) {
    throw invalid("data.all is everything: leave out data.lines", "data.lines");
  }
  if (amount !== null || request.all || request.lines.length > 0) return request;
  throw invalid("data must have one of amount, lines and all", "data.amount");
}

/** The facts beside an order that its refund depends on. */
export async function refundFacts(
  { store, paymentProviders }: Pick<OrdersDeps, "store" | "paymentProviders">,
  session: CheckoutSession,
): Promise<RefundFacts> {
  const { payment, currencyCode } = session;
  const provider = payment?.atProvider && await paymentProviders[payment.atProvider.provider]();
  return {
    coins: await orderCoins(store, session),
    isOutOfReach: await isOutOfReach(store, session),
    isMadeThere: (reference) =>
      payment?.atProvider ? isRefundIdOf(payment.atProvider.provider, reference) : false,
    problem: (amount) => provider?.refundProblem(amount, currencyCode) ?? null,
  };
}

/** True if the provider that took an order's payment can no longer be called. */
export async function isOutOfReach(
  { providers }: Pick<Store, "providers">,
  { payment }: CheckoutSession,
): Promise<boolean> {
  if (!payment?.atProvider) return false;
  return accountWithKey(await providers.find(payment.atProvider.accountId)) === null;
}

/** Coins that an order used and earned, by the ledger or by its test. */
export async function orderCoins(
  { customers }: Pick<Store, "customers">,
  session: CheckoutSession,
): Promise<OrderCoins> {
  const { id, customer, livemode } = session;
  if (!livemode) return testOrderCoins(session);
  if (customer === null) return { used: 0, earned: 0 };
  const all = await customers.movements(customer.id);
  const own = all.filter(({ sessionId }) => sessionId === id);
  return { used: netOf(own, "USED"), earned: -netOf(own, "ISSUED") };
}
