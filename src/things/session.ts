import type { SessionFilter } from "../domain/filters.ts";
import {
  PAYMENT_STATES,
  type PaymentState,
  SESSION_STATES,
  type SessionState,
} from "../domain/session/lifecycle.ts";
import type { PaymentFailure, PaymentFailureKind } from "../domain/session/payment.ts";
import type { CheckoutSession } from "../domain/session/session.ts";
import type { StoredSession } from "../domain/session/stored.ts";
import type { Merchant } from "../domain/shop/merchant.ts";
import type { FilterFields, List, ListFields, Money, StateWord } from "./list.ts";

/** A session with its shop. */
export interface ListedSession {
  readonly session: CheckoutSession;
  readonly lastActiveAt: number;
  readonly shop: Pick<Merchant, "name" | "timeZone">;
}

/** Loads a session for its row. */
export function listedSession(stored: StoredSession, shop: ListedSession["shop"]): ListedSession {
  return { session: stored.load(), lastActiveAt: stored.lastActiveAt, shop };
}

/** The time zone of a session's shop. */
export function zoneOfShop({ shop }: ListedSession): string {
  return shop.timeZone;
}

/** Words of a session's state. */
export const SESSION_WORDS: Readonly<Record<SessionState, StateWord>> = {
  INITIATED: ["Open", "plain"],
  IN_PROGRESS: ["In progress", "plain"],
  COMPLETED: ["Completed", "good"],
  ABANDONED: ["Abandoned", "plain"],
};

/** Words of a payment's state. */
export const PAYMENT_WORDS: Readonly<Record<PaymentState, StateWord>> = {
  DRAFT: ["Not started", "plain"],
  PENDING: ["Pending", "warn"],
  PAID: ["Paid", "good"],
  FAILED: ["Failed", "bad"],
};

const FAILURE_WORDS: Readonly<Record<PaymentFailureKind, string>> = {
  DECLINED: "Declined",
  EXPIRED: "Not paid in time",
  CANCELLED: "Cancelled",
  REFUSED: "Refused by the provider",
};

/** Why a payment failed, with the words of its provider. */
export function paymentFailureText({ kind, text }: PaymentFailure): string {
  return text === null ? FAILURE_WORDS[kind] : `${FAILURE_WORDS[kind]}: ${text}`;
}

/** The end of a session's id, which customers name when they ask about it. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** The person of a session: as they named themselves, else their phone number. */
export function customerText({ buyer, choices, customer }: CheckoutSession): string {
  return choices.address?.name || buyer.name || customer?.phone || "";
}

/** An amount of a session in its currency. */
export function moneyOf({ currencyCode }: CheckoutSession, minor: number): Money {
  return { minor, currencyCode };
}

/** Fields that sessions and orders share. */
export const SALE = {
  merchant_id: { kind: "word", of: ({ session }) => session.merchantId, only: "json" },
  livemode: { kind: "flag", of: ({ session }) => session.livemode, only: "json" },
  time_zone: { kind: "zone" },
  shop: { kind: "text", of: ({ shop }) => shop.name, only: "csv" },
  order_number: { kind: "word", of: ({ session }) => session.order?.number ?? null },
  reference: { kind: "text", of: ({ session }) => session.reference },
  customer_phone: {
    kind: "word",
    of: ({ session }) => session.customer?.phone || null,
    isPersonal: true,
  },
  items: { kind: "count", of: ({ session }) => session.priced.lines.length },
  payment_state: { kind: "word", of: ({ session }) => session.state.payment },
  currency_code: { kind: "word", of: ({ session }) => session.currencyCode },
  total_payable: {
    kind: "amount",
    of: ({ session }) => moneyOf(session, session.priced.totals.totalPayable),
  },
  placed_at: { kind: "moment", of: ({ session }) => session.order?.placedAt ?? null },
  cancelled_at: { kind: "moment", of: ({ session }) => session.order?.cancellation?.at ?? null },
} as const satisfies ListFields<ListedSession>;

