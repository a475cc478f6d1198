/** Results of payments, in time and late, and payments that are cancelled. */
import { equal } from "node:assert/strict";
import { uuid } from "../../../support/builders.ts";
import type { ModelPayment } from "./payment.ts";
import { ordered } from "./ordered.ts";
import { type Outcome, request, type Scene, taken } from "./request.ts";

/** Payment and amount of a reported result. */
export interface Told {
  readonly status: "PAID" | "FAILED";
  readonly which: "latest" | "earlier" | "unknown";
  readonly isExact: boolean;
}

/** Reports the result of a payment, also of a session that nobody finds any more. */
export async function takeResult(scene: Scene, told: Told): Promise<void> {
  const { session } = scene;
  const { payment } = session;
  const id = { latest: payment?.id, earlier: session.oldPayments.at(-1), unknown: undefined };
  const paymentId = id[told.which] ?? uuid(999_999);
  const amount = (payment?.amount ?? 1) + (told.isExact ? 0 : 0.01);
  const { code, data } = await request(
    scene,
    "POST",
    `/session/${session.id}/payment/${paymentId}/result`,
    { status: told.status, amount: amount.toFixed(2), reference: `pay_${paymentId}` },
  );
  if (payment === null || payment.id !== paymentId) {
    equal(code, "error.payment-not-found");
  } else if (!told.isExact) {
    equal(code, "error.payment-mismatch");
  } else if (payment.status === told.status) {
    equal(code, "");
    if (scene.model.isVisible(session)) session.lastActiveAt = scene.model.now;
    if (payment.amount === 0 && told.status === "PAID" && !payment.isNoted) {
      payment.isNoted = true;
      session.version += 1;
      session.shown = data;
    }
  } else if (payment.status !== "PENDING") {
    equal(code, "error.invalid-state");
  } else {
    equal(code, "");
    payment.status = told.status;
    if (told.status === "PAID") paid(scene, payment, data);
    else failed(scene, data);
  }
}

function paid(scene: Scene, { isPart, amount, dueAt }: ModelPayment, data: Outcome["data"]): void {
  const { model, session, real } = scene;
  const { cell, needs } = session;
  const isLate = session.fate === "NONE";
  if (dueAt !== null) real.seen.add(`a manual payment is paid in ${cell}`);
  if (isLate) real.seen.add(`a late payment in ${cell}`);
  if (!model.isVisible(session)) real.seen.add("a payment for a session that was not found");
  if (isPart) real.seen.add("an order by its prepaid part");
  taken(scene, "cP", data);
  session.expired = false;
  equal(data.pricing.amount_paid, amount);
  if (isLate) {
    session.missing = model.holdAgain(session);
    const { coupons, missing, coins } = session.missing;
    if (coupons.length > 0) real.seen.add("a late payment without its coupons");
    if ([...missing.values()].some((units) => units > 0)) real.seen.add("... without its units");
    if (coins > 0) real.seen.add("a late payment without its coins");
    equal(data.coin.coin_used, needs.coins - coins);
  }
  ordered(scene, data);
}

function failed(scene: Scene, data: Outcome["data"]): void {
  const { model, session, real } = scene;
  const isLate = session.cell === "aW";
  if (isLate) real.seen.add("a late failure");
  const { lastActiveAt } = session;
  const isVisible = model.isVisible(session);
  taken(scene, isLate ? "aF" : "gF", data);
  // It brings nobody back.
  if (!isVisible) session.lastActiveAt = lastActiveAt;
  if (session.fate === "HELD") model.release(session);
}

/** Cancels a payment, also of a session that nobody finds any more. */
export async function cancelPayment(scene: Scene): Promise<void> {
  const { session, real, model } = scene;
  const { payment } = session;
  const id = payment?.id ?? uuid(999_999);
  const path = `/session/${session.id}/payment/${id}/cancel`;
  const { code, data } = await request(scene, "POST", path);
  if (session.cell.startsWith("c")) {
    equal(code, "error.invalid-state");
  } else if (payment === null) {
    equal(code, "error.payment-not-found");
  } else if (payment.status === "FAILED") {
    equal(code, "");
    if (model.isVisible(session)) session.lastActiveAt = model.now;
  } else {
    equal(code, "");
    payment.status = "FAILED";
    real.seen.add(`a payment is cancelled in ${session.cell}`);
    failed(scene, data);
  }
}
