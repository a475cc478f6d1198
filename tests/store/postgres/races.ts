import { withinDay } from "../../../src/domain/daily_limits.ts";
import type { Change } from "../../../src/domain/changes.ts";
import { aProduct, aVariant, int64, NOW, uuid } from "../../support/builders.ts";
import { addRefund, aRefund } from "../contract/refunds.ts";
import { addSession, aSession, M1 } from "../support.ts";
import {
  addCustomer,
  couponOf,
  customerOf,
  phoneOf,
  putCoupon,
  type Race,
  RACERS,
  releasesOf,
  sessionOf,
  UNITS,
  variantsOf,
} from "./race.ts";
import { EVERYTHING } from "./race_of_everything.ts";

const otp = (round: number, n: number, over: { quietSince: number; limit: number }): Change => ({
  kind: "otp.sent",
  merchantId: M1,
  phone: phoneOf(round),
  at: NOW + n,
  since: NOW - 1,
  shopSince: NOW - 1,
  shopLimit: 1_000_000,
  ...over,
});

/** A product with two variants. */
function putProduct(round: number, inventoryQuantity: number): Change {
  const productId = int64(round + 1);
  const variants = variantsOf(round).map((variantId) =>
    aVariant({ variantId, productId, inventoryQuantity })
  );
  const product = aProduct({ id: uuid(50_000 + round), productId, variants });
  return { kind: "product.put", merchantId: M1, product };
}

/** The races, by name. */
export const ALL_RACES = {
  "uses of a coupon": {
    setup: (round) => [putCoupon(round)],
    racer: (round, n) => [{
      kind: "coupon.take",
      couponId: couponOf(round),
      sessionId: sessionOf(round, n),
      customerId: null,
      limit: UNITS,
      limitPerCustomer: null,
    }],
    expected: UNITS,
    stored: "SELECT sum(used) FROM coupons",
  },
  "uses of a coupon by a customer": {
    setup: (round) => [putCoupon(round), addCustomer(round)],
    racer: (round, n) => [{
      kind: "coupon.take",
      couponId: couponOf(round),
      sessionId: sessionOf(round, n),
      customerId: customerOf(round),
      limit: null,
      limitPerCustomer: 3,
    }],
    expected: 3,
    stored: "SELECT count(*) FROM coupon_uses",
  },
  "last units of two variants, named in both orders": {
    setup: (round) => [putProduct(round, UNITS)],
    racer: (round, n) => {
      const holds = variantsOf(round).map((variantId): Change => ({
        kind: "stock.hold",
        merchantId: M1,
        sessionId: sessionOf(round, n),
        variantId,
        units: 1,
      }));
      return n % 2 === 0 ? holds : holds.toReversed();
    },
    end: (round) => releasesOf(Array.from({ length: RACERS }, (_, n) => sessionOf(round, n))),
    expected: UNITS,
    stored: "SELECT sum(units) / 2 FROM stock_holds",
  },
  "unpaid units of a phone number": {
    setup: (round) => [putProduct(round, 1000)],
    racer: (round, n) =>
      variantsOf(round).slice(0, 1).map((variantId): Change => ({
        kind: "stock.hold",
        merchantId: M1,
        sessionId: sessionOf(round, n),
        variantId,
        units: 1,
        buyer: {
          phone: phoneOf(round),
          address: null,
          client: null,
          maxQuantity: UNITS,
          clientUnits: UNITS,
          clientPercent: 25,
        },
      })),
    end: (round) => releasesOf(Array.from({ length: RACERS }, (_, n) => sessionOf(round, n))),
    expected: UNITS,
    stored: "SELECT sum(units) FROM stock_holds",
  },
  "money of refunds in a day": {
    setup: () => [],
    racer: (round, n) => {
      // Each round has a day of its own.
      const since = (round + 1) * 1000;
      const day = { merchantId: M1, currencyCode: "INR", since, until: since + 1000 };
      return [
        ...withinDay({ what: "refunds", most: UNITS * 100 + 99, ...day }, 100),
        addRefund(0, {
          id: uuid(6_000_000 + round * 100 + n),
          unexpectedId: uuid(7_000_000 + round * 100 + n),
          sessionId: sessionOf(round, n),
          at: since,
        }),
      ];
    },
    expected: UNITS,
    stored: "SELECT count(*) FROM refunds",
  },
  "coins": {
    setup: (round) => [addCustomer(round), {
      kind: "coins.move",
      movement: {
        id: uuid(9_000_000 + round),
        customerId: customerOf(round),
        from: "ISSUED",
        to: "AVAILABLE",
        coins: UNITS,
        reason: "gift",
        sessionId: null,
        at: NOW,
      },
    }],
    racer: (round, n) => [{
      kind: "coins.move",
      movement: {
        id: uuid(2_000_000 + round * 100 + n),
        customerId: customerOf(round),
        from: "AVAILABLE",
        to: "PROCESSING",
        coins: 1,
        reason: "order",
        // `db check` finds coins that are held for a session without a payment.
        sessionId: null,
        at: NOW,
      },
    }],
    expected: UNITS,
    stored: "SELECT sum(processing) FROM customers",
  },
  "one-time codes of a phone number": {
    setup: () => [],
    racer: (round, n) => [otp(round, n, { quietSince: NOW + 1000, limit: 5 })],
    expected: 5,
    stored: "SELECT count(*) FROM otp_sends",
  },
  "one-time codes with a pause between them": {
    setup: () => [],
    racer: (round, n) => [otp(round, n, { quietSince: NOW - 1, limit: 1000 })],
    expected: 1,
    stored: "SELECT count(*) FROM otp_sends",
  },
  "the reference of a payment": {
    setup: () => [],
    racer: (round, n) => [{
      kind: "reference.take",
      merchantId: M1,
      livemode: true,
      reference: `pay_${round}`,
      sessionId: sessionOf(round, n),
      paymentId: uuid(3_000_000 + n),
    }],
    expected: 1,
    stored: "SELECT count(*) FROM payment_references",
  },
  "the refund of a payment without an order": {
    setup: () => [],
    racer: (round, n) => {
      const refund = aRefund(0, {
        id: uuid(4_000_000 + round * 100 + n),
        unexpectedId: uuid(5_000_000 + round),
        sessionId: sessionOf(round, 0),
      });
      return [{ kind: "refund.add", refund, taken: refund.amount }];
    },
    expected: 1,
    stored: "SELECT count(*) FROM refunds",
  },
  "one idempotency key": {
    setup: () => [],
    racer: (round, n) => [
      addSession({ ...aSession(), id: sessionOf(round, n) }),
      {
        kind: "idempotency.add",
        record: {
          merchantId: M1,
          livemode: true,
          method: "POST",
          path: "/sessions",
          key: `k${round}`,
          fingerprint: "f".repeat(64),
          at: NOW,
          status: 201,
          location: null,
          sessionId: sessionOf(round, n),
          begunId: sessionOf(round, n),
          body: "{}",
        },
      },
    ],
    expected: 1,
    stored: "SELECT count(*) FROM sessions",
  },
  "everything at once, each in another order": EVERYTHING,
} as const satisfies Record<string, Race>;

/** Name of a race. */
export type RaceName = keyof typeof ALL_RACES;
