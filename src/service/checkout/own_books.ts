/** The payments and refunds of an account at a provider, in the shop's own books. */
import { NO_ORDER_FILTER, NO_REFUND_FILTER, NO_UNEXPECTED_FILTER } from "../../domain/filters.ts";
import type { SessionId } from "../../domain/ids.ts";
import type { UnexpectedPayment } from "../../domain/session/payment.ts";
import type { RefundRow } from "../../domain/session/refund.ts";
import type { SessionKey, StoredSession } from "../../domain/session/stored.ts";
import type { ProviderAccount } from "../../domain/shop/provider.ts";
import type { Minor } from "../../domain/values/money.ts";
import { eachPage, pageOf } from "../../domain/values/page.ts";
import type { RefundKey } from "../../store/reads/refunds.ts";
import type { Store } from "../../store/store.ts";

const DAY_MS = 86_400_000;

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

/** Refunds at the account that were asked for since a time. */
export async function ownRefunds(
  { refunds }: Pick<Store, "refunds">,
  { id, merchantId, livemode }: ProviderAccount,
  since: number,
): Promise<RefundRow[]> {
  const filter = { ...NO_REFUND_FILTER, merchantId, livemode };
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

/** References of payments that are recorded without an order. */
export async function recordedReferences(
  { payments }: Pick<Store, "payments">,
  { merchantId, livemode }: ProviderAccount,
): Promise<ReadonlySet<string>> {
  const filter = { ...NO_UNEXPECTED_FILTER, merchantId, livemode };
  const found = new Set<string>();
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
    for (const { reference } of rows) found.add(reference);
  }
  return found;
}
