/** Differences between the books of a provider and the shop's. */
import type { SessionId } from "../../domain/ids.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import type { DisputeRow, RefundRow } from "../../domain/session/refund.ts";
import { currencyOf, formatMajor } from "../../domain/values/money.ts";
import type {
  ListKind,
  ProviderCharge,
  ProviderDispute,
  ProviderRefund,
} from "../../payments/records.ts";
import { disputeStatus } from "./found_money.ts";
import type { OwnPayment } from "./own_books.ts";
import type { ProviderCalls } from "./provider_calls.ts";
import { refundAnswer } from "./refund_answers.ts";

/** Time in which a refund that is asked for is sent. */
const SENT_WITHIN_MS = 3_600_000;

/** Something that a provider and the shop's books do not agree on. */
export interface Difference {
  readonly thing: "payment" | "refund" | "dispute";
  /** The provider's reference; the id of a refund that has none. */
  readonly reference: string;
  /** With its currency. */
  readonly amount: string;
  readonly sessionId: SessionId | null;
  /** A sentence. */
  readonly problem: string;
}

/** Things of ours that no list had: they may be older. */
export interface Unlisted {
  readonly orders: readonly OwnPayment[];
  readonly refunds: readonly RefundRow[];
  readonly disputes: readonly DisputeRow[];
}

/** A refund of ours, and as its provider has it; null if both are the same. */
export function refundDifference(row: RefundRow, there: ProviderRefund): Difference | null {
  const { state } = refundAnswer(there);
  const problem = there.amount !== null && row.amount !== there.amount
    ? `It is ${moneyText(there)} there`
    : row.state !== state
    ? `It is ${state} there and ${row.state} here`
    : null;
  return problem === null ? null : differenceOf("refund", row, problem);
}

/** A dispute of ours, and as its provider has it; null if both are the same. */
export function disputeDifference(row: DisputeRow, there: ProviderDispute): Difference | null {
  const status = disputeStatus(there);
  const problem = there.amount !== null && row.amount !== there.amount
    ? `It is ${moneyText(there)} there`
    : row.status !== status
    ? `It is ${status} there and ${row.status} here`
    : null;
  return problem === null ? null : differenceOf("dispute", row, problem);
}

/** Refunds and disputes that have not ended, of an account that cannot be asked. */
export function unaskedDifferences(
  { refunds, disputes }: Pick<Unlisted, "refunds" | "disputes">,
): Difference[] {
  const problem = (state: string) =>
    `It is ${state} here, and the key of the account is deleted: say what became of it`;
  return [
    ...refunds.map((row) => differenceOf("refund", row, problem(row.state))),
    ...disputes.map((row) => differenceOf("dispute", row, problem(row.status))),
  ];
}

/** A thing of a list whose form is not known. */
export function unreadDifference(kind: ListKind, reference: string): Difference {
  const thing = ({ charges: "payment", refunds: "refund", disputes: "dispute" } as const)[kind];
  const problem = "The provider has it in a form that is not known";
  return { thing, reference, amount: "unknown amount", sessionId: null, problem };
}

/** Asks for each of ours that was not listed, by its reference, or by its payment. */
export async function unlistedDifferences(
  calls: Pick<ProviderCalls, "reach">,
  account: ProviderAccount,
  { ours: { orders, refunds, disputes }, now }: { readonly ours: Unlisted; readonly now: number },
): Promise<Difference[]> {
  const found: (Difference | null)[] = [];
  for (const { charge: reference, ...order } of orders) {
    const there = await calls.reach(
      account,
      (provider, access) => provider.chargeAt(access, reference),
    );
    if (there?.amount === order.amount) continue;
    const problem = there === null
      ? "The order is paid, and the provider does not know the payment"
      : `The provider took ${moneyText(there)}`;
    found.push(differenceOf("payment", { ...order, reference }, problem));
  }
  // The demo provider keeps no refunds.
  const isKept = account.kind !== "demo";
  for (const row of isKept ? refunds : []) {
    const isNew = row.reference === null && row.at > now - SENT_WITHIN_MS;
    if (isNew || row.charge === null) continue;
    const there = await refundThere(calls, account, row);
    const problem = `It is ${row.state} here, and the provider does not have it`;
    if (there !== null) found.push(refundDifference(row, there));
    else if (row.state !== "FAILED") found.push(differenceOf("refund", row, problem));
  }
  for (const row of disputes) {
    const there = await calls.reach(
      account,
      (provider, access) => provider.disputeAt(access, row.reference),
    );
    const problem = `It is ${row.status} here, and the provider does not have it`;
    found.push(
      there === null ? differenceOf("dispute", row, problem) : disputeDifference(row, there),
    );
  }
  return found.filter((one) => one !== null);
}

async function refundThere(
  calls: Pick<ProviderCalls, "reach">,
  account: ProviderAccount,
  { id, reference, charge }: RefundRow,
): Promise<ProviderRefund | null> {
  return await calls.reach(account, async (provider, access) => {
    if (reference !== null) return await provider.refundAt(access, reference);
    const all = await provider.refundsOf(access, charge ?? "");
    return all.find(({ refundId }) => refundId === id) ?? null;
  });
}

function differenceOf(
  thing: Difference["thing"],
  { id, reference, amount, currencyCode, sessionId }:
    & Pick<RefundRow, "amount" | "currencyCode" | "sessionId" | "reference">
    & { readonly id?: string },
  problem: string,
): Difference {
  const text = moneyText({ amount, amountText: "", currencyCode });
  return { thing, reference: reference ?? id ?? "", amount: text, sessionId, problem };
}

/** An amount with its currency. */
export function moneyText(
  { amount, amountText, currencyCode }: Pick<
    ProviderCharge,
    "amount" | "amountText" | "currencyCode"
  >,
): string {
  const text = amount === null ? amountText : formatMajor(amount, currencyOf(currencyCode));
  return `${text} ${currencyCode}`;
}
