import type { MerchantId, SessionId } from "../../../src/domain/ids.ts";
import type { OpenRequest, ProviderAccess } from "../../../src/payments/provider.ts";
import { stripeProvider } from "../../../src/payments/stripe/provider.ts";
import { uuid } from "../../support/builders.ts";
import { StripeDouble, type StripeKey } from "../../support/payments/stripe_double.ts";

export const T0 = Date.UTC(2026, 10, 27, 12);
export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
export const PAYMENT_ID = "019ac5a0-0000-7000-8000-000000000001";

/** The adapter before a double whose clock is moved by hand. */
export function stripeWorld(keys?: Readonly<Record<string, StripeKey>>) {
  const clock = { now: T0 };
  const double = new StripeDouble(() => clock.now, keys);
  return { clock, double, provider: stripeProvider({ send: double.send }) };
}

/** The access of a key. */
export function access(key = "sk_test_double"): ProviderAccess {
  return { livemode: key.includes("_live_"), key, hookSecret: null };
}

/** A payment of 12.50 EUR. */
export function openRequest(over: Partial<OpenRequest> = {}): OpenRequest {
  return {
    paymentId: PAYMENT_ID,
    merchantId: uuid<MerchantId>(1),
    sessionId: uuid<SessionId>(2),
    amount: 12_50,
    currencyCode: "EUR",
    description: "Order K7Q2-9MXD",
    returnUrl: "https://shop.example/r/abc",
    expiresAt: T0 + 32 * MINUTE_MS,
    ...over,
  };
}

/** Opens a payment that must be opened. */
export async function openedPage(
  { provider }: Pick<ReturnType<typeof stripeWorld>, "provider">,
  request = openRequest(),
  key = access(),
): Promise<{ paymentId: string; reference: string }> {
  const opening = await provider.open(key, request);
  if (opening.kind !== "opened") throw new Error(opening.reason);
  return { paymentId: request.paymentId, reference: opening.reference };
}

/** A paid payment, its charge, and the books that have it; with two keys that may not read all. */
export async function paidWorld(over: Partial<OpenRequest> = {}) {
  const account = "acct_double";
  const world = stripeWorld({
    sk_test_double: { account },
    rk_test_poor: { account, rights: ["sessions", "charges"] },
    rk_test_feeless: { account, rights: ["refunds", "disputes", "charges"] },
  });
  const page = await openedPage(world, openRequest(over));
  world.double.books.act(page.reference, "pay");
  const paid = await world.provider.look(access(), page);
  if (paid.kind !== "paid") throw new Error(paid.kind);
  return { ...world, ledger: world.double.books.ledger, charge: paid.charge };
}
