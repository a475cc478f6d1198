import type { UnexpectedFilter } from "../domain/filters.ts";
import type { MerchantId } from "../domain/ids.ts";
import type { UnexpectedPayment, UnexpectedReason } from "../domain/session/payment.ts";
import type { FilterFields, List, ListFields, StateWord } from "./list.ts";

const FIELDS = {
  id: { kind: "word", of: ({ id }) => id },
  received_at: { kind: "moment", of: ({ at }) => at, only: "csv" },
  merchant_id: { kind: "word", of: ({ merchantId }) => merchantId, only: "json" },
  session_id: { kind: "word", of: ({ sessionId }) => sessionId },
  payment_id: { kind: "word", of: ({ paymentId }) => paymentId },
  livemode: { kind: "flag", of: ({ livemode }) => livemode, only: "json" },
  reference: { kind: "text", of: ({ reference }) => reference },
  // Decimal text, as in the event.
  amount: { kind: "word", of: ({ amount }) => amount },
  currency_code: { kind: "word", of: ({ currencyCode }) => currencyCode },
  reason: { kind: "word", of: ({ reason }) => reason },
  message: { kind: "text", of: ({ message }) => message },
  key_id: { kind: "word", of: ({ keyId }) => keyId, only: "json" },
  count: { kind: "count", of: ({ count }) => count, only: "json" },
  at: { kind: "moment", of: ({ at }) => at, only: "json" },
  resolved_at: { kind: "moment", of: ({ resolution }) => resolution?.at ?? null },
  note: { kind: "text", of: ({ resolution }) => resolution?.note ?? null },
  time_zone: { kind: "zone" },
} as const satisfies ListFields<UnexpectedPayment>;

/** Words of a reason. */
export const REASON_WORDS: Readonly<Record<UnexpectedReason, string>> = {
  "error.session-not-found": "Unknown session",
  "error.payment-not-found": "Unknown payment",
  "error.payment-mismatch": "Other amount, or charged twice",
  "error.payment-reference-used": "Reference already used",
  "error.invalid-state": "Payment had ended",
};

/** The filter of payment results without an order; some lists group those of unknown payments too. */
export const UNEXPECTED_FILTER = {
  open: { kind: "flag", label: "Open", option: ["--open", "only unresolved ones"] },
  livemode: { kind: "mode", label: "Mode" },
} as const satisfies FilterFields<Omit<UnexpectedFilter, "grouped">>;

/** The state of a payment result without an order. */
export function resolutionState({ resolution }: UnexpectedPayment): StateWord {
  return resolution === null ? ["Open", "bad"] : ["Resolved", "good"];
}

/** The reported amount; null if none was. */
export function reportedAmount({ amount, currencyCode }: UnexpectedPayment): string | null {
  return amount === null ? null : `${amount} ${currencyCode}`;
}

/** The list of payment results without an order. The table has the names of the API. */
export function unexpectedList(of: {
  /** Names of shops, for rows of several. */
  readonly names?: ReadonlyMap<MerchantId, string>;
  /** True if a row can stand for several records. */
  readonly hasCounts?: boolean;
} = {}): List<UnexpectedPayment> {
  const amount = { value: { kind: "word", of: reportedAmount }, isNumber: true } as const;
  return {
    fields: FIELDS,
    table: [
      { title: "ID", value: FIELDS.id, fit: { isId: true } },
      { title: "AMOUNT", ...amount },
      { title: "REFERENCE", value: FIELDS.reference, fit: { canShrink: true } },
      ...of.hasCounts === true ? [{ title: "COUNT", value: FIELDS.count }] : [],
      {
        title: "REASON",
        value: { kind: "word", of: ({ reason }) => reason.replace(/^error\./, "") },
      },
      { title: "RECEIVED", value: FIELDS.at, fit: { isOptional: true } },
      { title: "RESOLVED", value: FIELDS.resolved_at, fit: { isOptional: true } },
      {
        title: "SHOP",
        value: { kind: "text", of: (row) => of.names?.get(row.merchantId) ?? row.merchantId },
        fit: { canShrink: true, isOptional: true },
      },
    ],
    page: [
      { title: "Reference", value: FIELDS.reference, isMain: true },
      { title: "Received", value: FIELDS.at },
      {
        title: "Reason",
        value: {
          kind: "phrase",
          of: ({ reason, count }) => [
            REASON_WORDS[reason],
            ...count === 1 ? [] : [": ", { count }, " of a key that day"],
          ],
        },
      },
      { title: "State", value: { kind: "states", of: (row) => [resolutionState(row)] } },
      { title: "Amount", ...amount, none: "Not reported" },
    ],
  };
}
