import {
  averageOf,
  type Currency,
  currencyOf,
  fitsJsonNumber,
  formatMajor,
} from "../../../domain/values/money.ts";
import { amountField, momentText } from "../../../schema/seed/fields.ts";
import type { Income } from "../../../domain/session/income.ts";
import type { OrderSum, RecoverySum } from "../../../domain/session/stored.ts";
import type { Funnel, ShopFunnel } from "../../../domain/session/funnel.ts";

/** A shop's statistics as JSON. */
export function statsJson(
  { shop, calendar, funnel, days, orders, revenue, income, recovery, states }: ShopFunnel,
) {
  const { timeZone, dates, bounds } = calendar;
  const [from = 0] = bounds;
  return {
    merchant_id: shop.id,
    from: momentText(from),
    to: momentText(bounds.at(-1) ?? from),
    timezone: timeZone,
    ...funnelJson(funnel),
    states: states.map(({ session, payment, count }) => ({
      session_state: session,
      payment_state: payment,
      count,
    })),
    orders: orders.map(orderJson),
    revenue: income.map(incomeJson),
    recovery: recovery.map(recoveryJson),
    days: days.map((day, i) => ({
      date: dates[i],
      ...funnelJson(day),
      revenue: revenue.filter((one) => one.day === i).map(incomeJson),
    })),
  };
}

function funnelJson({ inProgress, toPayment, ...rest }: Funnel) {
  return { ...rest, to_payment: toPayment, in_progress: inProgress };
}

function recoveryJson({ currencyCode, idle, resumed, reopened, orders, payable }: RecoverySum) {
  return {
    currency_code: currencyCode,
    idle,
    resumed,
    reopened,
    orders,
    total_payable: sumField(payable, currencyOf(currencyCode)),
  };
}

function incomeJson({ currencyCode, ...income }: Income) {
  const currency = currencyOf(currencyCode);
  const { fees, afterFees } = income;
  return {
    currency_code: currencyCode,
    orders: income.orders,
    total_payable: sumField(income.gross, currency),
    refunds: income.refunds,
    refunded: sumField(income.refunded, currency),
    lost_disputes: income.losses,
    lost: sumField(income.lost, currency),
    net: sumField(income.net, currency),
    orders_with_fee: income.charged,
    fees: fees === null ? null : sumField(fees, currency),
    after_fees: afterFees === null ? null : sumField(afterFees, currency),
  };
}

function orderJson({ currencyCode, orders, payable, withCoupon, couponDiscount }: OrderSum) {
  const currency = currencyOf(currencyCode);
  return {
    currency_code: currencyCode,
    orders,
    total_payable: sumField(payable, currency),
    average_order_value: sumField(averageOf(payable, orders), currency),
    orders_with_coupon: withCoupon,
    coupon_discount: sumField(couponDiscount, currency),
  };
}

/** A sum as a number if exact, else as text, like single amounts. */
function sumField(sum: bigint, currency: Currency): number | string {
  const amount = Number(sum);
  return fitsJsonNumber(amount) ? amountField(amount, currency) : formatMajor(sum, currency);
}
