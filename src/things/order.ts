import type { OrderFilter } from "../domain/filters.ts";
import type { Totals } from "../domain/pricing/model.ts";
import { wasCancelled } from "../domain/session/order.ts";
import { netOfFee, type Payment } from "../domain/session/payment.ts";
import type { DisputeStatus } from "../domain/session/refund.ts";
import { amountRefunded, taken } from "../domain/session/refundable.ts";
import type { CheckoutSession } from "../domain/session/session.ts";
import type { Minor } from "../domain/values/money.ts";
import type { FilterFields, List, ListFields, StateWord } from "./list.ts";
import { CONTENTS, type ListedSession, moneyOf, SALE, SESSION_FILTER, shortId } from "./session.ts";

/** A sum of an order. */
function total(of: (totals: Totals) => number) {
  return {
    kind: "amount",
    of: ({ session }: ListedSession) => moneyOf(session, of(session.priced.totals)),
  } as const;
}

/** An amount of an order's payment, which need not be known. */
function fromPayment(of: (payment: Payment) => Minor | null) {
  return {
    kind: "amount",
    of: ({ session }: ListedSession) => {
      const minor = session.payment && of(session.payment);
      return minor === null ? null : moneyOf(session, minor);
    },
  } as const;
}

const FIELDS = {
  number: SALE.order_number,
  placed_at: SALE.placed_at,
  cancelled_at: SALE.cancelled_at,
  time_zone: SALE.time_zone,
  shop: SALE.shop,
  session_id: { kind: "word", of: ({ session }) => session.id },
  merchant_id: SALE.merchant_id,
  livemode: SALE.livemode,
  late: { kind: "flag", of: ({ session }) => session.order?.late ?? false, only: "json" },
  reference: SALE.reference,
  customer_phone: SALE.customer_phone,
  items: SALE.items,
  payment_state: SALE.payment_state,
  payment_method: {
    kind: "word",
    of: ({ session }) => session.priced.totals.codOrder ? "COD" : "PREPAID",
  },
  payment_reference: { kind: "text", of: ({ session }) => session.payment?.reference ?? null },
  currency_code: SALE.currency_code,
  sub_total: total(({ subTotal }) => subTotal),
  coupon_discount: total(({ couponDiscount }) => couponDiscount),
  payment_offer_discount: total(({ paymentOfferDiscount }) => paymentOfferDiscount),
  coin_discount: total(({ coinDiscount }) => coinDiscount),
  // Not known without an address.
  shipping: total(({ shipping }) => Math.max(shipping, 0)),
  cod_fee: total(({ codOrder, codPrice }) => codOrder ? codPrice : 0),
  tax: total(({ tax }) => tax),
  taxes_included: { kind: "flag", of: ({ session }) => session.priced.totals.taxesIncluded },
  total_payable: SALE.total_payable,
  amount_paid: { kind: "amount", of: ({ session }) => moneyOf(session, session.amountPaid) },
  amount_refunded: {
    kind: "amount",
    of: ({ session }) => moneyOf(session, amountRefunded(session)),
  },
  payment_fee: fromPayment(({ fee }) => fee),
  payment_net: fromPayment(netOfFee),
} as const satisfies ListFields<ListedSession>;

/** The payment of an order in words: what is still owed, if it came late, and what went back. */
export function orderWords(session: CheckoutSession): StateWord[] {
  const { order, amountPaid, priced } = session;
  const paid: StateWord = wasCancelled(order)
    ? ["Cancelled", "bad"]
    : amountPaid >= priced.totals.totalPayable
    ? ["Paid", "good"]
    : amountPaid > 0
    ? ["Part paid", "warn"]
    : ["On delivery", "plain"];
  return [
    paid,
    ...(order?.late === true ? [["Late", "warn"] as const] : []),
    ...backWords(session),
  ];
}

/** Refunds and disputes of an order in words. */
function backWords(session: CheckoutSession): StateWord[] {
  const { refunds = [], disputes = [] } = session.order ?? {};
  const { payment, cash } = taken(session);
  const back = amountRefunded(session);
  const isUnderWay = refunds.some(({ state }) => state === "REQUESTED" || state === "PENDING");
  const has = (status: DisputeStatus) => disputes.some((one) => one.status === status);
  const refund: StateWord[] = isUnderWay
    ? [["Refund under way", "warn"]]
    : back === 0
    ? []
    : [[back >= payment + cash ? "Refunded" : "Part refunded", "plain"]];
  return [
    ...refund,
    ...(has("OPEN") ? [["Disputed", "bad"] as const] : []),
    ...(has("LOST") ? [["Dispute lost", "bad"] as const] : []),
  ];
}

/** The list of orders. The table has the names of the API, which its options take. */
export const ORDER_LIST: List<ListedSession> = {
  fields: FIELDS,
  table: [
    { title: "NUMBER", value: FIELDS.number },
    { title: "PAYABLE", value: FIELDS.total_payable },
    {
      title: "PAYMENT",
      value: {
        kind: "word",
        of: (row) =>
          [
            wasCancelled(row.session.order)
              ? "cancelled"
              : `${FIELDS.payment_method.of(row)} ${row.session.state.payment}`,
            ...backWords(row.session).map(([word]) => word.toLowerCase()),
          ].join(", "),
      },
    },
    { title: "PLACED", value: FIELDS.placed_at, fit: { isOptional: true } },
    { title: "CUSTOMER", value: FIELDS.customer_phone, fit: { isOptional: true } },
    { title: "SHOP", value: FIELDS.shop, fit: { canShrink: true, isOptional: true } },
    { title: "LINES", value: FIELDS.items, fit: { isOptional: true } },
    { title: "SESSION", value: FIELDS.session_id, fit: { isOptional: true } },
  ],
  page: [
    {
      title: "Order",
      value: {
        kind: "word",
        of: ({ session }) => session.order?.number ?? shortId(session.id),
      },
      isMain: true,
    },
    { title: "Placed", value: FIELDS.placed_at },
    { title: "Payment", value: { kind: "states", of: ({ session }) => orderWords(session) } },
    ...CONTENTS,
  ],
};

/** The filter of orders; the form offers the payments that an order can have. */
export const ORDER_FILTER: FilterFields<OrderFilter> = {
  payment: {
    ...SESSION_FILTER.payment,
    choices: [
      { value: "PAID", label: "Paid ahead, or in part" },
      { value: "DRAFT", label: "On delivery" },
    ],
  },
  since: SESSION_FILTER.since,
  until: SESSION_FILTER.until,
  livemode: SESSION_FILTER.livemode,
};
