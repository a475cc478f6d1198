/** One real refusal of each code that the API sends. */
import type { ErrorCode } from "../../../../src/domain/errors.ts";
import { DEMO_CART } from "../../../../src/demo/demo.ts";
import type { Answer } from "../../../support/app.ts";
import { dispute } from "../../../support/disputes.ts";
import { type DemoScene, type DemoSession, PHONE } from "./demo_scene.ts";

/** Ways to have a step on the demo's cart refused. */
export type Refused = (session: DemoSession, scene: DemoScene) => Promise<Answer>;

/** Delivered to. */
export const ADDRESS = {
  name: "Asha Rao",
  phone: PHONE,
  line1: "12 MG Road",
  city: "Bengaluru",
  postal_code: "560001",
  country_code: "IN",
};
const MINUTE_MS = 60_000;
const NO_ID = "01a1f884-3262-7327-884f-b76337007f6b";

/** Codes whose refusal takes nothing but a session and requests. */
export const REFUSED: Readonly<Partial<Record<ErrorCode, Refused>>> = {
  "error.invalid-request": (_, scene) =>
    scene.send("POST", "/session", {
      body: { data: { ...DEMO_CART.data, items: [{ ...DEMO_CART.data.items[0], quantity: 0 }] } },
    }),
  "error.invalid-json": (_, scene) => scene.send("POST", "/session", { text: '{"data":' }),
  "error.payload-too-large": (_, scene) =>
    scene.send("POST", "/session", { text: " ".repeat(1024 * 1024 + 1) }),
  "error.unsupported-media-type": (_, scene) =>
    scene.send("POST", "/session", { text: "{}", headers: { "content-type": "text/plain" } }),
  "error.unauthorized": (session, scene) =>
    scene.send("GET", `/session/${session.id}`, { secret: null }),
  "error.scope-missing": async (session, scene) => {
    const secret = await scene.secret(["sessions:read"]);
    return await scene.send("POST", `/session/${session.id}/payment`, { secret });
  },
  "error.not-found": (_, scene) => scene.send("GET", "/cart"),
  "error.method-not-allowed": (_, scene) => scene.send("PATCH", "/session"),
  "error.shop-not-found": (_, scene) =>
    scene.send("POST", "/session", {
      body: { data: { ...DEMO_CART.data, shop_domain: "nobody.example" } },
    }),
  "error.session-not-found": (_, scene) => scene.send("GET", `/session/${NO_ID}`),
  "error.checkout-page-off": (session) => session.send("POST /checkout-link"),
  "error.coupon-not-found": (session) => session.send("POST /coupons", { code: "SAVE99" }),
  "error.coupon-minimum-not-met": async (session) => {
    await session.step("PUT /items", {
      items: [{ product_id: 1005, variant_id: 11051, quantity: 1 }],
    });
    return await session.send("POST /coupons", { code: "SAVE10" });
  },
  "error.coupon-not-eligible": (session) => session.send("POST /coupons", { code: "TWOTOWELS" }),
  "error.coupon-already-applied": async (session) => {
    await session.step("POST /coupons", { code: "SAVE10" });
    return await session.send("POST /coupons", { code: "save10" });
  },
  "error.invalid-state": async (session) => {
    await session.step("POST /abandon");
    return await session.send("PUT /address", ADDRESS);
  },
  "error.gift-not-available": (session) =>
    session.send("PUT /add-ons", {
      add_ons: [{ coupon_id: NO_ID, variant_id: 11001, quantity: 1 }],
    }),
  "error.out-of-stock": async (session) => {
    await session.step("PUT /items", {
      items: [{ product_id: 1002, variant_id: 11023, quantity: 1 }],
    });
    await session.step("PUT /address", ADDRESS);
    return await session.send("POST /payment");
  },
  "error.address-required": (session) => session.send("POST /payment"),
  "error.address-not-serviceable": (session) =>
    session.send("PUT /address", {
      ...ADDRESS,
      phone: "+442079460958",
      postal_code: "SW1A 1AA",
      country_code: "GB",
    }),
  "error.customer-required": (session) => session.send("PUT /coins", { coins: 100 }),
  "error.coins-not-available": async (session) => {
    await session.verify();
    return await session.send("PUT /coins", { coins: 900 });
  },
  "error.otp-invalid": async (session, scene) => {
    await session.step("POST /otp", { phone: PHONE });
    const otp = scene.lastCode() === "123456" ? "654321" : "123456";
    return await session.send("POST /otp/verify", { phone: PHONE, otp });
  },
  "error.otp-expired": async (session, scene) => {
    await session.step("POST /otp", { phone: PHONE });
    const otp = scene.lastCode();
    scene.world.clock.advance(6 * MINUTE_MS);
    return await session.send("POST /otp/verify", { phone: PHONE, otp });
  },
  "error.otp-too-many-attempts": async (session, scene) => {
    await session.step("POST /otp", { phone: PHONE });
    const otp = scene.lastCode() === "123456" ? "654321" : "123456";
    for (let i = 0; i < 5; i++) await session.send("POST /otp/verify", { phone: PHONE, otp });
    return await session.send("POST /otp/verify", { phone: PHONE, otp });
  },
  "error.otp-rate-limited": async (session) => {
    await session.step("POST /otp", { phone: PHONE });
    return await session.send("POST /otp", { phone: PHONE });
  },
  "error.cod-not-available": async (session) => {
    await session.step("PUT /items", {
      items: [{ product_id: 1006, variant_id: 11062, quantity: 1 }],
    });
    return await session.send("PUT /payment-method", { method: "COD" });
  },
  "error.payment-required": async (session) => {
    await session.step("PUT /address", ADDRESS);
    await session.step("PUT /payment-method", { method: "COD" });
    return await session.send("POST /complete");
  },
  "error.payment-not-found": (session) =>
    session.send(`POST /payment/${NO_ID}/result`, {
      status: "PAID",
      amount: 1,
      reference: "pay_29QQoUBi66xm2f",
    }),
  "error.payment-mismatch": async (session) => {
    await session.step("PUT /address", ADDRESS);
    const { payment } = await session.step("POST /payment");
    return await session.send(`POST /payment/${payment.payment_id}/result`, {
      status: "PAID",
      amount: payment.amount - 10,
      reference: "pay_29QQoUBi66xm2f",
    });
  },
  "error.refund-exceeded": async (session) => {
    await paid(session);
    return await session.send("POST /refund", { amount: 100_000 });
  },
  "error.refund-not-found": async (session) => {
    await paid(session);
    return await session.send(`POST /refund/${session.id}/result`, { state: "FAILED" });
  },
  "error.payment-disputed": async (session, { world }) => {
    await paid(session);
    await dispute(world, session.id);
    return await session.send("POST /refund", { all: true, disputed: false });
  },
  "error.idempotency-key-reused": async (session) => {
    const headers = { "Idempotency-Key": "attempt-1" };
    await session.send("POST /otp", { phone: PHONE }, headers);
    return await session.send("POST /otp", { phone: "+919812345678" }, headers);
  },
  "error.idempotency-in-progress": async (session) => {
    const headers = { "Idempotency-Key": "attempt-1" };
    const attempts = [1, 2].map(() => session.send("POST /otp", { phone: PHONE }, headers));
    const [, second] = await Promise.all(attempts);
    return second!;
  },
};

/** Pays the order of a session. */
async function paid(session: DemoSession): Promise<void> {
  await session.step("PUT /address", ADDRESS);
  const { payment } = await session.step("POST /payment");
  await session.step(`POST /payment/${payment.payment_id}/result`, {
    status: "PAID",
    amount: payment.amount,
    reference: "pay_29QQoUBi66xm2f",
  });
}
