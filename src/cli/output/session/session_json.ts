import type { CheckoutEvent } from "../../../domain/events.ts";
import { advance } from "../../../domain/session/lifecycle.ts";
import { heldUntil } from "../../../domain/session/payment.ts";
import type { PlacedOrder } from "../../../domain/session/order.ts";
import type { CheckoutSession, CollectedCash } from "../../../domain/session/session.ts";
import { jsonInteger } from "../../../domain/values/json.ts";
import { type Currency, currencyOf } from "../../../domain/values/money.ts";
import { major } from "../../../schema/api/fields.ts";
import { encodeSession } from "../../../schema/api/session.ts";
import { parseJson } from "../../../schema/json.ts";
import { momentText } from "../../../schema/seed/fields.ts";
import type { SessionDetails } from "../../../service/sessions/session_details.ts";

/** A session with the data that an operator may see. */
export interface SessionReport extends SessionDetails {
  /** Coins that its payment holds. */
  readonly coinsProcessing: number;
}

/**
 * A session as JSON: the API's form, and under `operator` the fields that the API does not show.
 * One-time codes and their hashes are left out.
 *
 * @param sessionTtlMs lifetime of a session without activity
 */
export function sessionJson(report: SessionReport, sessionTtlMs: number) {
  const { session } = report;
  const isOpen = advance(session.state, "session.expire") !== null;
  return {
    ...encodeSession(session),
    expires_at: momentText(isOpen ? expiryOf(report, sessionTtlMs) : null),
    operator: operatorJson(report),
  };
}

/** Time at which an open session expires if it is left alone. */
export function expiryOf(
  { session: { payment }, lastActiveAt }: Pick<SessionReport, "session" | "lastActiveAt">,
  sessionTtlMs: number,
): number {
  return Math.max(lastActiveAt + sessionTtlMs, heldUntil(payment) ?? 0);
}

function operatorJson({ session, lastActiveAt, extra, events, ...held }: SessionReport) {
  const currency = currencyOf(session.currencyCode);
  const { priced, payment, collected, order, recovery } = session;
  return {
    version: session.version,
    created_at: momentText(session.createdAt),
    last_active_at: momentText(lastActiveAt),
    serviceable: priced.serviceable,
    // In the order of `items`.
    items: priced.lines.map(({ giftOf, tax }) => ({
      gift_of: giftOf,
      tax: major(tax, currency),
    })),
    choices: choicesJson(session),
    payment_started_at: momentText(payment?.startedAt ?? null),
    collected: collected && collectedJson(collected, currency),
    cancelled: cancelledJson(order),
    recovery: {
      idle_at: momentText(recovery.idleAt),
      returned: recovery.returned,
      reopened_as: recovery.reopenedAs,
    },
    holds: holdsJson(held),
    events: events.map(eventJson),
    extra: extraJson(extra),
  };
}

function choicesJson({ choices }: CheckoutSession) {
  return {
    codes: choices.codes.map(({ couponId, enteredAt, previousCode }) => ({
      coupon_id: couponId,
      entered_at: momentText(enteredAt),
      previous_code: previousCode,
    })),
    gifts: choices.claims.map(({ couponId, productId, variantId, quantity }) => ({
      coupon_id: couponId,
      product_id: jsonInteger(productId),
      variant_id: jsonInteger(variantId),
      quantity,
    })),
    shipping_option: choices.shippingOption,
    payment_method: choices.method,
    payment_way: choices.way,
    coins: choices.coins,
  };
}

function collectedJson({ amount, at }: CollectedCash, currency: Currency) {
  return { amount: major(amount, currency), at: momentText(at) };
}

function cancelledJson(order: PlacedOrder | null) {
  const cancellation = order?.cancellation ?? null;
  return cancellation && {
    coins_returned: cancellation.coinsReturned,
    coins_taken_back: cancellation.coinsTakenBack,
    coin_debt: cancellation.coinsOwed,
  };
}

function holdsJson({ holds, coinsProcessing }: Pick<SessionReport, "holds" | "coinsProcessing">) {
  return {
    coupon_uses: holds.coupons,
    stock: holds.stock.map(({ variantId, units }) => ({
      variant_id: jsonInteger(variantId),
      units,
    })),
    coins_processing: coinsProcessing,
  };
}

function eventJson({ id, type, at, data }: CheckoutEvent) {
  const { otp: _code, ...shown } = data;
  return { id, type, at: momentText(at), data: shown };
}

/** As JSON, or as text if it cannot be parsed. */
function extraJson(extra: string): unknown {
  try {
    return parseJson(extra);
  } catch {
    return extra;
  }
}
