import type { Totals } from "../../domain/pricing/model.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { localTime } from "../../domain/values/calendar.ts";
import { currencyOf, type Minor } from "../../domain/values/money.ts";
import { amountField } from "../seed/fields.ts";
import { type CsvCell, type CsvColumn, csvForm } from "./csv.ts";

/** A session with its shop. */
export interface CsvSession {
  readonly session: CheckoutSession;
  readonly lastActiveAt: number;
  readonly shop: Pick<Merchant, "name" | "timeZone">;
}

/** Loads a session for its row. */
export function csvSession(stored: StoredSession, shop: CsvSession["shop"]): CsvSession {
  return { session: stored.load(), lastActiveAt: stored.lastActiveAt, shop };
}

/** Sessions as CSV: amounts in the major unit, times in the shop's time zone. */
export const SESSIONS_CSV = csvForm<CsvSession>([
  ["id", ({ session }) => session.id],
  ["created_at", (row) => time(row.session.createdAt, row)],
  ["last_active_at", (row) => time(row.lastActiveAt, row)],
  ["time_zone", ({ shop }) => shop.timeZone],
  ["shop", ({ shop }) => shop.name],
  ["session_state", ({ session }) => session.state.session],
  ["payment_state", ({ session }) => session.state.payment],
  ["order_number", ({ session }) => session.order?.number ?? null],
  ["reference", ({ session }) => session.reference],
  ["customer_phone", phone],
  ["items", ({ session }) => session.priced.lines.length],
  ["currency_code", ({ session }) => session.currencyCode],
  total("total_payable", ({ totalPayable }) => totalPayable),
]);

/** Orders as CSV: amounts in the major unit, times in the shop's time zone. */
export const ORDERS_CSV = csvForm<CsvSession>([
  ["number", ({ session }) => session.order?.number ?? null],
  ["placed_at", (row) => time(row.session.order?.placedAt, row)],
  ["cancelled_at", (row) => time(row.session.order?.cancellation?.at, row)],
  ["time_zone", ({ shop }) => shop.timeZone],
  ["shop", ({ shop }) => shop.name],
  ["session_id", ({ session }) => session.id],
  ["reference", ({ session }) => session.reference],
  ["customer_phone", phone],
  ["items", ({ session }) => session.priced.lines.length],
  ["payment_state", ({ session }) => session.state.payment],
  ["payment_method", ({ session }) => session.priced.totals.codOrder ? "COD" : "PREPAID"],
  ["payment_reference", ({ session }) => session.payment?.reference ?? null],
  ["currency_code", ({ session }) => session.currencyCode],
  total("sub_total", ({ subTotal }) => subTotal),
  total("coupon_discount", ({ couponDiscount }) => couponDiscount),
  total("payment_offer_discount", ({ paymentOfferDiscount }) => paymentOfferDiscount),
  total("coin_discount", ({ coinDiscount }) => coinDiscount),
  // Not known without an address.
  total("shipping", ({ shipping }) => Math.max(shipping, 0)),
  total("cod_fee", ({ codOrder, codPrice }) => codOrder ? codPrice : 0),
  total("tax", ({ tax }) => tax),
  ["taxes_included", ({ session }) => String(session.priced.totals.taxesIncluded)],
  total("total_payable", ({ totalPayable }) => totalPayable),
  ["amount_paid", ({ session }) => amount(session.amountPaid, session)],
]);

function time(at: number | undefined, { shop }: CsvSession): string | null {
  return at === undefined ? null : localTime(at, shop.timeZone);
}

function phone({ session }: CsvSession): string | null {
  return session.customer?.phone || null;
}

function total(title: string, of: (totals: Totals) => Minor): CsvColumn<CsvSession> {
  return [title, ({ session }) => amount(of(session.priced.totals), session)];
}

function amount(value: Minor, { currencyCode }: Pick<CheckoutSession, "currencyCode">): CsvCell {
  return amountField(value, currencyOf(currencyCode));
}
