import assert from "node:assert/strict";
import type { MerchantId, SessionId } from "../../../src/domain/ids.ts";
import {
  type OpenRequest,
  type PaymentProvider,
  type ProviderAccess,
  type ProviderPageRef,
  type ProviderReply,
  type RefundRequest,
  Unreachable,
} from "../../../src/payments/provider.ts";
import { razorpayProvider } from "../../../src/payments/razorpay/provider.ts";
import { NOW, uuid } from "../../support/builders.ts";
import {
  RAZORPAY_HOOK_SECRET,
  RAZORPAY_KEY,
  RazorpayDouble,
} from "../../support/payments/razorpay_double.ts";

export const MINUTE_MS = 60_000;

export const ACCESS: ProviderAccess = {
  livemode: false,
  key: RAZORPAY_KEY,
  hookSecret: RAZORPAY_HOOK_SECRET,
};

/** 349.00 INR for 17 minutes, unless otherwise said. */
export function aRequest(over: Partial<OpenRequest> = {}): OpenRequest {
  return {
    paymentId: uuid(1),
    merchantId: uuid<MerchantId>(2),
    sessionId: uuid<SessionId>(3),
    amount: 34900,
    currencyCode: "INR",
    description: "Order K7Q2-9MXD",
    returnUrl: "https://pay.example/r/abc",
    expiresAt: NOW + 17 * MINUTE_MS,
    ...over,
  };
}

/** The provider before a double, and their clock. */
export interface World {
  readonly clock: { at: number };
  readonly double: RazorpayDouble;
  readonly provider: PaymentProvider;
  /** Opens a page, and returns it. */
  open(over?: Partial<OpenRequest>): Promise<ProviderPageRef>;
}

export function aWorld(): World {
  const clock = { at: NOW };
  const double = new RazorpayDouble(() => clock.at);
  const provider = razorpayProvider({ send: double.send });
  return {
    clock,
    double,
    provider,
    open: async (over = {}) => {
      const request = aRequest(over);
      const opening = await provider.open(ACCESS, request);
      assert.equal(opening.kind, "opened");
      assert.ok("reference" in opening);
      return { paymentId: request.paymentId, reference: opening.reference };
    },
  };
}

/** A world with a payment of 349.00 INR, unless otherwise said, and the books that have it. */
export async function paidWorld(over: Partial<OpenRequest> = {}) {
  const world = aWorld();
  const { reference } = await world.open(over);
  const { id: charge } = world.double.books.attempt(reference, "captured");
  world.double.requests.length = 0;
  const refund = (over: Partial<RefundRequest> = {}) =>
    world.provider.refund(ACCESS, {
      charge,
      refundId: uuid(7),
      amount: 10000,
      currencyCode: "INR",
      ...over,
    });
  return { ...world, ledger: world.double.books.ledger, charge, refund };
}

/** A provider that is answered so, whatever it asks. */
export function answered(...replies: readonly ProviderReply[]): PaymentProvider {
  let next = 0;
  const send = () => Promise.resolve(replies[Math.min(next++, replies.length - 1)]!);
  return razorpayProvider({ send });
}

/** An answer of JSON. */
export function reply(status: number, json: unknown): ProviderReply {
  return { status, body: JSON.stringify(json) };
}

/** Asserts that a call says nothing of the payment, and never its key. */
export async function assertUnreachable(call: Promise<unknown>, reason?: RegExp): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof Unreachable, String(error));
    assert.ok(!error.message.includes("SecretOfTheDouble"), error.message);
    if (reason !== undefined) assert.match(error.message, reason);
    return true;
  });
}
