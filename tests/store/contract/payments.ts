import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import type { UnexpectedPayment } from "../../../src/domain/session/payment.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther, sid } from "../support.ts";

function take(over: Partial<Extract<Change, { readonly kind: "reference.take" }>> = {}): Change {
  return {
    ...{ kind: "reference.take", merchantId: M1, livemode: true, reference: "pay_1/é" } as const,
    ...{ sessionId: sid(1), paymentId: uuid(800), ...over },
  };
}

/** A PAID result without an order. */
export function anUnexpected(over: Partial<UnexpectedPayment> = {}): UnexpectedPayment {
  return {
    id: uuid(850),
    merchantId: M1,
    livemode: true,
    sessionId: sid(1),
    paymentId: uuid(800),
    reference: "pay_1/é",
    amount: "598.20",
    currencyCode: "INR",
    reason: "error.payment-mismatch",
    message: "The amount must be 598.20 INR, got 1.00 INR",
    at: NOW,
    keyId: null,
    count: 1,
    resolution: null,
    ...over,
  };
}

function add(over: Partial<UnexpectedPayment> = {}): Change {
  return { kind: "unexpected.add", unexpected: anUnexpected(over) };
}

/** Contract of the port: payment references and unexpected results. */
export function paymentContract(promised: Promised): void {
  promised(
    "reference.take is refused for a reference that the merchant has used",
    async (store) => {
      await store.commit([putMerchant, putOther, take()]);
      const again = take({ sessionId: sid(2), paymentId: uuid(801) });
      await assertRefused(store.commit([again]), again, /^Payment reference is used: pay_1\/é$/);
      // Other merchants may use it, and it is compared as it was sent.
      await store.commit([
        take({ merchantId: M2, sessionId: sid(3) }),
        take({ reference: "PAY_1/é" }),
      ]);
      const payment = { sessionId: sid(1), paymentId: uuid(800) };
      const of = (merchantId: typeof M1, livemode: boolean, reference: string) =>
        store.payments.ofReference(merchantId, livemode, reference);
      assert.deepEqual(await of(M1, true, "pay_1/é"), payment);
      assert.deepEqual(await of(M2, true, "pay_1/é"), { ...payment, sessionId: sid(3) });
      assert.equal(await of(M1, false, "pay_1/é"), null);
      assert.equal(await of(M2, true, "PAY_1/é"), null);
    },
  );

  promised(
    "unexpected.add records a result once, whatever its id, reason and time",
    async (store) => {
      await store.commit([putMerchant, putOther, add()]);
      assert.deepEqual(await store.payments.find(uuid(850)), anUnexpected());
      assert.equal(await store.payments.find(uuid(851)), null);
      const again = add({ id: uuid(851), reason: "error.invalid-state", at: NOW + 1 });
      await assertRefused(store.commit([again]), again, /^Payment result is recorded: /);
      const others: Partial<UnexpectedPayment>[] = [
        { merchantId: M2 },
        { sessionId: sid(2) },
        { paymentId: uuid(801) },
        { reference: "pay_2" },
        { amount: null },
        { currencyCode: "USD" },
      ];
      for (const [i, over] of others.entries()) {
        const one = { ...over, id: uuid(860 + i), at: NOW + 1 + i };
        await store.commit([add(one)]);
        assert.deepEqual(await store.payments.find(one.id), anUnexpected(one));
      }
    },
  );

  promised(
    "payments.unexpected() lists the newest first, of one merchant, open ones",
    async (store) => {
      await store.commit([putMerchant, putOther]);
      for (let n = 1; n <= 4; n++) {
        const merchantId = n === 2 ? M2 : M1;
        await store.commit([
          add({ id: uuid(850 + n), merchantId, reference: `r${n}`, at: NOW + n }),
        ]);
      }
      const resolution = { at: NOW + 9, note: "refunded" };
      await store.commit([{
        kind: "unexpected.resolve",
        id: uuid(853),
        merchantId: M1,
        resolution,
      }]);
      const list = async (open: boolean, limit: number, merchantId?: typeof M1) =>
        (await store.payments.unexpected({
          ...NO_UNEXPECTED_FILTER,
          open,
          ...(merchantId && { merchantId }),
        }, { limit }))
          .map(({ reference }) => reference);
      assert.deepEqual(await list(false, 9), ["r4", "r3", "r2", "r1"]);
      assert.deepEqual(await list(true, 9), ["r4", "r2", "r1"]);
      assert.deepEqual(await list(true, 9, M1), ["r4", "r1"]);
      assert.deepEqual(await list(false, 2, M1), ["r4", "r3"]);
      assert.deepEqual((await store.payments.find(uuid(853)))?.resolution, resolution);
      assert.equal(await store.health.openUnexpectedPayments(), 3);
    },
  );

  promised(
    "payments.ofProvider() finds what no key reported, of one merchant and mode",
    async (store) => {
      await store.commit([putMerchant, putOther]);
      await store.commit([
        add({ id: uuid(851), reference: "ch_1", keyId: null }),
        add({ id: uuid(852), reference: "ch_2", keyId: "one" }),
      ]);
      const of = async (merchantId: typeof M1, livemode: boolean, reference: string) =>
        (await store.payments.ofProvider(merchantId, livemode, reference))?.id ?? null;
      assert.equal(await of(M1, true, "ch_1"), uuid(851));
      assert.equal(await of(M1, true, "ch_2"), null);
      assert.equal(await of(M1, false, "ch_1"), null);
      assert.equal(await of(M2, true, "ch_1"), null);
    },
  );

  promised(
    "unexpected.add joins the open ones of unknown payments of its key and day",
    async (store) => {
      await store.commit([putMerchant, putOther]);
      const DAY = 86_400_000;
      const midnight = NOW - NOW % DAY;
      let n = 0;
      const unknown = (over: Partial<UnexpectedPayment>): Change => {
        const unexpected = { ...anUnexpected(), keyId: "one", at: midnight, ...over };
        const id = uuid(870 + n++);
        return {
          kind: "unexpected.add",
          unexpected: { ...unexpected, id, reference: `r${n}` },
          isUnknown: true,
        };
      };
      const rows = async (open = true) =>
        (await store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open, grouped: true }, {
          limit: 99,
        }))
          .map(({ reference, count }) => [reference, count]);
      await store.commit([
        unknown({}),
        unknown({ at: midnight + DAY - 1 }),
        unknown({ at: midnight + DAY }),
        unknown({ at: midnight + DAY + 1, keyId: "two" }),
        unknown({ at: midnight + DAY + 2, merchantId: M2 }),
        add({ at: midnight + DAY + 3 }),
      ]);
      await store.commit([unknown({ at: midnight + DAY + 4 })]);
      const days = [["pay_1/é", 1], ["r5", 1], ["r4", 1], ["r3", 2], ["r1", 2]];
      assert.deepEqual(await rows(), days);
      assert.equal(
        (await store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: true }, { limit: 99 }))
          .length,
        7,
      );
      assert.equal(await store.payments.openCount(M1, true), 6);
      assert.equal(await store.payments.openCount(null, true), 7);
      assert.equal(await store.payments.groupSize(uuid(875), 9), 2);
      assert.equal(await store.payments.groupSize(uuid(875), 1), 1);
      const resolution = { at: NOW, note: "a wrong program" };
      await store.commit([{
        kind: "unexpected.resolve",
        id: uuid(872),
        merchantId: M1,
        resolution,
      }]);
      assert.deepEqual((await store.payments.find(uuid(875)))?.resolution, resolution);
      assert.equal(await store.payments.openCount(M1, true), 4);
      await store.commit([unknown({ at: midnight + DAY + 5 })]);
      assert.deepEqual((await rows())[0], ["r7", 1]);
      assert.equal((await rows(false)).length, 6);
    },
  );

  promised(
    "unexpected.resolve is refused for a record that is resolved or not known",
    async (store) => {
      await store.commit([putMerchant, add()]);
      const resolve = (id: string): Change => ({
        kind: "unexpected.resolve",
        merchantId: M1,
        id,
        resolution: { at: NOW + 1, note: "refunded" },
      });
      await store.commit([resolve(uuid(850))]);
      for (const change of [resolve(uuid(850)), resolve(uuid(851))]) {
        await assertRefused(
          store.commit([change]),
          change,
          /^Unexpected payment is resolved or not known: /,
        );
      }
      assert.equal(await store.health.openUnexpectedPayments(), 0);
    },
  );
}
