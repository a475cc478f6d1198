/** What the client does without a server: repeats, keys, events, types. */
import { CheckoutError, createCheckoutClient, dataOf, parseEvent } from "checkoutd-client";
import assert from "node:assert/strict";

const created = { status: "SUCCESS", data: { session_id: "1", merchant_id: "2" } };
const body = {
  data: { shop_domain: "a.example", items: [{ product_id: "1", variant_id: "2", quantity: 1 }] },
};

/** A client of a server that answers in this order; null is a failed connection. */
function clientOf(...answers: readonly (Response | null)[]) {
  const sent: { readonly key: string | null; readonly text: string }[] = [];
  const waits: number[] = [];
  const checkout = createCheckoutClient({
    baseUrl: "http://127.0.0.1:1",
    apiKey: "ck_live_x",
    async fetch(request) {
      const answer = answers[sent.length];
      sent.push({ key: request.headers.get("Idempotency-Key"), text: await request.text() });
      if (answer instanceof Response) return answer;
      throw new TypeError("connection refused");
    },
    wait(ms) {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  return { checkout, sent, waits };
}

function failure(status: number, headers: Record<string, string> = {}): Response {
  const code = "error.unavailable";
  return Response.json({ status: "FAILURE", error: { code, message: "Later" } }, {
    status,
    headers,
  });
}

Deno.test("a request is repeated with the same key and body", async () => {
  const { checkout, sent, waits } = clientOf(
    null,
    failure(503, { "Retry-After": "1" }),
    Response.json(created),
  );
  assert.deepEqual(await dataOf(checkout.POST("/session", { body })), created.data);
  assert.deepEqual(waits, [200, 1000]);
  assert.equal(sent.length, 3);
  assert.match(sent[0]?.key ?? "", /^[\da-f-]{36}$/);
  for (const again of sent) assert.deepEqual(again, sent[0]);
  assert.match(sent[0]?.text ?? "", /"product_id":1,"variant_id":2,/);
});

Deno.test("a request is repeated twice at most, and not after a long Retry-After", async () => {
  const down = clientOf(null, null, null);
  await assert.rejects(dataOf(down.checkout.POST("/session", { body })), TypeError);
  assert.equal(down.sent.length, 3);
  const limited = clientOf(failure(429, { "Retry-After": "30" }));
  await assert.rejects(dataOf(limited.checkout.POST("/session", { body })), (error) => {
    assert.ok(error instanceof CheckoutError);
    assert.deepEqual([error.status, error.retryAfterSeconds], [429, 30]);
    return true;
  });
  const refused = clientOf(failure(409));
  assert.equal((await refused.checkout.POST("/session", { body })).response.status, 409);
});

Deno.test("an answer of something else has no code", async () => {
  const page = new Response("<h1>Bad gateway</h1>", { status: 500 });
  await assert.rejects(dataOf(clientOf(page).checkout.POST("/session", { body })), (error) => {
    assert.ok(error instanceof CheckoutError);
    assert.deepEqual([error.status, error.code], [500, null]);
    return true;
  });
});

Deno.test("parseEvent() keeps the digits of ids", () => {
  const event = parseEvent(
    '{"type":"session.completed","timestamp":"2026-01-01T00:00:00Z","data":{"order":{"shortfall":' +
      '{"units":[{"product_id":9223372036854775807,"variant_id":1,"quantity":2}]}}}}',
  );
  assert.equal(event.type, "session.completed");
  if (event.type !== "session.completed") return;
  assert.equal(event.data.order.shortfall?.units[0]?.product_id, "9223372036854775807");
});

/** Never called: each line is refused by the types. */
export async function misuses(): Promise<void> {
  const { checkout } = clientOf();
  const params = { path: { id: "1" } };
  const items = [{ product_id: 1, variant_id: "1", quantity: 1 }];
  // @ts-expect-error an id is text
  await checkout.POST("/session", { body: { data: { shop_domain: "", items } } });
  // @ts-expect-error no such path
  await checkout.POST("/sessions", { body });
  // @ts-expect-error the body is required
  await checkout.PUT("/session/{id}/items", { params });
  const cash = { data: { method: "CASH" } };
  // @ts-expect-error not a method of payment
  await checkout.PUT("/session/{id}/payment-method", { params, body: cash });
  const session = await dataOf(checkout.GET("/session/{id}", { params }));
  // @ts-expect-error an id is text
  session.items[0]?.product_id.toFixed();
}
