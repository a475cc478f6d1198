/** Refusals that take another shop, another moment or a fault to come about. */
import assert from "node:assert/strict";
import type { ErrorCode } from "../../../../src/domain/errors.ts";
import type { CouponId } from "../../../../src/domain/ids.ts";
import type { Coupon } from "../../../../src/domain/shop/coupon.ts";
import type { Answer } from "../../../support/app.ts";
import { aCoupon, NOW, uuid } from "../../../support/builders.ts";
import { OPERATOR } from "../../../support/operator.ts";
import { type DemoScene, type DemoSession, PHONE } from "./demo_scene.ts";
import { ADDRESS, type Refused } from "./recorded_failures.ts";

/** Adds a coupon to the demo shop. */
async function addCode(
  { world: { store, clock } }: DemoScene,
  over: Partial<Coupon>,
): Promise<void> {
  const shop = await store.merchants.byDomain("demo-store.example");
  assert.ok(shop);
  const coupon = aCoupon({
    id: uuid<CouponId>(70),
    merchantId: shop.id,
    code: "LAUNCH",
    applicationType: "CODE",
    ...over,
  });
  await store.commit([{ kind: "coupon.put", coupon }]);
  // For longer than shops are used without asking whether they have changed.
  clock.advance(10);
}

/** A session of the demo shop, ready to pay at the demo provider. */
async function atProvider(scene: DemoScene): Promise<DemoSession> {
  const { services, store } = scene.world;
  const shop = await store.merchants.byDomain("demo-store.example");
  assert.ok(shop);
  services.pages.servedAt("https://pay.demo-store.example");
  await services.providers.add(shop, { kind: "demo", livemode: true }, OPERATOR);
  // As above.
  scene.world.clock.advance(10);
  const session = await scene.open();
  await session.step("PUT /address", ADDRESS);
  return session;
}

function entered(over: Partial<Coupon>): Refused {
  return async (session, scene) => {
    await addCode(scene, over);
    return await session.send("POST /coupons", { code: "LAUNCH" });
  };
}

const DAY_MS = 86_400_000;

/** Codes that REFUSED has not. */
export const RULED: Readonly<Partial<Record<ErrorCode, Refused>>> = {
  "error.coupon-not-started": entered({ startsAt: NOW + DAY_MS }),
  "error.coupon-expired": entered({ endsAt: NOW }),
  "error.coupon-limit-reached": entered({ usageLimit: 0 }),
  "error.coupon-not-better": entered({ discount: { type: "FIXED", amount: 100, cap: null } }),
  "error.coupon-rate-limited": async (session) => {
    for (let i = 0; i < 20; i++) await session.send("POST /coupons", { code: `GUESS${i}` });
    return await session.send("POST /coupons", { code: "GUESS20" });
  },
  "error.price-changed": async (session, scene) => {
    await session.step("PUT /address", ADDRESS);
    await addCode(scene, { applicationType: "AUTOMATIC" });
    return await session.send("POST /payment");
  },
  "error.phone-required": async (session, scene) => {
    await addCode(scene, { usageLimitPerCustomer: 1 });
    await session.step("POST /coupons", { code: "LAUNCH" });
    await session.step("PUT /address", ADDRESS);
    return await session.send("POST /payment");
  },
  "error.otp-number-not-allowed": (session) =>
    session.send("POST /otp", { phone: "+881612345678" }),
  "error.otp-country-not-allowed": (session) =>
    session.send("POST /otp", { phone: "+447400123456" }),
  "error.otp-daily-limit": async (session, scene) => {
    await session.step("POST /otp", { phone: PHONE });
    return await (await scene.open()).send("POST /otp", { phone: "+919812345678" });
  },
  "error.payment-reference-used": async (_, scene) => {
    const pay = async (): Promise<Answer> => {
      const session = await scene.open();
      await session.step("PUT /address", ADDRESS);
      const { payment } = await session.step("POST /payment");
      return await session.send(`POST /payment/${payment.payment_id}/result`, {
        status: "PAID",
        amount: payment.amount,
        reference: "pay_29QQoUBi66xm2f",
      });
    };
    await pay();
    return await pay();
  },
  "error.payment-at-provider": async (_, scene) => {
    const session = await atProvider(scene);
    const { payment } = await session.step("POST /payment");
    return await session.send(`POST /payment/${payment.payment_id}/result`, {
      status: "PAID",
      amount: payment.amount,
      reference: "pay_29QQoUBi66xm2f",
    });
  },
  "error.provider-refused": async (_, scene) =>
    await (await atProvider(scene)).send("POST /payment"),
  "error.idempotency-key-stale": async (session) => {
    const headers = { "Idempotency-Key": "attempt-1" };
    await session.step("PUT /address", ADDRESS);
    const { json } = await session.send("POST /payment", undefined, headers);
    await session.step(`POST /payment/${json.data.payment.payment_id}/cancel`);
    return await session.send("POST /payment", undefined, headers);
  },
  "error.rate-limit-exceeded": (session, scene) => scene.send("GET", `/session/${session.id}`),
  "error.conflict": async (session) => {
    const calls = Array.from({ length: 30 }, (_, i) =>
      session.send("PUT /items", {
        items: [{ product_id: 1001, variant_id: 11001, quantity: i + 1 }],
      }));
    const answers = await Promise.all(calls);
    return answers.find(({ status }) => status !== 200)!;
  },
  "error.request-timeout": (_, scene) =>
    scene.send("POST", "/session", { text: new ReadableStream<Uint8Array<ArrayBuffer>>() }),
  "error.unavailable": async (_, scene) => {
    await scene.world.store.close();
    return await scene.send("GET", "/ready", { secret: null });
  },
  "error.internal": async (session, scene) => {
    Object.defineProperty(scene.world.store.sessions, "shown", {
      value: () => {
        throw new Error("a defect");
      },
    });
    return await scene.send("GET", `/session/${session.id}`);
  },
};
