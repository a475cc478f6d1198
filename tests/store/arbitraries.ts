/** Generators of whole sessions, as every step of a checkout may leave them. */
import {
  DISPUTE_STATUSES,
  REFUND_ORIGINS,
  REFUND_STATES,
} from "../../src/domain/session/refund.ts";
import { PREPAID_WAYS } from "../../src/domain/shop/pay_ways.ts";
import { RETURNS } from "../../src/domain/session/recovery.ts";
import fc from "fast-check";
import { PROVIDER_KINDS } from "../../src/domain/shop/provider.ts";
import type { CartLine } from "../../src/domain/cart/cart.ts";
import type { CustomerId, Int64 } from "../../src/domain/ids.ts";
import { price } from "../../src/domain/pricing/price.ts";
import { INITIAL_STATE } from "../../src/domain/session/lifecycle.ts";
import type { PlacedOrder, Shortfall } from "../../src/domain/session/order.ts";
import type { OtpState } from "../../src/domain/session/otp.ts";
import { type Payment, PAYMENT_FAILURES } from "../../src/domain/session/payment.ts";
import type { Address, CheckoutSession } from "../../src/domain/session/session.ts";
import { pricingCases } from "../support/arbitraries.ts";
import { int64, NOW, uuid } from "../support/builders.ts";
import { orderNumber } from "../support/orders.ts";
import { anyText, memberNames } from "../support/texts.ts";
import { M1, sid } from "./support.ts";

/** Any 64-bit id, often at the edges of its range. */
export const int64s: fc.Arbitrary<Int64> = fc.oneof(
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n, 0n),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
).map(int64);

/** Whole characters only: a lone surrogate is refused before it gets here. */
const texts = fc.oneof(
  anyText(12),
  fc.constantFrom("", "\u0000", "😀", "\u2028", '"\\', "e\u0301"),
);

/** Without U+0000, which is refused at the edge: V8 15.0 reads such a key as another one. */
const keys = fc.oneof(texts, fc.constantFrom("__proto__", "constructor", "_a"))
  .filter((key) => !key.includes("\0"));
const properties = fc.array(fc.tuple(keys, texts), { maxLength: 4 }).map((
  entries,
): Record<string, string> => Object.fromEntries(entries));

const lineTexts: fc.Arbitrary<Partial<CartLine>> = fc.record({
  // Half of them are products that coupons are scoped to.
  productId: fc.oneof(int64s, fc.constantFrom(1, 2, 3, 4).map(int64)),
  variantId: int64s,
  properties,
  title: texts,
  handle: texts,
  variantTitle: texts,
  image: texts,
  compareAtPrice: fc.option(fc.maxSafeNat(), { nil: null }),
  grams: fc.maxSafeNat(),
  source: fc.constantFrom("MANUAL", "UPSELL"),
  listed: fc.boolean(),
});

const ids = fc.nat().map((n) => uuid(n));
const methods = fc.constantFrom("PREPAID" as const, "COD" as const);

const addresses: fc.Arbitrary<Address> = fc.record({
  name: texts,
  phone: texts,
  line1: texts,
  line2: fc.option(texts),
  city: texts,
  state: fc.option(texts),
  postalCode: texts,
  countryCode: texts,
  email: fc.option(texts),
});

const challenges = fc.record({
  phone: texts,
  salt: texts,
  hash: texts,
  expiresAt: fc.maxSafeNat(),
  triesLeft: fc.nat(5),
});

const otps: fc.Arbitrary<OtpState> = fc.record({
  challenge: fc.option(challenges),
  sentAt: fc.array(fc.maxSafeNat(), { maxLength: 5 }),
});

const shortfalls: fc.Arbitrary<Shortfall> = fc.record({
  coupons: fc.array(texts, { maxLength: 2 }),
  units: fc.array(
    fc.record({ productId: int64s, variantId: int64s, quantity: fc.nat() }),
    { maxLength: 2 },
  ),
  coins: fc.maxSafeNat(),
});

