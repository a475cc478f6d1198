/** The payments, refunds and disputes of an account at a provider, in the shop's own books. */
import { NO_ORDER_FILTER, NO_REFUND_FILTER, NO_UNEXPECTED_FILTER } from "../../domain/filters.ts";
import type { SessionId } from "../../domain/ids.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import type { DisputeRow, RefundRow, RefundState } from "../../domain/session/refund.ts";
import type { SessionKey, StoredSession } from "../../domain/session/stored.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import type { Minor } from "../../domain/values/money.ts";
import { eachPage, pageOf } from "../../domain/values/page.ts";
import type { ProviderCharge } from "../../payments/records.ts";
import type { RefundKey } from "../../store/reads/refunds.ts";
import type { Store } from "../../store/store.ts";

const DAY_MS = 86_400_000;
/** Most disputes of all shops that are looked through. */
const MOST_DISPUTES = 10_000;

/** The payment of an order. */
export interface OwnPayment {
  readonly charge: string;
  readonly amount: Minor;
  readonly currencyCode: string;
  readonly sessionId: SessionId;
}

/** Payments of orders that the account took since a time, or a day before. */
export async function ownPayments(
  { sessions }: Pick<Store, "sessions">,
  { id, merchantId, livemode }: ProviderAccount,
  since: number,
): Promise<OwnPayment[]> {
  const filter = { ...NO_ORDER_FILTER, merchantId, livemode, since: Math.max(0, since - DAY_MS) };
  const found: OwnPayment[] = [];
  for await (
    const { rows } of eachPage<StoredSession, SessionKey>(
      async (page) => await sessions.orders(filter, page),
    )
  ) {
    for (const row of rows) {
      const { payment, currencyCode } = row.load();
      if (payment?.status !== "PAID" || payment.atProvider?.accountId !== id) continue;
      const { reference, amount } = payment;
      if (reference === null) continue;
      found.push({ charge: reference, amount, currencyCode, sessionId: row.id });
    }
  }
  return found;
}

/** Refunds at the account that were asked for since a time, and older ones that have not ended. */
export async function ownRefunds(
  store: Pick<Store, "refunds">,
  account: ProviderAccount,
  since: number,
): Promise<RefundRow[]> {
  const open = await openRefunds(store, account);
  const older = open.filter(({ at }) => at < since);
  return [...await refundsWith(store, account, { state: null, since }), ...older];
}

/** Refunds at the account that have not ended. */
export async function openRefunds(
  store: Pick<Store, "refunds">,
  account: ProviderAccount,
): Promise<RefundRow[]> {
  const requested = await refundsWith(store, account, { state: "REQUESTED", since: 0 });
  return [...requested, ...await refundsWith(store, account, { state: "PENDING", since: 0 })];
}

async function refundsWith(
  { refunds }: Pick<Store, "refunds">,
  { id, merchantId, livemode }: ProviderAccount,
  { state, since }: { readonly state: RefundState | null; readonly since: number },
): Promise<RefundRow[]> {
  const filter = { ...NO_REFUND_FILTER, merchantId, livemode, state };
  const found: RefundRow[] = [];
  for await (
    const { rows } of eachPage<RefundRow, RefundKey>(
      async (page) => await refunds.list(filter, page),
    )
  ) {
    found.push(...rows.filter(({ accountId, at }) => accountId === id && at >= since));
    // The newest are first.
    if ((rows.at(-1)?.at ?? 0) < since) break;
  }
  return found;
}

/** Disputes at the account for which the provider is still asked. */
export async function ownDisputes(
  { disputes }: Pick<Store, "disputes">,
  { id }: ProviderAccount,
): Promise<DisputeRow[]> {
  const all = await disputes.due(Number.MAX_SAFE_INTEGER, MOST_DISPUTES, []);
  return all.filter(({ accountId }) => accountId === id);
}

/** Payments that are recorded without an order, by their references. */
export async function recordedPayments(
  { payments }: Pick<Store, "payments">,
  { merchantId, livemode }: ProviderAccount,
): Promise<ReadonlyMap<string, readonly UnexpectedPayment[]>> {
  const filter = { ...NO_UNEXPECTED_FILTER, merchantId, livemode };
  const found = new Map<string, UnexpectedPayment[]>();
  for await (
    const { rows } of eachPage<UnexpectedPayment, UnexpectedPayment>(
      async ({ limit, ...page }) =>
        pageOf(
          await payments.unexpected(filter, { ...page, limit: limit + 1 }),
          limit,
          (one) => one,
        ),
    )
  ) {
    for (const row of rows) {
      found.set(row.reference, [...found.get(row.reference) ?? [], row]);
    }
  }
  return found;
}

/**
 * True for money that another shop or another program took: several may share an account at a
 * provider. Money that an earlier version took names no shop: its payment is looked up.
 */
export async function isOthersMoney(
  { providers }: Pick<Store, "providers">,
  { merchantId }: Pick<ProviderAccount, "merchantId">,
  { marks: { paymentId, shopId } }: Pick<ProviderCharge, "marks">,
): Promise<boolean> {
  if (paymentId === null) return true;
  if (shopId !== null) return shopId !== merchantId;
  const payment = await providers.payment(paymentId);
  return payment !== null && payment.merchantId !== merchantId;
}

/** The owner of the money of a charge: an order, or a payment without one. */
export type MoneyOwner =
  | { readonly kind: "order"; readonly sessionId: SessionId }
  | {
    readonly kind: "record";
    readonly sessionId: SessionId;
    readonly payment: UnexpectedPayment;
  };

/** The owner of the money of a charge; null for money that is not ours. */
export async function ownerOf(
  { payments, sessions }: Pick<Store, "payments" | "sessions">,
  { merchantId, livemode }: ProviderAccount,
  charge: string,
): Promise<MoneyOwner | null> {
  const owner = await payments.ofReference(merchantId, livemode, charge);
  const stored = owner && await sessions.find(owner.sessionId);
  if (stored?.load().payment?.reference === charge) return { kind: "order", sessionId: stored.id };
  const payment = await payments.ofProvider(merchantId, livemode, charge);
  return payment && { kind: "record", sessionId: payment.sessionId, payment };
}
