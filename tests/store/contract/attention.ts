import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { Delivery } from "../../../src/domain/shop/webhook.ts";
import type { UnexpectedPayment } from "../../../src/domain/session/payment.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { aProduct, aVariant, int64, NOW, uuid } from "../../support/builders.ts";
import { aPayment } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  M1,
  M2,
  PENDING,
  putMerchant,
  putOther,
  putSession,
  sid,
} from "../support.ts";

/** A product with variants that have so many units left. */
function stocked(n: number, units: readonly (number | null)[], over = {}): Change {
  const product = aProduct({
    productId: int64(n),
    id: uuid(500 + n),
    title: `Product ${n}`,
    variants: units.map((inventoryQuantity, i) =>
      aVariant({
        productId: int64(n),
        variantId: int64(n * 10 + i),
        title: `Variant ${i}`,
        inventoryQuantity,
        inventoryPolicy: "deny",
        ...over,
      })
    ),
  });
  return { kind: "product.put", merchantId: M1, product };
}

/** Contract of the port: problems of a shop. */
export function attentionContract(promised: Promised): void {
  promised(
    "attention.lowStock() lists variants that will sell out, the lowest first",
    async (store) => {
      const wanted = { units: 5, limit: 2 };
      assert.deepEqual(await store.attention.lowStock(M1, wanted), { count: 0, lowest: [] });
      await store.commit([
        putMerchant,
        putOther,
        stocked(1, [6, 5, null]),
        stocked(2, [0, 1_000]),
        stocked(3, [-2]),
        stocked(4, [0], { inventoryPolicy: "continue" }),
      ]);
      const { count, lowest } = await store.attention.lowStock(M1, wanted);
      assert.equal(count, 3);
      assert.deepEqual(lowest, [
        {
          productId: int64(3),
          variantId: int64(30),
          product: "Product 3",
          variant: "Variant 0",
          available: -2,
        },
        {
          productId: int64(2),
          variantId: int64(20),
          product: "Product 2",
          variant: "Variant 0",
          available: 0,
        },
      ]);
      assert.deepEqual(await store.attention.lowStock(M2, wanted), { count: 0, lowest: [] });
    },
  );

  promised(
    "attention.endpoints() counts deliveries that wait and those given up",
    async (store) => {
      const [good, bad, off, test] = [70, 71, 72, 73].map((n) =>
        anEndpoint({
          id: uuid(n),
          createdAt: NOW + n,
          ...(n === 72 && { disabledAt: NOW }),
          ...(n === 73 && { livemode: false }),
        })
      );
      assert.ok(good && bad && off && test);
      await store.commit([
        putMerchant,
        putOther,
        ...[good, bad, test].map((endpoint) => ({ kind: "webhook.put" as const, endpoint })),
        { kind: "webhook.put", endpoint: { ...off, disabledAt: null } },
        ...[1, 2, 3, 4].map((n) => ({ kind: "event.add" as const, event: anEvent(n) })),
        { kind: "webhook.put", endpoint: off },
      ]);
      const tried = (n: number, endpointId: string, over: Partial<Delivery>): Change => ({
        kind: "delivery.put",
        delivery: {
          eventId: anEvent(n).id,
          endpointId,
          state: "PENDING",
          attempts: 1,
          nextAt: NOW + 1000,
          lastStatus: 503,
          lastError: "HTTP 503",
          batchId: null,
          updatedAt: NOW,
          ...over,
        },
      });
      await store.commit([
        ...[1, 2, 3, 4].map((n) => tried(n, good.id, { state: "DELIVERED" })),
        tried(1, bad.id, {}),
        tried(2, bad.id, { state: "FAILED", updatedAt: NOW - 1 }),
        tried(3, bad.id, { state: "FAILED" }),
      ]);
      const { kind, url } = good;
      assert.deepEqual(await store.attention.endpoints(M1, NOW), [
        { id: bad.id, kind, url, isDisabled: false, waiting: 1, failed: 1 },
        { id: off.id, kind, url, isDisabled: true, waiting: 4, failed: 0 },
      ]);
      assert.deepEqual(await store.attention.endpoints(M2, NOW), []);
    },
  );

  promised("attention.unexpectedPayments() counts open live ones of one shop", async (store) => {
    const unexpected = (n: number, over: Partial<UnexpectedPayment> = {}): Change => ({
      kind: "unexpected.add",
      unexpected: {
        id: uuid(850 + n),
        merchantId: M1,
        livemode: true,
        sessionId: sid(1),
        paymentId: uuid(800 + n),
        reference: "pay_1",
        amount: "1.00",
        currencyCode: "INR",
        reason: "error.payment-mismatch",
        message: "The amount must be 2.00 INR, got 1.00 INR",
        at: NOW,
        keyId: null,
        count: 1,
        resolution: null,
        ...over,
      },
    });
    await store.commit([
      putMerchant,
      putOther,
      unexpected(1),
      unexpected(2),
      unexpected(3, { livemode: false }),
      unexpected(4, { merchantId: M2 }),
    ]);
    assert.equal(await store.attention.unexpectedPayments(M1), 2);
    const resolution = { at: NOW, note: "Paid back" };
    await store.commit([{ kind: "unexpected.resolve", id: uuid(851), merchantId: M1, resolution }]);
    assert.equal(await store.attention.unexpectedPayments(M1), 1);
  });

  promised(
    "attention.awaitedPayments() counts manual payments that hold, and the first due",
    async (store) => {
      const paying = (n: number, dueAt: number, over: Partial<CheckoutSession> = {}) => [
        addSession(aSession(n, over)),
        putSession(
          aSession(n, { version: 2, state: PENDING, payment: aPayment({ dueAt }), ...over }),
        ),
      ];
      assert.deepEqual(await store.attention.awaitedPayments(M1), { count: 0, firstDueAt: null });
      await store.commit([
        putMerchant,
        putOther,
        ...paying(1, NOW + 9),
        ...paying(2, NOW + 5),
        ...paying(3, NOW + 1, { merchantId: M2 }),
        ...paying(4, NOW + 1, { livemode: false }),
      ]);
      const awaited = { count: 2, firstDueAt: NOW + 5 };
      assert.deepEqual(await store.attention.awaitedPayments(M1), awaited);
    },
  );

  promised(
    "attention.refused() sums what limits refused in the hours from a time on",
    async (store) => {
      const hour = 3_600_000;
      const refused = (
        refusal: "carts" | "cartsPerLink",
        n: number,
        count: number,
        merchantId = M1,
      ): Change => ({
        kind: "limit.refused",
        merchantId,
        refusal,
        hour: n * hour,
        count,
      });
      await store.commit([putMerchant, putOther, refused("carts", 1, 9)]);
      await store.commit([refused("carts", 2, 1), refused("cartsPerLink", 2, 3)]);
      await store.commit([refused("carts", 2, 4), refused("carts", 3, 1, M2)]);
      const since = async (n: number) => await store.attention.refused(M1, n * hour);
      assert.deepEqual(await since(2), [
        { refusal: "carts", count: 5 },
        { refusal: "cartsPerLink", count: 3 },
      ]);
      assert.deepEqual((await since(1))[0], { refusal: "carts", count: 14 });
      await store.commit([{ kind: "limit.purge", before: 2 * hour }]);
      assert.deepEqual((await since(0))[0], { refusal: "carts", count: 5 });
      await store.commit([{ kind: "merchant.remove", merchantId: M1 }]);
      assert.deepEqual(await since(0), []);
    },
  );
}
