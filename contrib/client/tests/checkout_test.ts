/** A whole checkout through the client; `CHECKOUTD_URL` and `CHECKOUTD_KEY` name the server. */
import { CheckoutError, createCheckoutClient, dataOf } from "checkoutd-client";
import assert from "node:assert/strict";

const HIGHEST = "9223372036854775807";
const LOWEST = "-9223372036854775808";

const [baseUrl, apiKey] = [Deno.env.get("CHECKOUTD_URL"), Deno.env.get("CHECKOUTD_KEY")];
assert.ok(baseUrl !== undefined && apiKey !== undefined, "tests/contrib/client_test.ts runs this");
const checkout = createCheckoutClient({ baseUrl, apiKey });

/** A session of two lines whose ids no number keeps. */
async function open(): Promise<string> {
  const { session_id } = await dataOf(checkout.POST("/session", {
    body: {
      data: {
        shop_domain: "demo-store.example",
        items: [
          { product_id: HIGHEST, variant_id: LOWEST, quantity: 2, price: 349, title: "Mug" },
          {
            product_id: "9007199254740993",
            variant_id: "1",
            quantity: 1,
            price: 20.5,
            properties: { variant_id: "11022", Engraving: 'For "Asha", {1}' },
          },
        ],
      },
    },
  }));
  return session_id;
}

Deno.test("a checkout from cart to order, with ids digit for digit", async () => {
  const path = { id: await open() };
  const address = await dataOf(checkout.PUT("/session/{id}/address", {
    params: { path },
    body: {
      data: {
        name: "Asha Rao",
        phone: "+919876543210",
        line1: "12 MG Road",
        city: "Bengaluru",
        postal_code: "560001",
        country_code: "IN",
      },
    },
  }));
  assert.deepEqual(
    address.items.map((line) => [line.product_id, line.variant_id, line.variant.variant_id]),
    [[HIGHEST, LOWEST, LOWEST], ["9007199254740993", "1", "1"]],
  );
  assert.deepEqual(address.items[1]?.properties, {
    variant_id: "11022",
    Engraving: 'For "Asha", {1}',
  });
  await dataOf(checkout.PUT("/session/{id}/payment-method", {
    params: { path },
    body: { data: { method: "PREPAID" } },
  }));
  const { payment } = await dataOf(checkout.POST("/session/{id}/payment", { params: { path } }));
  assert.ok(payment);
  const paid = await dataOf(checkout.POST("/session/{id}/payment/{payment_id}/result", {
    params: { path: { ...path, payment_id: payment.payment_id } },
    body: { data: { status: "PAID", amount: payment.amount, reference: "pay_1" } },
  }));
  assert.deepEqual(
    [paid.session_state, paid.payment_state, paid.pricing.amount_paid],
    ["COMPLETED", "PAID", 718.5],
  );
  assert.match(paid.order?.number ?? "", /^[0-9A-Z-]{9}$/);
  const read = await dataOf(checkout.GET("/session/{id}", { params: { path } }));
  assert.deepEqual(read.items, paid.items);
});

Deno.test("an error has its code, status and request id", async () => {
  const id = await open();
  const call = checkout.POST("/session/{id}/coupons", {
    params: { path: { id } },
    body: { data: { code: "NOSUCH" } },
  });
  await assert.rejects(dataOf(call), (error) => {
    assert.ok(error instanceof CheckoutError);
    assert.deepEqual([error.status, error.code], [404, "error.coupon-not-found"]);
    assert.match(error.requestId ?? "", /^[\w-]+$/);
    assert.equal(error.retryAfterSeconds, null);
    return true;
  });
});

Deno.test("an id that is no number is refused by the name of its field", async () => {
  const { error } = await checkout.POST("/session", {
    body: {
      data: {
        shop_domain: "demo-store.example",
        items: [{ product_id: "9223372036854775808", variant_id: "1", quantity: 1, price: 1 }],
      },
    },
  });
  assert.match(error?.error.message ?? "", /data\.items\[0\]\.product_id/);
});

Deno.test("a repeat with the same Idempotency-Key does nothing twice", async () => {
  const header = { "Idempotency-Key": crypto.randomUUID() };
  const body = {
    data: {
      shop_domain: "demo-store.example",
      items: [{ product_id: HIGHEST, variant_id: "1", quantity: 1, price: 1 }],
    },
  };
  const first = await checkout.POST("/session", { params: { header }, body });
  const second = await checkout.POST("/session", { params: { header }, body });
  assert.deepEqual(second.data, first.data);
  assert.equal(second.response.headers.get("Idempotent-Replayed"), "true");
});
