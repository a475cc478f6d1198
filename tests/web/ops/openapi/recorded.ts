/** Records the examples of the OpenAPI document from the demo shop. */
import assert from "node:assert/strict";
import { DEMO_CART } from "../../../../src/demo/demo.ts";
import type { ErrorCode } from "../../../../src/domain/errors.ts";
import type { CheckoutEvent } from "../../../../src/domain/events.ts";
import { NO_SESSION_FILTER } from "../../../../src/domain/filters.ts";
import { hourlyEvent } from "../../../../src/domain/limit_crossed.ts";
import { manyUnknownEvent } from "../../../../src/domain/many_unknown.ts";
import { lastHours } from "../../../../src/domain/shop/hourly.ts";
import { webhookBody } from "../../../../src/domain/shop/webhook.ts";
import type { Examples } from "../../../../src/web/ops/openapi/examples.ts";
import { codesOf } from "../../../../src/web/ops/openapi/failures.ts";
import { isDocumented } from "../../../../src/web/operation.ts";
import { createOperations } from "../../../../src/web/operations.ts";
import { anEndpoint } from "../../../support/webhooks.ts";
import { dispute } from "../../../support/disputes.ts";
import { DemoScene, type DemoSession, failureOf, PHONE } from "./demo_scene.ts";
import { ADDRESS, REFUSED } from "./recorded_failures.ts";
import { RULED } from "./recorded_rules.ts";
import { OPERATOR } from "../../../support/operator.ts";

/** Every example of the document: the same on each machine, as clock, ids and randomness are. */
export async function recordExamples(): Promise<Examples> {
  const events: Record<string, unknown> = {};
  const answers: Record<string, unknown> = {};
  await DemoScene.run(async (scene) => {
    await recordSteps(scene, answers);
    for (
      const { id } of (await scene.world.store.sessions.list(NO_SESSION_FILTER, { limit: 100 }))
        .rows
    ) {
      for (const event of await scene.world.store.sessions.events(id)) {
        events[event.type] ??= JSON.parse(webhookBody(asSent(event, scene.lastCode())));
      }
    }
    const { key: { id: keyId, merchantId }, clock } = scene.world;
    const at = clock.now();
    const crossed = {
      limit: "ordersHourly",
      hour: lastHours(at)[0],
      count: 61,
      expected: 60,
    } as const;
    for (
      const event of [
        manyUnknownEvent({ merchantId, livemode: true, at, keyId }),
        hourlyEvent(merchantId, crossed, at),
      ]
    ) events[event.type] = JSON.parse(webhookBody(event));
  });
  const failures: Record<string, unknown> = {};
  for (const code of await answeredCodes()) {
    const refused = REFUSED[code] ?? RULED[code];
    assert.ok(refused, `No example of ${code}: add how it comes about to recorded_failures.ts`);
    await DemoScene.run(async (scene) => {
      failures[code] = failureOf(code, await refused(await scene.open(), scene));
    }, TIGHT[code]);
  }
  return { answers, failures, events };
}

/** A page of the checkout, with a token that no server has made. */
const RECOVERY_URL =
  "https://pay.demo-store.example/c/recover/AAAAAAAAcACAAAAAAAAAZFnvvvJmXW1oFw4U0cJgRYN0XwQk";

/** An event with the parts that are not stored: a code without an endpoint, a recovery link. */
function asSent(event: CheckoutEvent, otp: string): CheckoutEvent {
  const parts: Partial<Record<CheckoutEvent["type"], Record<string, unknown>>> = {
    "otp.requested": { otp },
    "session.idle": { recovery_url: RECOVERY_URL },
  };
  return { ...event, data: { ...event.data, ...parts[event.type] } };
}

/** Limits of the scene where the usual ones are never met. */
const TIGHT: Readonly<Partial<Record<ErrorCode, Parameters<typeof DemoScene.run>[1]>>> = {
  "error.rate-limit-exceeded": { rateLimit: 1 },
  "error.request-timeout": { bodyDeadlineMs: 1 },
  "error.otp-daily-limit": { otpDaily: 1 },
  "error.payment-at-provider": { isDemo: true },
};

/** Codes that the document has, sorted. */
async function answeredCodes(): Promise<ErrorCode[]> {
  const codes = new Set<ErrorCode>();
  await DemoScene.run(({ world: { services } }) => {
    for (const operation of createOperations({ services, version: "0" })) {
      if (!isDocumented(operation)) continue;
      for (const code of codesOf(operation)) codes.add(code);
    }
    return Promise.resolve();
  });
  return [...codes].sort();
}

/** Goods that come back, money that does not, and a dispute. */
async function recordRefunds(
  { world }: DemoScene,
  session: DemoSession,
  keep: (id: string, session: DemoSession, call: string, data?: unknown) => Promise<RefundedJson>,
): Promise<void> {
  const goods = { lines: [{ line: 1, quantity: 1 }], reason: "Does not fit" };
  const { refunds: [first] } = await keep("refundOrder", session, "POST /refund", goods);
  const done = { state: "DONE", reference: "UTR 423817465201" };
  await keep("reportRefundResult", session, `POST /refund/${first!.id}/result`, done);
  const { refunds: [, second] } = await session.step("POST /refund", { amount: 1 });
  const failed = { state: "FAILED", reason: "The account is closed" };
  await session.step(`POST /refund/${second.id}/result`, failed);
  await dispute(world, session.id);
}

