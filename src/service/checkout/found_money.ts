import { AppError } from "../../domain/errors.ts";
import type { DisputeStatus } from "../../domain/session/refund.ts";
import { disputeLookAt } from "../../domain/session/refund_pause.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import { type FoundFee, isFeeKnown, recordFee } from "../../domain/steps/payment_fee.ts";
import {
  type FoundRefund,
  isDisputeKnown,
  isRefundKnown,
  recordDispute,
  recordRefund,
} from "../../domain/steps/refund_result.ts";
import { currencyOf, parseMajor } from "../../domain/values/money.ts";
import type {
  Listing,
  ProviderCharge,
  ProviderDispute,
  ProviderRefund,
} from "../../payments/records.ts";
import { SERVER } from "../audit.ts";
import type { Deps } from "../deps.ts";
import { isOthersMoney, ownerOf } from "./own_books.ts";
import type { ProviderRefunds } from "./provider_refunds.ts";
import { paidText, type ProviderSettling } from "./provider_settling.ts";
import { isReportedByHand, refundAnswer, refundOf } from "./refund_answers.ts";
import { takeUntilDone, type TakingDeps } from "./taking.ts";
import { addFoundRefund, putFoundDispute } from "./unexpected_findings.ts";
import type { UnexpectedPayments } from "./unexpected_payments.ts";

/** The audit entry of a refund that was made elsewhere. */
const FOUND = { by: SERVER, action: "session.refund" } as const;

/** Dependencies of {@link FoundMoney}. */
export interface FoundMoneyDeps extends TakingDeps, Pick<Deps, "now" | "newId" | "warn"> {
  readonly providerRefunds: Pick<ProviderRefunds, "settle">;
  readonly settling: Pick<ProviderSettling, "find" | "settle">;
  readonly unexpectedPayments: Pick<UnexpectedPayments, "record">;
}

/** Takes what a provider has into orders and records: payments with their fees, refunds, disputes. */
export class FoundMoney {
  readonly #deps: FoundMoneyDeps;

  constructor(deps: FoundMoneyDeps) {
    this.#deps = deps;
  }

  /** Takes all of it. One that cannot be taken is logged, and does not hide the others. */
  async take(
    account: ProviderAccount,
    { refunds, disputes, charges }: Omit<Listing, "next" | "unread">,
  ): Promise<void> {
    for (const refund of refunds) {
      await this.#tried(account, refund.reference, () => this.#takeRefund(account, refund));
    }
    for (const dispute of disputes) {
      await this.#tried(account, dispute.reference, () => this.#takeDispute(account, dispute));
    }
    for (const charge of charges) {
      await this.#tried(account, charge.charge, async () => {
        await this.#takePayment(account, charge);
        await this.#takeFee(account, charge);
      });
    }
  }

  async #tried(
    { id: account }: ProviderAccount,
    reference: string,
    take: () => Promise<void>,
  ): Promise<void> {
    try {
      await take();
    } catch (error) {
      // Without the database none can be taken: the next list brings them again.
      if (error instanceof AppError && error.code === "error.unavailable") throw error;
      const message = "A payment, refund, dispute or fee at a payment provider was not recorded";
      this.#deps.warn(message, { account, reference, error });
    }
  }

  /** A refund of ours moves on; another one is recorded with the order, or with the record. */
  async #takeRefund(account: ProviderAccount, found: ProviderRefund): Promise<void> {
    const { store, providerRefunds } = this.#deps;
    const known = await refundOf(store, account, found);
    const answer = refundAnswer(found);
    if (known !== null) {
      // The shop has said what became of it: `payment reconcile` tells what the provider says.
      if (isReportedByHand(account.kind, known)) return;
      if (known.state !== answer.state) await providerRefunds.settle(known, answer);
      return;
    }
    const { reference, charge, at } = found;
    const { state, failure } = answer;
    const owner = await ownerOf(this.#deps.store, account, charge);
    if (owner === null) return;
    const refund: FoundRefund = { reference, amount: amountOf(found), state, failure, at };
    if (owner.kind === "record") {
      return await addFoundRefund(this.#deps, owner.payment, { ...refund, accountId: account.id });
    }
    const how = { step: recordRefund, input: refund, isDone: isRefundKnown, audit: FOUND };
    await takeUntilDone(this.#deps, owner.sessionId, how);
  }

  async #takeDispute(account: ProviderAccount, found: ProviderDispute): Promise<void> {
    const owner = await ownerOf(this.#deps.store, account, found.charge);
    if (owner === null) return;
    const { reference, reason, evidenceDueAt, at } = found;
    const status = disputeStatus(found);
    const now = this.#deps.now();
    const dispute = {
      reference,
      amount: amountOf(found),
      reason,
      status,
      evidenceDueAt,
      at,
      accountId: account.id,
      nextLookAt: disputeLookAt({ status, decidedAt: now }, now),
    };
    if (owner.kind === "record") {
      return await putFoundDispute(this.#deps, owner.payment, dispute);
    }
    const how = { step: recordDispute, input: dispute, isDone: isDisputeKnown };
    await takeUntilDone(this.#deps, owner.sessionId, how);
  }

  /** Takes money of ours that no look has found, as that of a page which was paid twice. */
  async #takePayment(account: ProviderAccount, found: ProviderCharge): Promise<void> {
    const { store, settling, unexpectedPayments } = this.#deps;
    const { merchantId, livemode } = account;
    const { charge, currencyCode, marks: { paymentId, sessionId } } = found;
    if (paymentId === null || await isOthersMoney(store, account, found)) return;
    if (await store.payments.ofReference(merchantId, livemode, charge) !== null) return;
    if (await store.payments.ofProvider(merchantId, livemode, charge) !== null) return;
    const asked = await settling.find(paymentId);
    if (asked !== null) return void await settling.settle(asked, { kind: "paid", ...found });
    // Without marks of a session it may be another server's.
    if (sessionId === null) return;
    const stored = (await store.sessions.find(sessionId))?.load();
    const session = stored?.merchantId === merchantId ? stored : null;
    await unexpectedPayments.record(
      { merchantId, livemode, sessionId, session, by: null },
      {
        reported: {
          paymentId,
          reference: charge,
          amount: paidText(found),
          currency: currencyCode,
        },
        refusal: new AppError(
          session === null ? "error.session-not-found" : "error.payment-not-found",
          "The provider took it, and the database does not have the payment: was a backup restored?",
        ),
      },
    );
  }

  async #takeFee(
    account: ProviderAccount,
    { charge, fee, currencyCode }: ProviderCharge,
  ): Promise<void> {
    if (fee === null) return;
    const owner = await ownerOf(this.#deps.store, account, charge);
    if (owner?.kind !== "order") return;
    await takeUntilDone(this.#deps, owner.sessionId, {
      step: recordFee,
      input: { reference: charge, currencyCode, fee } satisfies FoundFee,
      isDone: isFeeKnown,
    });
  }
}

/** Status of a dispute by its provider's answer. */
export function disputeStatus({ status }: Pick<ProviderDispute, "status">): DisputeStatus {
  return ({ open: "OPEN", won: "WON", lost: "LOST" } as const)[status];
}

/** Rounded up where the currency of the order does not have the amount. */
function amountOf(
  { amount, amountText, currencyCode }: Pick<
    ProviderRefund,
    "amount" | "amountText" | "currencyCode"
  >,
): number {
  if (amount !== null) return amount;
  const currency = currencyOf(currencyCode);
  return parseMajor(amountText.split(".")[0]!, currency, "amount") + 1;
}
