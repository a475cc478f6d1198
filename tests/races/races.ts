/**
 * Races of shoppers and payments over HTTP for the last of something. They run against one server or
 * several of one database, on both engines.
 */
import assert from "node:assert/strict";
import { EFFECTS } from "../../src/process/machine/effects.ts";
import type { SessionId } from "../../src/domain/ids.ts";
import { aProduct, aVariant, int64 } from "../support/builders.ts";
import {
  createRequest,
  openSessions,
  openSessionsOf,
  type RaceField,
  type RaceRequest,
  send,
  sendWell,
} from "./field.ts";
import {
  addCustomer,
  COINS,
  countSessions,
  enterCode,
  phoneOf,
  putCoupon,
  UNITS,
} from "./goods.ts";

/** Orders that spend coins of the others, and the coins that one takes. */
const SPENDERS = 8;
const WORTH = 3400;

/** Racers of a round. */
export const RACERS = 48;

/** A round of a race that is about to begin. */
interface Round {
  /** The last request of each racer; all are sent at once. */
  readonly requests: readonly RaceRequest[];
  /** How many have it, by the database. */
  readonly stored: () => Promise<number>;
}

/** A race for something that only so many may have. */
interface Race {
  /** @param n number of the round in its field */
  readonly prepare: (field: RaceField, n: number) => Promise<Round>;
  /** Requests that succeed, of all. */
  readonly expected: number;
  /** Error codes of the others, or `replayed`. */
  readonly refusals: readonly string[];
}

const payment = (id: SessionId): RaceRequest => ({
  method: "POST",
  path: `/session/${id}/payment`,
});