const FIELDS = {
  id: { kind: "word", of: ({ session }) => session.id },
  merchant_id: SALE.merchant_id,
  livemode: SALE.livemode,
  created_at: { kind: "moment", of: ({ session }) => session.createdAt },
  last_active_at: { kind: "moment", of: ({ lastActiveAt }) => lastActiveAt },
  time_zone: SALE.time_zone,
  shop: SALE.shop,
  session_state: { kind: "word", of: ({ session }) => session.state.session },
  payment_state: SALE.payment_state,
  order_number: SALE.order_number,
  reference: SALE.reference,
  customer_phone: SALE.customer_phone,
  items: SALE.items,
  currency_code: SALE.currency_code,
  total_payable: SALE.total_payable,
  placed_at: { ...SALE.placed_at, only: "json" },
  cancelled_at: { ...SALE.cancelled_at, only: "json" },
} as const satisfies ListFields<ListedSession>;

/** Columns of the page that say what is in the cart. */
export const CONTENTS: List<ListedSession>["page"] = [
  { title: "Customer", value: { kind: "text", of: ({ session }) => customerText(session) } },
  {
    title: "Units",
    value: {
      kind: "count",
      of: ({ session }) => session.priced.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    },
  },
  { title: "Total", value: SALE.total_payable },
];

/** The list of sessions. The table has the names of the API, which its options take. */
export const SESSION_LIST: List<ListedSession> = {
  fields: FIELDS,
  table: [
    { title: "ID", value: FIELDS.id, fit: { isId: true } },
    { title: "STATE", value: FIELDS.session_state },
    { title: "PAYMENT", value: FIELDS.payment_state },
    { title: "PAYABLE", value: FIELDS.total_payable },
    {
      title: "LAST ACTIVE",
      value: { kind: "age", of: ({ lastActiveAt }) => lastActiveAt },
      fit: { isOptional: true },
    },
    { title: "ORDER", value: { kind: "word", of: orderText }, fit: { isOptional: true } },
    { title: "SHOP", value: FIELDS.shop, fit: { canShrink: true, isOptional: true } },
    { title: "CUSTOMER", value: FIELDS.customer_phone, fit: { isOptional: true } },
    { title: "LINES", value: FIELDS.items, fit: { isOptional: true } },
  ],
  page: [
    {
      title: "Session",
      value: { kind: "word", of: ({ session }) => shortId(session.id) },
      isMain: true,
    },
    { title: "Created", value: FIELDS.created_at },
    {
      title: "State",
      value: { kind: "states", of: ({ session }) => [SESSION_WORDS[session.state.session]] },
    },
    {
      title: "Payment",
      value: { kind: "states", of: ({ session }) => [PAYMENT_WORDS[session.state.payment]] },
    },
    ...CONTENTS,
  ],
};

/** The same of sessions with an order: the time of the order in place of the last activity. */
export const WITH_PLACED: List<ListedSession> = {
  ...SESSION_LIST,
  table: SESSION_LIST.table.map((column) =>
    column.value.kind === "age" ? { ...column, title: "PLACED", value: FIELDS.placed_at } : column
  ),
};

function orderText({ session: { order } }: ListedSession): string | null {
  if (order === null) return null;
  return order.cancellation === null ? order.number : `${order.number} cancelled`;
}

/** The filter of sessions. */
export const SESSION_FILTER = {
  phone: {
    kind: "phone",
    label: "Phone",
    option: ["--phone <phone>", "only the customer with this verified number"],
  },
  state: {
    kind: "choice",
    label: "State",
    values: SESSION_STATES,
    choices: SESSION_STATES.map((value) => ({ value, label: SESSION_WORDS[value][0] })),
    option: ["--state <state>", "state"],
  },
  payment: {
    kind: "choice",
    label: "Payment",
    values: PAYMENT_STATES,
    choices: PAYMENT_STATES.map((value) => ({ value, label: PAYMENT_WORDS[value][0] })),
    option: ["--payment <state>", "payment"],
  },
  since: { kind: "since", label: "From" },
  until: { kind: "until", label: "To" },
  livemode: { kind: "mode", label: "Mode" },
} as const satisfies FilterFields<SessionFilter>;
