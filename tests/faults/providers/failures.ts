/** Failures of a provider: each call of a payment fails, and then the customer tries again. */
import assert from "node:assert/strict";
import { Unreachable } from "../../../src/payments/provider.ts";
import { IS_WHOLE } from "../../support/few.ts";
import { type Failure, FAILURES } from "../../support/payments/failures.ts";
import type { Field, Shop } from "./field.ts";
import { ask, finish, type Paying, REASONS, untilDue } from "./settled.ts";
import { begin, orderOf } from "./table.ts";

/** The start fails, and goes on once the provider answers: with one page that takes money. */
export async function failedStart(field: Field, shop: Shop, failure: Failure): Promise<void> {
  const { bank } = shop;
  const id = await field.open(shop, orderOf(1));
  const pay = () => field.server().send(shop, "POST", `/session/${id}/payment`);
  bank.fail(failure);
  const failed = await pay();
  bank.fail(null);
  assert.deepEqual([failed.status, failed.code], [503, "error.unavailable"], failure);
  assert.ok(Number(failed.headers.get("retry-after")) > 0);
  const { data } = await pay();
  assert.ok(data.payment.url, failure);
  const row = await field.payment(id);
  await bank.act(row, "pay", field.server().services);
  await finish(field, [row.paymentId]);
  assert.equal((await field.session(id)).state.session, "COMPLETED");
}

/** While the provider fails, no look finds the payment paid; afterwards each may. */
export async function failedLook(field: Field, shop: Shop, failure: Failure): Promise<void> {
  const { bank } = shop;
  for (const [n, reason] of REASONS.entries()) {
    if (!IS_WHOLE && (n + FAILURES.indexOf(failure)) % 2 === 0) continue;
    const paying = await begin(field, shop, 1);
    const { id, paymentId } = paying;
    await bank.act(await field.payment(id), "pay", field.server().services);
    bank.fail(failure);
    for (const one of REASONS) {
      field.clock.advance(11_000);
      if (one === "timer") await untilDue(paying);
      await ask(paying, one, field.server());
    }
    bank.fail(null);
    assert.equal((await field.session(id)).payment?.status, "PENDING", failure);
    field.clock.advance(11_000);
    if (reason === "timer") await untilDue(paying);
    await ask(paying, reason, field.server());
    assert.equal((await field.session(id)).state.session, "COMPLETED", `${failure}: ${reason}`);
    await finish(field, [paymentId]);
  }
}

/** A page that the provider does not end is not cancelled here. */
export async function failedEnd(field: Field, shop: Shop, failure: Failure): Promise<void> {
  const { bank } = shop;
  const { id, paymentId } = await begin(field, shop, 1);
  const cancel = () =>
    field.server().send(shop, "POST", `/session/${id}/payment/${paymentId}/cancel`);
  bank.fail(failure);
  const { status, code } = await cancel();
  bank.fail(null);
  assert.deepEqual([status, code], [503, "error.unavailable"], failure);
  assert.equal((await field.session(id)).payment?.status, "PENDING");
  assert.equal((await cancel()).status, 200);
  assert.equal((await field.session(id)).payment?.status, "FAILED");
  await finish(field, [paymentId]);
}

const DAY_MS = 86_400_000;

/** Days without an answer, or of a bank at work: the money is found all the same. */
export async function longWait(field: Field, shop: Shop, why: "down" | "waiting"): Promise<void> {
  const { bank } = shop;
  const { services } = field.server();
  const paying = await begin(field, shop, 1);
  const row = await field.payment(paying.id);
  await bank.act(row, why === "down" ? "pay" : "submit", services);
  if (why === "down") bank.fail("down");
  for (let day = 0; day < 3; day++) {
    field.clock.advance(DAY_MS);
    await services.providerPayments.lookAtDue();
    await services.housekeeping.releaseAll();
  }
  bank.fail(null);
  if (why === "waiting") await bank.act(row, "settle", services);
  await finish(field, [paying.paymentId]);
  assert.equal((await field.session(paying.id)).order?.late, true, `${bank.kind}: ${why}`);
}

/** A provider that does not answer in time begins no page that is too short, but a new payment. */
export async function lateStart(field: Field, shop: Shop): Promise<void> {
  const { bank } = shop;
  const id = await field.open(shop, orderOf(1));
  const pay = () => field.server().send(shop, "POST", `/session/${id}/payment`);
  bank.fail("down");
  assert.equal((await pay()).status, 503);
  bank.fail(null);
  const first = await field.payment(id);
  field.clock.advance(20 * 60_000);
  assert.deepEqual(await pay().then(({ status, code }) => [status, code]), [
    503,
    "error.unavailable",
  ]);
  const { data } = await pay();
  assert.ok(data.payment.url);
  assert.notEqual(data.payment.payment_id, first.paymentId);
  await bank.act(await field.payment(id), "pay", field.server().services);
  await finish(field, [first.paymentId, data.payment.payment_id]);
}

/** A bank takes money for an attempt after the customer has chosen another way. */
export async function cancelledBefore(field: Field, shop: Shop): Promise<void> {
  const paying = await begin(field, shop, 1);
  const { id, paymentId } = paying;
  const lingering = shop.bank.lingers?.(await field.payment(id));
  const server = field.server();
  const { status } = await server.send(shop, "POST", `/session/${id}/payment/${paymentId}/cancel`);
  assert.equal(status, 200);
  await untilDue(paying);
  await ask(paying, "timer", server);
  lingering?.arrive();
  await finish(field, [paymentId]);
}

/** A defect at one payment holds up no other one. */
export async function defect(field: Field, shop: Shop): Promise<void> {
  const [bad, good] = [await begin(field, shop, 1), await begin(field, shop, 2)];
  const { services } = field.server();
  const { reference } = await field.payment(bad.id);
  await shop.bank.act(await field.payment(good.id), "pay", services);
  field.failing = ({ url }) =>
    url.pathname.includes(reference!) ? new RangeError("A defect") : null;
  await untilDue(good);
  await assert.rejects(services.providerPayments.lookAtDue(), RangeError);
  await services.providerPayments.lookAtDue();
  assert.equal((await field.session(good.id)).state.session, "COMPLETED");
  field.failing = () => null;
  await finish(field, [bad.paymentId, good.paymentId]);
}

/** A provider that lets each call wait holds up no payment at another one, and is asked again. */
export async function hanging(field: Field): Promise<void> {
  const [slow, other] = [field.shopOf("razorpay"), field.shopOf("stripe")];
  const { services } = field.server();
  const waiting: Paying[] = [];
  for (let n = 0; n < 9; n++) waiting.push(await begin(field, slow, n));
  const paid = await begin(field, other, 1);
  await other.bank.act(await field.payment(paid.id), "pay", services);
  await untilDue(paid);
  const asked = new Set<string>();
  field.failing = ({ url }) => {
    if (url.host !== "api.razorpay.com") return null;
    // All calls of a batch wait at the same time.
    if (asked.size % 6 === 0) field.clock.advance(10_000);
    asked.add(url.pathname);
    return new Unreachable("No answer in 10 s");
  };
  for (const calls of [6, 9]) {
    await services.providerPayments.lookAtDue();
    assert.equal(asked.size, calls, "one batch in a run, and each payment in its turn");
    assert.equal((await field.session(paid.id)).state.session, "COMPLETED");
  }
  field.failing = () => null;
  await finish(field, [...waiting, paid].map(({ paymentId }) => paymentId));
}
