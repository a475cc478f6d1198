import { aProduct, aVariant, int64, NOW, uuid } from "../../support/builders.ts";
import { addSession, aSession, M1 } from "../support.ts";
import {
  addCustomer,
  couponOf,
  customerOf,
  putCoupon,
  type Race,
  RACERS,
  releasesOf,
  sessionOf,
  sharedSessions,
  variantsOf,
} from "./race.ts";

/** Distance of the round whose coupon and customer a round uses too. */
const OTHER = 100_000;

/** Changes of many things, by each racer in another order; all of them stand. */
export const EVERYTHING = {
  setup: (round) => [
    putCoupon(round),
    putCoupon(round + OTHER),
    addCustomer(round),
    addCustomer(round + OTHER),
    ...sharedSessions(round).map((id) => addSession({ ...aSession(), id })),
    {
      kind: "product.put",
      merchantId: M1,
      product: aProduct({
        id: uuid(50_000 + round),
        productId: int64(round + 1),
        variants: variantsOf(round).map((variantId) =>
          aVariant({ variantId, productId: int64(round + 1), inventoryQuantity: 1000 })
        ),
      }),
    },
  ],
  racer: (round, n) => {
    const changes = [
      ...[round, round + OTHER].map((one) => ({
        kind: "coupon.take" as const,
        couponId: couponOf(one),
        sessionId: sessionOf(round, n),
        customerId: customerOf(one),
        limit: 1000,
        limitPerCustomer: 1000,
      })),
      ...variantsOf(round).map((variantId) => ({
        kind: "stock.hold" as const,
        merchantId: M1,
        sessionId: sharedSessions(round)[n % 3]!,
        variantId,
        units: 1,
      })),
      ...sharedSessions(round).flatMap((sessionId) => [
        { kind: "session.touch" as const, sessionId, at: NOW + n },
        ...releasesOf([sessionId]),
      ]),
      ...[round, round + OTHER].map((one) => ({
        kind: "coins.move" as const,
        movement: {
          id: uuid(4_000_000 + one * 100 + n),
          customerId: customerOf(one),
          from: "ISSUED" as const,
          to: "AVAILABLE" as const,
          coins: 1,
          reason: "gift",
          sessionId: null,
          at: NOW,
        },
      })),
    ];
    const at = n % changes.length;
    return [...changes.slice(at), ...changes.slice(0, at)];
  },
  end: (round) => releasesOf(sharedSessions(round)),
  expected: RACERS,
  stored: "SELECT sum(used) / 2 FROM coupons",
} satisfies Race;
