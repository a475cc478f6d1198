import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  afterAttempt,
  type Attempt,
  type Delivery,
  RETRY_DELAYS_MS,
  webhookBody,
} from "../../../src/domain/shop/webhook.ts";
import { runs } from "../../support/arbitraries.ts";
import { aMerchant, NOW, SESSION_ID, uuid } from "../../support/builders.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function aDelivery(over: Partial<Delivery> = {}): Delivery {
  return Object.freeze({
    eventId: uuid(60),
    endpointId: uuid(70),
    state: "PENDING",
    attempts: 0,
    nextAt: NOW - 1,
    lastStatus: null,
    lastError: "",
    batchId: null,
    updatedAt: NOW - 1,
    ...over,
  });
}

function answered(status: number | null, over: Partial<Attempt> = {}): Attempt {
  return {
    status,
    error: status === null ? "no answer" : `HTTP ${status}`,
    retryAfterMs: null,
    ...over,
  };
}

/** The pause after an attempt that was answered 500, the `attempts`th to fail. */
function pause(
  attempts: number,
  { jitter = 0, retryAfterMs = null as number | null } = {},
): number {
  const delivery = aDelivery({ attempts: attempts - 1 });
  return afterAttempt(delivery, answered(500, { retryAfterMs }), { now: NOW, jitter }).nextAt - NOW;
}

Deno.test("RETRY_DELAYS_MS are 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h", () => {
  const expected = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];
  deepEqual(RETRY_DELAYS_MS, expected);
});

Deno.test("afterAttempt() delivers by any 2xx and forgets the error", () => {
  for (const status of [200, 201, 202, 204, 299]) {
    const before = aDelivery({ attempts: 2, lastStatus: 500, lastError: "HTTP 500" });
    deepEqual(afterAttempt(before, answered(status), { now: NOW, jitter: 1 }), {
      ...before,
      state: "DELIVERED",
      attempts: 3,
      lastStatus: status,
      lastError: "",
      updatedAt: NOW,
    });
  }
});

Deno.test("afterAttempt() tries again after anything else", () => {
  for (const status of [null, 100, 199, 300, 301, 400, 401, 404, 408, 429, 500, 503]) {
    deepEqual(afterAttempt(aDelivery(), answered(status), { now: NOW, jitter: 0 }), {
      ...aDelivery(),
      attempts: 1,
      nextAt: NOW + 5 * SECOND,
      lastStatus: status,
      lastError: status === null ? "no answer" : `HTTP ${status}`,
      updatedAt: NOW,
    });
  }
});

Deno.test("afterAttempt() waits longer after each attempt and has failed after the eighth", () => {
  let delivery = aDelivery();
  let now = NOW;
  const pauses: number[] = [];
  while (delivery.state === "PENDING") {
    delivery = afterAttempt(delivery, answered(503), { now, jitter: 0 });
    if (delivery.state === "PENDING") pauses.push(delivery.nextAt - now);
    now = delivery.nextAt;
  }
  deepEqual(pauses, RETRY_DELAYS_MS);
  deepEqual([delivery.state, delivery.attempts, delivery.lastError], ["FAILED", 8, "HTTP 503"]);
});

Deno.test("afterAttempt() gives up at once when the endpoint is gone", () => {
  const after = afterAttempt(aDelivery(), answered(410), { now: NOW, jitter: 0 });
  deepEqual([after.state, after.attempts, after.lastStatus, after.lastError], [
    "FAILED",
    1,
    410,
    "HTTP 410",
  ]);
});

Deno.test("afterAttempt() lengthens a pause by up to a fifth", () => {
  equal(pause(1, { jitter: 0.5 }), 5_500);
  equal(pause(1, { jitter: 1 }), 6_000);
  equal(pause(5, { jitter: 0.25 }), 63 * MINUTE);
  equal(pause(7, { jitter: 0.1 }), 24 * HOUR + 28.8 * MINUTE);
  equal(pause(1, { jitter: 0.000_05 }), 5_000); // Whole milliseconds.
});

Deno.test("afterAttempt() waits for as long as the receiver asked, up to a day", () => {
  equal(pause(1, { retryAfterMs: 90 * SECOND }), 90 * SECOND);
  equal(pause(1, { retryAfterMs: 90 * SECOND, jitter: 1 }), 90 * SECOND);
  equal(pause(1, { retryAfterMs: 24 * HOUR }), 24 * HOUR);
  equal(pause(1, { retryAfterMs: 25 * HOUR }), 24 * HOUR);
});

Deno.test("afterAttempt() comes no sooner because the receiver asked for less", () => {
  equal(pause(3, { retryAfterMs: SECOND }), 2 * MINUTE);
  equal(pause(3, { retryAfterMs: 0 }), 2 * MINUTE);
  equal(pause(3, { retryAfterMs: -HOUR }), 2 * MINUTE);
});

Deno.test("afterAttempt() counts one attempt, never goes back, and leaves its input alone", () => {
  const attempts = fc.record({
    status: fc.option(fc.integer({ min: 100, max: 599 })),
    error: fc.constant("failed"),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 1e12 })),
  });
  const property = fc.property(
    attempts,
    fc.nat({ max: 9 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    (attempt, count, jitter) => {
      const before = aDelivery({ attempts: count });
      const after = afterAttempt(before, attempt, { now: NOW, jitter });
      equal(after.attempts, count + 1);
      if (after.state !== "PENDING") return;
      ok(Number.isSafeInteger(after.nextAt));
      ok(after.nextAt >= NOW + RETRY_DELAYS_MS[count]!);
      ok(after.nextAt <= NOW + 1.2 * 24 * HOUR);
    },
  );
  fc.assert(property, runs(300));
});

Deno.test("webhookBody() is type, timestamp and data, the same whenever it is written", () => {
  const event = {
    id: uuid(60),
    merchantId: aMerchant().id,
    sessionId: SESSION_ID,
    type: "payment.paid",
    at: NOW,
    data: { amount_paid: "698.00", payment_id: null },
  } as const;
  equal(
    webhookBody(event),
    '{"type":"payment.paid","timestamp":"2026-01-02T03:04:05.000Z",' +
      '"data":{"amount_paid":"698.00","payment_id":null}}',
  );
  equal(webhookBody(event), webhookBody({ ...event }));
});
