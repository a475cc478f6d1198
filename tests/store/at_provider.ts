/** Accounts at providers, and payments that these take. */
import type { ProviderPayment } from "../../src/domain/session/provider_payment.ts";
import type { ProviderAccount } from "../../src/domain/shop/provider.ts";
import { NOW, uuid } from "../support/builders.ts";
import { M1, sid } from "./support.ts";

/** An account of the shop, in use. */
export const anAccount = (n: number, over: Partial<ProviderAccount> = {}): ProviderAccount => ({
  id: uuid(n),
  merchantId: M1,
  kind: "demo",
  livemode: true,
  account: null,
  secret: null,
  createdAt: NOW + n,
  removedAt: null,
  ...over,
});

/** A payment of session `n` that account 1 has begun. */
export const paymentAtProvider = (
  n: number,
  over: Partial<ProviderPayment> = {},
): ProviderPayment => ({
  paymentId: uuid(100 + n),
  sessionId: sid(n),
  merchantId: M1,
  accountId: uuid(1),
  reference: null,
  expiresAt: NOW + 1000,
  nextLookAt: NOW + n,
  looks: 0,
  demo: null,
  ...over,
});