const placed: fc.Arbitrary<PlacedOrder> = fc.record({
  number: fc.nat().map(orderNumber),
  placedAt: fc.maxSafeNat(),
  late: fc.boolean(),
  shortfall: fc.option(shortfalls),
  salesRecorded: fc.boolean(),
  cancellation: fc.option(fc.record({
    at: fc.maxSafeNat(),
    reason: fc.option(texts),
    coinsReturned: fc.maxSafeNat(),
    coinsTakenBack: fc.maxSafeNat(),
    coinsOwed: fc.maxSafeNat(),
  })),
  refunds: fc.array(
    fc.record({
      id: ids,
      paymentId: fc.option(ids),
      amount: fc.maxSafeNat(),
      proposed: fc.maxSafeNat(),
      lines: fc.array(fc.record({ line: fc.nat(), quantity: fc.nat() }), { maxLength: 2 }),
      coins: fc.record({ returned: fc.nat(), takenBack: fc.nat(), owed: fc.nat() }),
      reason: fc.option(texts),
      by: texts,
      reference: fc.option(texts),
      state: fc.constantFrom(...REFUND_STATES),
      origin: fc.constantFrom(...REFUND_ORIGINS),
      at: fc.maxSafeNat(),
      settledAt: fc.option(fc.maxSafeNat()),
      failure: fc.option(texts),
    }),
    { maxLength: 2 },
  ),
  disputes: fc.array(
    fc.record({
      reference: texts,
      paymentId: ids,
      amount: fc.maxSafeNat(),
      reason: texts,
      status: fc.constantFrom(...DISPUTE_STATUSES),
      evidenceDueAt: fc.option(fc.maxSafeNat()),
      at: fc.maxSafeNat(),
      decidedAt: fc.option(fc.maxSafeNat()),
    }),
    { maxLength: 2 },
  ),
});

const payments: fc.Arbitrary<Payment> = fc.record({
  id: ids,
  method: methods,
  amount: fc.maxSafeNat(),
  currencyCode: texts,
  status: fc.constantFrom("PENDING", "PAID", "FAILED"),
  reference: fc.option(texts),
  startedAt: fc.maxSafeNat(),
  dueAt: fc.option(fc.maxSafeNat()),
  atProvider: fc.option(fc.record({
    accountId: ids,
    provider: fc.constantFrom(...PROVIDER_KINDS),
    page: fc.option(fc.record({ reference: texts, url: texts })),
    returnUrl: fc.option(texts),
    expiresAt: fc.nat(),
  })),
  holds: fc.constantFrom("held", "released", null),
  late: fc.option(shortfalls),
  failure: fc.option(fc.record({
    kind: fc.constantFrom(...PAYMENT_FAILURES),
    text: fc.option(texts),
  })),
  fee: fc.option(fc.maxSafeNat()),
});

/** Order fields and the results of checkout steps in a session. */
const stepsTaken = fc.record({
  reference: fc.option(texts),
  note: fc.option(texts),
  attributes: fc.dictionary(memberNames(texts), texts),
  customer: fc.option(fc.record({ id: ids.map((id) => id as CustomerId), phone: texts })),
  buyer: fc.record({ name: fc.option(texts), email: fc.option(texts) }),
  otp: otps,
  wrongCodesAt: fc.array(fc.maxSafeNat(), { maxLength: 20 }),
  payment: fc.option(payments),
  collected: fc.option(fc.record({ amount: fc.maxSafeNat(), at: fc.maxSafeNat() })),
  onPage: fc.boolean(),
  client: fc.option(fc.string()),
  recovery: fc.record({
    idleAt: fc.option(fc.maxSafeNat()),
    returned: fc.option(fc.constantFrom(...RETURNS)),
    reopenedAs: fc.option(fc.constant(sid(2))),
    closed: fc.boolean(),
  }),
  order: fc.option(placed),
});

/** Sessions as pricing leaves them: coupons, offers, claimed gifts, coins, and awkward texts. */
export const sessions: fc.Arbitrary<CheckoutSession> = fc.tuple(
  pricingCases,
  fc.array(lineTexts, { minLength: 12, maxLength: 12 }),
  texts,
  fc.option(addresses),
  stepsTaken,
).map(([{ order, rules }, words, redirectUrl, address, taken]) => {
  const lines = order.lines.map((line, i) => ({ ...line, ...words[i] }));
  const { claims, codes, shippingOption, method, coins } = order;
  const way = method === "PREPAID" ? PREPAID_WAYS[lines.length % 2] ?? null : null;
  return {
    id: sid(1),
    merchantId: M1,
    livemode: true,
    version: 1,
    state: INITIAL_STATE,
    countryCode: order.countryCode,
    currencyCode: order.currency.code,
    redirectUrl,
    lines,
    choices: { claims, codes, address, shippingOption, method, way, coins },
    ...taken,
    amountPaid: order.amountPaid,
    priced: price({ ...order, lines }, rules, NOW),
    createdAt: NOW,
  };
});
