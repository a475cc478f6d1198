import assert from "node:assert/strict";
import fc from "fast-check";
import { price } from "../../src/domain/pricing/price.ts";
import { currencyOf } from "../../src/domain/values/money.ts";
import type { CsvForm } from "../../src/schema/csv.ts";
import { listCsv } from "../../src/schema/list.ts";
import { ORDER_LIST } from "../../src/things/order.ts";
import {
  type ListedSession,
  listedSession,
  SESSION_LIST,
  zoneOfShop,
} from "../../src/things/session.ts";
import { aSession, COMPLETED } from "../store/support.ts";
import { pricingCases, runs } from "../support/arbitraries.ts";
import { aCustomer, aPayment, NOW } from "../support/builders.ts";
import { parseCsv } from "../support/csv.ts";
import { aPlacedOrder, orderNumber } from "../support/orders.ts";

const SHOP = { name: "=Café & Söhne", timeZone: "Asia/Kolkata" };
const { id, phone } = aCustomer();

const BOUGHT = aSession(1, {
  state: COMPLETED,
  reference: "+R;=1",
  customer: { id, phone },
  payment: aPayment({ status: "PAID", reference: "@pay" }),
  order: aPlacedOrder({ number: orderNumber(7), placedAt: NOW + 60_000 }),
  amountPaid: 34900,
});

function parsed(form: CsvForm<ListedSession>, row: ListedSession): Record<string, string> {
  const [titles = [], cells = [], ...rest] = parseCsv(form.head + form.line(row));
  assert.deepEqual([rest, cells.length], [[], titles.length]);
  return Object.fromEntries(titles.map((title, i) => [title, cells[i] ?? ""]));
}

Deno.test("listCsv(SESSION_LIST) has a session's states, its amount, and times of the shop's zone", () => {
  const stored = {
    ...BOUGHT,
    lastActiveAt: NOW + 1000,
    placedAt: NOW,
    dueAt: null,
    expired: false,
    load: () => BOUGHT,
  };
  assert.deepEqual(parsed(listCsv(SESSION_LIST, zoneOfShop), listedSession(stored, SHOP)), {
    id: BOUGHT.id,
    created_at: "2026-01-02 08:34:05",
    last_active_at: "2026-01-02 08:34:06",
    time_zone: "Asia/Kolkata",
    shop: "'=Café & Söhne",
    session_state: "COMPLETED",
    payment_state: "PAID",
    order_number: "0000-0007",
    reference: "'+R;'=1",
    customer_phone: `'${phone}`,
    items: "1",
    currency_code: "INR",
    total_payable: "349",
  });
});

Deno.test("listCsv(ORDER_LIST) has an order's amounts and how it was paid", () => {
  assert.deepEqual(
    parsed(listCsv(ORDER_LIST, zoneOfShop), { session: BOUGHT, lastActiveAt: NOW, shop: SHOP }),
    {
      number: "0000-0007",
      placed_at: "2026-01-02 08:35:05",
      cancelled_at: "",
      time_zone: "Asia/Kolkata",
      shop: "'=Café & Söhne",
      session_id: BOUGHT.id,
      reference: "'+R;'=1",
      customer_phone: `'${phone}`,
      items: "1",
      payment_state: "PAID",
      payment_method: "PREPAID",
      payment_reference: "'@pay",
      currency_code: "INR",
      sub_total: "349",
      coupon_discount: "0",
      payment_offer_discount: "0",
      coin_discount: "0",
      shipping: "0",
      cod_fee: "0",
      tax: "0",
      taxes_included: "true",
      total_payable: "349",
      amount_paid: "349",
      amount_refunded: "0",
      payment_fee: "",
      payment_net: "",
    },
  );
});

Deno.test("listCsv(ORDER_LIST) adds up: what is payable is goods less discounts, with shipping, fee and tax", () =>
  fc.assert(
    fc.property(pricingCases, ({ order, rules }) => {
      const priced = price(order, rules, NOW);
      const session = { ...BOUGHT, currencyCode: order.currency.code, priced };
      const row = parsed(listCsv(ORDER_LIST, zoneOfShop), {
        session,
        lastActiveAt: NOW,
        shop: SHOP,
      });
      const unit = 10 ** currencyOf(session.currencyCode).exponent;
      const minor = (name: string) => Math.round(Number(row[name]) * unit);
      const discounts = ["coupon_discount", "payment_offer_discount", "coin_discount"];
      const tax = row["taxes_included"] === "true" ? 0 : minor("tax");
      assert.equal(
        minor("sub_total") - discounts.map(minor).reduce((sum, one) => sum + one) +
          minor("shipping") + minor("cod_fee") + tax,
        minor("total_payable"),
      );
      assert.equal(minor("total_payable"), priced.totals.totalPayable);
    }),
    runs(200),
  ));
