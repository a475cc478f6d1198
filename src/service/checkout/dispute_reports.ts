import type { Subject } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { DisputeRow, DisputeStatus } from "../../domain/session/refund.ts";
import { disputeLookAt } from "../../domain/session/refund_pause.ts";
import { accountWithKey } from "../../domain/shop/provider.ts";
import { isDisputeKnown, recordDispute } from "../../domain/steps/refund_result.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_DISPUTE, AUDITED_DISPUTE_OF_RECORD } from "../../domain/trail/sale.ts";
import { audited } from "../audit.ts";
import type { Deps } from "../deps.ts";
import { takeUntilDone, type TakingDeps } from "./taking.ts";
import { putFoundDispute } from "./unexpected_findings.ts";
import type { UnexpectedPayments } from "./unexpected_payments.ts";

/** How a dispute ended, by the word of an operator. */
export const DISPUTE_ENDS = ["WON", "LOST"] as const satisfies readonly DisputeStatus[];
/** One of {@link DISPUTE_ENDS}. */
export type DisputeEnd = (typeof DISPUTE_ENDS)[number];

/** Dependencies of {@link DisputeReports}. */
export interface DisputeReportsDeps extends TakingDeps, Pick<Deps, "now" | "newId" | "warn"> {
  readonly unexpectedPayments: Pick<UnexpectedPayments, "show">;
}

/** Ends of disputes whose provider cannot be asked. */
export class DisputeReports {
  readonly #deps: DisputeReportsDeps;

  constructor(deps: DisputeReportsDeps) {
    this.#deps = deps;
  }

  /**
   * Notes how a dispute ended at an account whose key was deleted. Once the account has a key again,
   * its own answer counts.
   *
   * @returns the dispute afterwards
   * @throws {AppError} `error.payment-not-found`; `error.payment-at-provider` if the provider can be
   *   asked; those of a session that just changed
   */
  async report(
    merchantId: MerchantId,
    { reference, status }: { readonly reference: string; readonly status: DisputeEnd },
    by: Subject,
  ): Promise<DisputeRow> {
    const { store, now } = this.#deps;
    const before = await this.#find(merchantId, reference);
    if (before.status === status) return before;
    if (accountWithKey(await store.providers.find(before.accountId)) !== null) {
      const message = "The provider says how this dispute ends: its own answer decides";
      throw new AppError("error.payment-at-provider", message);
    }
    const { amount, reason, evidenceDueAt, at, accountId } = before;
    const nextLookAt = disputeLookAt({ status, decidedAt: now() }, now());
    const found = { reference, amount, reason, status, evidenceDueAt, at, accountId, nextLookAt };
    const kind = before.unexpectedId === null ? AUDITED_DISPUTE : AUDITED_DISPUTE_OF_RECORD;
    const change = { before, after: { ...before, status } };
    const also = [audited(this.#deps, by, factOf(kind, "payment.dispute", change))];
    if (before.unexpectedId === null) {
      const how = { step: recordDispute, input: found, isDone: isDisputeKnown, also };
      await takeUntilDone(this.#deps, before.sessionId, how);
    } else {
      const payment = await this.#deps.unexpectedPayments.show(before.unexpectedId);
      await putFoundDispute(this.#deps, payment, found, also);
    }
    return await this.#find(merchantId, reference);
  }

  async #find(merchantId: MerchantId, reference: string): Promise<DisputeRow> {
    const { disputes } = this.#deps.store;
    const found = await disputes.find(merchantId, true, reference) ??
      await disputes.find(merchantId, false, reference);
    if (found !== null) return found;
    const message = `The shop has no dispute with this reference: ${shown(reference)}`;
    throw new AppError("error.payment-not-found", message);
  }
}