/** A page of each list, and an order by its number. */
async function recordLists(
  scene: DemoScene,
  session: DemoSession,
  answers: Record<string, unknown>,
): Promise<void> {
  const { json: { data: { order } } } = await session.send("GET ");
  const paths = {
    listOrders: "/orders?limit=1",
    getOrder: `/orders/${order.number}`,
    listSessions: "/sessions?limit=1",
    listRefunds: "/refunds?limit=1",
    listUnexpectedPayments: "/unexpected-payments?limit=1",
  };
  for (const [id, path] of Object.entries(paths)) {
    const { status, json, text } = await scene.send("GET", path);
    assert.equal(status, 200, `${id}: ${text}`);
    answers[id] = json;
  }
}

interface RefundedJson {
  readonly refunds: readonly { readonly id: string }[];
}

async function recordSteps(scene: DemoScene, answers: Record<string, unknown>): Promise<void> {
  const keep = async (id: string, session: DemoSession, call: string, data?: unknown) => {
    const { status, json, text } = await session.send(call, data);
    assert.equal(status, 200, `${id}: ${text}`);
    answers[id] = json;
    return json.data;
  };
  const created = await scene.send("POST", "/session", { body: DEMO_CART });
  answers["createSession"] = created.json;
  const session = scene.session(created.json.data.session_id);
  const { add_ons: [offer] } = await keep("getSession", session, "GET ");
  await keep("replaceItems", session, "PUT /items", { items: DEMO_CART.data.items });
  await keep("applyCoupon", session, "POST /coupons", { code: "SAVE10" });
  await keep("removeCoupon", session, "DELETE /coupons/SAVE10");
  const [product] = offer.products;
  const gift = { coupon_id: offer.coupon_id, variant_id: product.variants[0].variant_id };
  await keep("claimGifts", session, "PUT /add-ons", { add_ons: [{ ...gift, quantity: 1 }] });
  await keep("setAddress", session, "PUT /address", ADDRESS);
  await keep("setBuyer", session, "PUT /buyer", { name: "Asha Rao", email: "asha@example.com" });
  await keep("chooseShippingOption", session, "PUT /shipping-option", { id: "express" });
  await keep("sendOneTimeCode", session, "POST /otp", { phone: PHONE });
  const verify = { phone: PHONE, otp: scene.lastCode() };
  await keep("verifyOneTimeCode", session, "POST /otp/verify", verify);
  await keep("redeemCoins", session, "PUT /coins", { coins: 100 });
  await keep("choosePaymentMethod", session, "PUT /payment-method", { method: "PREPAID" });
  const first = (await keep("startPayment", session, "POST /payment")).payment;
  await keep("cancelPayment", session, `POST /payment/${first.payment_id}/cancel`);
  const { payment } = await session.step("POST /payment");
  const result = { status: "PAID", amount: payment.amount, reference: "pay_29QQoUBi66xm2f" };
  const at = `POST /payment/${payment.payment_id}/result`;
  await keep("reportPaymentResult", session, at, result);
  await session.send(at, { ...result, reference: "pay_29QQoUBi66xm2g" });
  await recordRefunds(scene, session, keep);

  const cod = await scene.open();
  await cod.step("PUT /address", ADDRESS);
  await cod.step("PUT /payment-method", { method: "COD" });
  const part = (await cod.step("POST /payment")).payment;
  await cod.step(`POST /payment/${part.payment_id}/result`, {
    status: "PAID",
    amount: part.amount,
    reference: "pay_30QQoUBi66xm2f",
  });
  const { pricing } = await keep("completeSession", cod, "POST /complete");
  await scene.world.services.orderAdmin.collect(
    cod.id,
    () => Math.round(100 * (pricing.total_payable - pricing.amount_paid)),
    OPERATOR,
  );
  await keep("cancelOrder", cod, "POST /cancel", { reason: "Refused at the door" });
  await recordLists(scene, cod, answers);
  // Only a shop with an endpoint has events of new sessions. It is added last: with one, the
  // operator is not told codes any more.
  const merchantId = created.json.data.merchant_id;
  const events = ["session.created", "session.idle"] as const;
  const endpoint = anEndpoint(1, { merchantId, events });
  await scene.world.store.commit([{ kind: "webhook.put", endpoint }]);
  scene.world.clock.advance(1000);
  await keep("abandonSession", await scene.open(), "POST /abandon");
  await (await scene.open()).step("PUT /address", ADDRESS);
  scene.world.clock.advance(1_800_000);
  assert.equal(await scene.world.services.housekeeping.reportIdle(), 1);
  scene.world.services.pages.servedAt("https://pay.demo-store.example");
  answers["makeCheckoutLink"] = (await cod.send("POST /checkout-link")).json;
  for (
    const [id, path] of [["getFrontPage", "/"], ["getHealth", "/health"], [
      "getReadiness",
      "/ready",
    ]]
  ) {
    const answer = await scene.send("GET", path!, { secret: null });
    answers[id!] = answer.json;
  }
}
