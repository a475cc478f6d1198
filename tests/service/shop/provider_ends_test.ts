/** Payments under way at an account whose key is deleted at once. */
import assert from "node:assert/strict";
import { OPERATOR } from "../../support/operator.ts";
import { Checkout } from "../../web/api/checkout.ts";
import { withPayment } from "./stripe_shop.ts";

Deno.test("a payment whose key was deleted at once can be cancelled", () =>
  withPayment(async (world, { stripe, checkout, paymentId }) => {
    const { services, merchant, store } = world;
    const [account] = await store.providers.of(merchant.id);
    const by = OPERATOR;
    stripe.faults.push("down");
    const removed = await services.providers.remove(merchant, account!.id, { isAtOnce: true, by });
    assert.equal(removed.openPayments, 1);
    const [lost, ...more] = removed.lost;
    assert.deepEqual([lost?.paymentId, lost?.sessionId, more], [paymentId, checkout.id, []]);
    const { payment } = await checkout.stored();
    assert.deepEqual(lost?.started?.amount, payment?.amount);
    assert.match(lost?.reason ?? "", /^its page was not ended: /);
    world.clock.advance(1000);
    const calls = stripe.requests.length;
    await checkout.step(`POST /payment/${paymentId}/cancel`);
    assert.equal((await checkout.stored()).payment?.status, "FAILED");
    assert.equal(stripe.requests.length, calls);
  }));

Deno.test("a key that is deleted at once ends the pages first, and takes what was paid there", () =>
  withPayment(async (world, { stripe, checkout, paymentId }) => {
    const { services: { providers }, merchant, store } = world;
    const [account] = await store.providers.of(merchant.id);
    const [paid, slow] = [await Checkout.open(world), await Checkout.open(world)];
    const references = [];
    for (const one of [paid, slow]) {
      await one.step("POST /payment");
      references.push([...stripe.books.pages.keys()].at(-1)!);
    }
    stripe.books.act(references[0]!, "pay");
    stripe.books.act(references[1]!, "submit");
    const stake = await providers.atStake(merchant, account!.id, 9);
    assert.equal(stake.length, 3);
    assert.ok(stake.some((one) => one.paymentId === paymentId && one.sessionId === checkout.id));
    const by = OPERATOR;
    const { lost, openPayments, account: removed } = await providers.remove(
      merchant,
      account!.id,
      { isAtOnce: true, by },
    );
    assert.deepEqual([removed.secret, openPayments], [null, 1]);
    assert.deepEqual(lost.map(({ sessionId, reason }) => [sessionId, reason]), [
      [slow.id, "a bank is at work, and may still pay it"],
    ]);
    assert.equal((await checkout.stored()).payment?.status, "FAILED");
    assert.equal((await paid.stored()).state.session, "COMPLETED");
    assert.equal((await slow.stored()).payment?.status, "PENDING");
    const pages = [...stripe.books.pages.values()].map(({ status }) => status);
    assert.equal(pages.filter((status) => status === "open").length, 0);
  }));
