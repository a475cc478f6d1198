import type { RefundFilter } from "../domain/filters.ts";
import {
  type DisputeStatus,
  REFUND_ORIGINS,
  REFUND_STATES,
  type RefundOrigin,
  type RefundRow,
  type RefundState,
} from "../domain/session/refund.ts";
import type { MerchantId } from "../domain/ids.ts";
import type { FilterFields, List, ListFields, StateWord } from "./list.ts";
import { shortId } from "./session.ts";

const STATES: Readonly<Record<RefundState, StateWord>> = {
  REQUESTED: ["Requested", "warn"],
  PENDING: ["On its way", "warn"],
  DONE: ["Refunded", "good"],
  FAILED: ["Failed", "bad"],
};

const ORIGINS: Readonly<Record<RefundOrigin, string>> = {
  OURS: "Here",
  PROVIDER: "At the provider",
};

/** The state of a refund; one that the shop pays back by hand waits for the shop. */
export function refundWord(
  state: RefundState,
  { isByHand }: { readonly isByHand: boolean },
): StateWord {
  return state === "REQUESTED" && isByHand ? ["To refund", "warn"] : STATES[state];
}

/** The state of a dispute. */
export const DISPUTE_WORDS: Readonly<Record<DisputeStatus, StateWord>> = {
  OPEN: ["Open", "bad"],
  WON: ["Won", "good"],
  LOST: ["Lost", "bad"],
};

/** The filter of refunds. */
export const REFUND_FILTER = {
  state: {
    kind: "choice",
    label: "State",
    values: REFUND_STATES,
    choices: REFUND_STATES.map((value) => ({ value, label: STATES[value][0] })),
    option: ["--state <state>", "only in this state"],
  },
  origin: {
    kind: "choice",
    label: "Made",
    values: REFUND_ORIGINS,
    choices: REFUND_ORIGINS.map((value) => ({ value, label: ORIGINS[value] })),
    option: ["--origin <origin>", "only made here, or at the provider"],
  },
  livemode: { kind: "mode", label: "Mode" },
} as const satisfies FilterFields<RefundFilter>;

const FIELDS = {
  id: { kind: "word", of: ({ id }) => id },
  at: { kind: "moment", of: ({ at }) => at },
  merchant_id: { kind: "word", of: ({ merchantId }) => merchantId, only: "json" },
  livemode: { kind: "flag", of: ({ livemode }) => livemode, only: "json" },
  session_id: { kind: "word", of: ({ sessionId }) => sessionId },
  payment_id: { kind: "word", of: ({ paymentId }) => paymentId },
  unexpected_id: { kind: "word", of: ({ unexpectedId }) => unexpectedId },
  amount: { kind: "amount", of: ({ amount: minor, currencyCode }) => ({ minor, currencyCode }) },
  currency_code: { kind: "word", of: ({ currencyCode }) => currencyCode },
  state: { kind: "word", of: ({ state }) => state },
  origin: { kind: "word", of: ({ origin }) => origin },
  reference: { kind: "text", of: ({ reference }) => reference },
  settled_at: { kind: "moment", of: ({ settledAt }) => settledAt },
  time_zone: { kind: "zone" },
} as const satisfies ListFields<RefundRow>;

/**
 * The list of refunds, newest first.
 *
 * @param nameOf names a shop, for rows of several (default: its id)
 */
export function refundList(nameOf = (id: MerchantId): string => id): List<RefundRow> {
  const wordOf = ({ state, accountId }: RefundRow) =>
    refundWord(state, { isByHand: accountId === null });
  return {
    fields: FIELDS,
    table: [
      { title: "ID", value: FIELDS.id, fit: { isId: true } },
      { title: "AMOUNT", value: FIELDS.amount },
      { title: "STATE", value: { kind: "word", of: (row) => wordOf(row)[0] } },
      { title: "REQUESTED", value: FIELDS.at, fit: { isOptional: true } },
      { title: "REFERENCE", value: FIELDS.reference, fit: { canShrink: true, isOptional: true } },
      { title: "SESSION", value: FIELDS.session_id, fit: { isOptional: true } },
      {
        title: "SHOP",
        value: { kind: "text", of: ({ merchantId }) => nameOf(merchantId) },
        fit: { canShrink: true, isOptional: true },
      },
    ],
    page: [
      {
        title: "Order or payment",
        value: {
          kind: "word",
          of: ({ sessionId, unexpectedId }) => shortId(unexpectedId ?? sessionId),
        },
        isMain: true,
      },
      { title: "Requested", value: FIELDS.at },
      { title: "State", value: { kind: "states", of: (row) => [wordOf(row)] } },
      { title: "Reference", value: FIELDS.reference },
      { title: "Made", value: { kind: "word", of: ({ origin }) => ORIGINS[origin] } },
      { title: "Amount", value: FIELDS.amount },
    ],
  };
}