/** The races, by name. */
export const RACES = {
  "uses of a coupon": {
    prepare: async (field, n) => {
      const coupon = await putCoupon(field, n, { usageLimit: UNITS });
      const sessions = await openSessions(field, RACERS);
      await enterCode(field, sessions, coupon);
      return {
        requests: sessions.map(payment),
        stored: async () =>
          (await field.store.coupons.usage([coupon.id], null)).get(coupon.id)?.used ?? 0,
      };
    },
    expected: UNITS,
    refusals: ["error.coupon-limit-reached"],
  },
  "uses of a coupon by a customer": {
    prepare: async (field, n) => {
      const coupon = await putCoupon(field, n, { usageLimitPerCustomer: UNITS });
      const customer = await addCustomer(field, n);
      const sessions = await openSessionsOf(field, RACERS, customer);
      await enterCode(field, sessions, coupon);
      return {
        requests: sessions.map(payment),
        stored: async () =>
          (await field.store.coupons.usage([coupon.id], customer.id)).get(coupon.id)
            ?.usedByCustomer ?? 0,
      };
    },
    expected: UNITS,
    refusals: ["error.coupon-limit-reached"],
  },
  "last units of two variants, named in both orders": {
    prepare: async (field, n) => {
      const { store, shop: { merchantId } } = field;
      const productId = int64(10 * n + 1000);
      const ids = [int64(10 * n + 1001), int64(10 * n + 1002)];
      const variants = ids.map((variantId) =>
        aVariant({ variantId, productId, inventoryQuantity: UNITS })
      );
      const product = aProduct({ id: EFFECTS.newId(), productId, variants });
      await store.commit([{ kind: "product.put", merchantId, product }]);
      const lines = ids.map((id) => ({
        product_id: Number(productId),
        variant_id: Number(id),
        quantity: 1,
      }));
      const sessions = await openSessions(
        field,
        RACERS,
        (racer) => racer % 2 === 0 ? lines : lines.toReversed(),
      );
      return {
        requests: sessions.map(payment),
        stored: async () => {
          const left = [...(await store.catalog.variants(merchantId, ids)).values()]
            .map(({ variant }) => variant.inventoryQuantity);
          assert.equal(left[0], left[1]);
          return UNITS - (left[0] ?? 0);
        },
      };
    },
    expected: UNITS,
    refusals: ["error.out-of-stock"],
  },
  "coins of a customer": {
    prepare: async (field, n) => {
      const customer = await addCustomer(field, n);
      const sessions = await openSessionsOf(field, RACERS, customer);
      await Promise.all(sessions.map((id, racer) =>
        sendWell(field, racer, {
          method: "PUT",
          path: `/session/${id}/coins`,
          data: { coins: COINS },
        })
      ));
      return {
        requests: sessions.map(payment),
        stored: async () =>
          ((await field.store.customers.find(customer.id))?.balances.PROCESSING ?? 0) / COINS,
      };
    },
    expected: UNITS,
    refusals: ["error.coins-not-available", "error.price-changed"],
  },
  "the opening balance, of orders that are cancelled": {
    prepare: async (field, n) => {
      const customer = await addCustomer(field, n);
      const orders = await openSessionsOf(field, RACERS, customer);
      const balance = async () => {
        const { balances, debt } = (await field.store.customers.find(customer.id))!;
        return balances.AVAILABLE - debt;
      };
      const opening = await balance();
      const pay = async (id: SessionId, racer: number) => {
        const { payment: { payment_id, amount } } = await sendWell(field, racer, payment(id));
        const data = { status: "PAID", amount, reference: `${n}-${racer}` };
        await sendWell(field, racer, {
          method: "POST",
          path: `/session/${id}/payment/${payment_id}/result`,
          data,
        });
      };
      await Promise.all(orders.slice(0, -SPENDERS).map(pay));
      // The last ones spend what the others have earned, so that some is not there to take back.
      for (const [i, id] of orders.slice(-SPENDERS).entries()) {
        const coins = Math.min(await balance(), WORTH);
        await sendWell(field, i, { method: "PUT", path: `/session/${id}/coins`, data: { coins } });
        await pay(id, RACERS + i);
      }
      return {
        requests: orders.map((id) => ({ method: "POST", path: `/session/${id}/cancel`, data: {} })),
        stored: async () => {
          assert.equal(await balance(), opening);
          return await countSessions(field, orders, ({ order }) => order?.cancellation != null);
        },
      };
    },
    expected: RACERS,
    refusals: [],
  },
  "a one-time code after a pause": {
    prepare: async (field, n) => {
      const sessions = await openSessions(field, RACERS);
      const data = { phone: phoneOf(n) };
      return {
        requests: sessions.map((id) => ({ method: "POST", path: `/session/${id}/otp`, data })),
        stored: () => countSessions(field, sessions, ({ otp }) => otp.challenge !== null),
      };
    },
    expected: 1,
    refusals: ["error.otp-rate-limited"],
  },
  "the reference of a payment": {
    prepare: async (field, n) => {
      const sessions = await openSessions(field, RACERS);
      const requests = await Promise.all(sessions.map(async (id, racer): Promise<RaceRequest> => {
        const { payment: { payment_id, amount } } = await sendWell(field, racer, payment(id));
        const data = { status: "PAID", amount, reference: `pay_${n}` };
        return { method: "POST", path: `/session/${id}/payment/${payment_id}/result`, data };
      }));
      return {
        requests,
        stored: () => countSessions(field, sessions, ({ state }) => state.session === "COMPLETED"),
      };
    },
    expected: 1,
    refusals: ["error.payment-reference-used"],
  },
  "one Idempotency-Key": {
    prepare: async (field, n) => {
      const { store, shop: { merchantId } } = field;
      const count = async () =>
        (await store.sessions.counts(merchantId)).reduce((sum, { count }) => sum + count, 0);
      const before = await count();
      const request = { ...createRequest(), headers: { "idempotency-key": `cart-${n}` } };
      return {
        requests: Array.from({ length: RACERS }, () => request),
        stored: async () => await count() - before,
      };
    },
    expected: 1,
    refusals: ["replayed", "error.idempotency-in-progress"],
  },
} as const satisfies Record<string, Race>;

/** Name of a race. */
export type RaceName = keyof typeof RACES;

/** The names of all races. */
export const RACE_NAMES = Object.keys(RACES) as RaceName[];

/** Runs rounds of a race one after another: exactly as many have it as there is, in each round. */
export async function runRace(
  field: RaceField,
  name: RaceName,
  rounds: number,
): Promise<void> {
  const race: Race = RACES[name];
  for (let round = 0; round < rounds; round++) {
    const { requests, stored } = await race.prepare(field, nextRound++);
    const answers = await Promise.all(requests.map((request, n) => send(field, n, request)));
    const refused = answers.filter(({ code }) => code !== null);
    const codes = new Set(refused.map(({ status, code }) => status < 500 ? code : `${status}`));
    const other = [...codes].filter((code) => !race.refusals.includes(code ?? ""));
    assert.deepEqual(other, [], name);
    assert.equal(answers.length - refused.length, race.expected, `${name}, round ${round}`);
    assert.equal(await stored(), race.expected, `${name} in the database, round ${round}`);
  }
}

/** Rounds have coupons, customers and products of their own. */
let nextRound = 0;
