/** A shop with something on every page of its dashboard, each text of which would run as code. */
import type { Change } from "../../../../src/domain/changes.ts";
import { callerOf } from "../../../../src/domain/caller.ts";
import { NO_DELIVERY_FILTER, NO_ORDER_FILTER } from "../../../../src/domain/filters.ts";
import type { CouponId, MerchantId, SessionId } from "../../../../src/domain/ids.ts";
import { type PaymentTerms, startPayment } from "../../../../src/domain/steps/payment.ts";
import { aCoupon, aMerchant, FOREVER, int64, NOW, uuid } from "../../../support/builders.ts";
import { pictureMaker } from "../../../../src/pictures/maker.ts";
import { png } from "../../../pictures/files.ts";
import { addRefund } from "../../../store/contract/refunds.ts";
import { OPERATOR } from "../../../support/operator.ts";
import { dispute } from "../../../support/disputes.ts";
import { anEmailChannel, anSmsChannel } from "../../../support/channels.ts";
import { anEndpoint } from "../../../support/webhooks.ts";
import { CODE, hostile } from "../hostile.ts";
import { PHONE, type Scene, type SceneOptions } from "../scene.ts";
import { payable } from "../state.ts";
import { STATES } from "../states.ts";
import { TRANSFER } from "../ways.ts";

/** Settings of the shop. */
export const FULL_SHOP: SceneOptions = {
  merchant: { name: "Marlow & Finch", timeZone: "Asia/Kolkata", staffRefundsDaily: 1_000_00 },
  form: { manual: TRANSFER },
  reword: hostile,
};

/** States of sessions, each of which is there once. */
const SESSIONS = [
  "start",
  "gift-taken",
  "delivery-options",
  "waiting",
  "payment-failed",
  "thanks",
  "thanks-cash-on-delivery",
  "cancelled",
];

/** A payment that placed no order. */
function unexpected(n: number, sessionId: SessionId): Change {
  return {
    kind: "unexpected.add",
    unexpected: hostile({
      id: uuid(50 + n),
      merchantId: uuid(1),
      livemode: true,
      sessionId,
      paymentId: uuid(9),
      reference: `pay_${n}`,
      amount: "123456789.00",
      currencyCode: "INR",
      reason: "error.payment-reference-used" as const,
      message: "The reference was used",
      at: NOW,
      keyId: null,
      count: 1,
      resolution: n === 1 ? null : { at: NOW, note: "Refunded" },
    }),
  };
}

/** A refund of such money, on its way at an account whose key was deleted. */
function lost(n: number, sessionId: SessionId): Change {
  const record = { unexpectedId: uuid(50 + n), sessionId, paymentId: uuid(9) };
  const reference = `re_${n}${CODE[0]}`;
  return addRefund(n, { ...record, state: "PENDING", amount: 4_00, reference });
}

/** Gives the shop sessions in many states, orders, and what else the dashboard shows. */
export async function fill(scene: Scene): Promise<void> {
  const { world } = scene;
  const { store, services, merchant: { id: merchantId }, key } = world;
  // A shop without anything.
  const other = aMerchant({ id: uuid<MerchantId>(2), name: "Empty", domains: ["empty.example"] });
  const coupons = [
    aCoupon({ id: uuid<CouponId>(80), code: "SALE" }),
    aCoupon({ id: uuid<CouponId>(81), code: "OVER", enabled: false }),
  ];
  await store.commit([
    { kind: "merchant.put", merchant: hostile(other) },
    { kind: "webhook.put", endpoint: anEndpoint(2, { url: `https://b.example/${CODE[0]}` }) },
    { kind: "webhook.put", endpoint: anEndpoint(3, { disabledAt: NOW }) },
    { kind: "webhook.put", endpoint: anEmailChannel({ merchantId: uuid(1), disabledAt: NOW }) },
    { kind: "webhook.put", endpoint: anSmsChannel({ merchantId: uuid(1), disabledAt: NOW }) },
    ...hostile(coupons).map((coupon) => ({ kind: "coupon.put", coupon }) as const),
  ]);
  for (const state of STATES.filter(({ name }) => SESSIONS.includes(name))) {
    const { checkout } = await scene.open();
    await state.before?.(checkout, scene);
  }
  const start = async (terms: PaymentTerms): Promise<SessionId> => {
    const { checkout } = await scene.open();
    await payable(checkout, scene);
    const call = { caller: callerOf(key), sessionId: checkout.id, alsoCommit: () => [] };
    await services.checkout.run(call, startPayment, { input: () => terms });
    return checkout.id;
  };
  const id = await start({ days: TRANSFER.days });
  await store.commit([unexpected(1, id), unexpected(2, id), lost(1, id)]);
  const picture = await pictureMaker()(png({ width: 300, height: 200 }));
  await services.pictures.add(world.merchant, int64(1), picture, OPERATOR);
  await services.keys.create({ merchantId, name: CODE.join(""), ...FOREVER }, OPERATOR);
  const { key: old } = await services.keys.create(
    { merchantId, name: "Old", ...FOREVER },
    OPERATOR,
  );
  await services.keys.revoke(old.id, OPERATOR);
  await services.customers.correct(merchantId, PHONE, {
    coins: 5,
    reason: CODE.join(""),
    by: OPERATOR,
  });
  const account = { kind: "demo", livemode: false } as const;
  const { id: accountId } = await services.providers.add(world.merchant, account, OPERATOR);
  await start({
    accountId,
    provider: "demo",
    returnUrl: () => "",
    expiresAt: world.clock.now() + 600_000,
    problem: () => null,
  });
  await giveBack(scene);
  await failDeliveries(scene);
}

/** Refunds in each state, and a dispute, of one order whose rest can be refunded. */
async function giveBack({ world }: Scene): Promise<void> {
  const { services, store, merchant: { id: merchantId } } = world;
  const { rows } = await store.sessions.orders(
    { ...NO_ORDER_FILTER, merchantId },
    { limit: 50 },
  );
  const paid = rows.map((row) => row.load())
    .find(({ amountPaid, order }) => amountPaid > 0 && order?.cancellation === null);
  if (paid === undefined) throw new Error("No paid order");
  const text = CODE.join("");
  const terms = { lines: [], all: false, reason: text, disputed: true, allowance: null };
  const refund = (amount: number, reference: string | null) =>
    services.orderAdmin.refund(paid.id, () => ({ ...terms, amount, reference }), OPERATOR);
  await refund(1_00, text);
  await refund(2_00, null);
  const { order } = await refund(3_00, null);
  await services.orderAdmin.reportRefund(paid.id, {
    refundId: order!.refunds[1]!.id,
    state: "FAILED",
    reference: null,
    failure: text,
  }, OPERATOR);
  await dispute(world, paid.id, { amount: 4_00, reference: text, reason: text });
}

/** Makes the deliveries to the second endpoint fail. */
async function failDeliveries({ world: { store } }: Scene): Promise<void> {
  const { id } = anEndpoint(2);
  const { rows } = await store.webhooks.deliveries([id], NO_DELIVERY_FILTER, { limit: 50 });
  await store.commit(rows.map(({ delivery }, n) => ({
    kind: "delivery.put",
    delivery: {
      ...delivery,
      state: n % 5 === 4 ? "DELIVERED" : "FAILED",
      attempts: 8,
      lastStatus: n % 2 === 0 ? 503 : null,
      lastError: n % 5 === 4 ? "" : CODE.join(""),
    },
  })));
}
