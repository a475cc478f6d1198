/** How a payment at a provider ends without money, or with it too late. */
import assert from "node:assert/strict";
import { OPERATOR } from "../../support/operator.ts";
import { left } from "../api/checkout.ts";
import { act, lookAtDue, MINUTE_MS, seen, start, withProvider } from "./at_provider.ts";

Deno.test("a payment that fails says so, and the customer pays again", () =>
  withProvider(async (world) => {
    const before = await left(world);
    const started = await start(world);
    await act(started, "fail");
    assert.match((await started.page.pages.send("GET", started.back)).text, /Choose another way/);
    const { state } = await started.page.checkout.stored();
    assert.deepEqual([state.session, state.payment], ["IN_PROGRESS", "FAILED"]);
    assert.equal(await left(world), before);
    const again = await started.page.post("pay", await seen(started.page));
    assert.match(again.text, /demo-pay/);
  }));

Deno.test("a page that ends unpaid gives back what it held, at the provider first", () =>
  withProvider(async (world) => {
    const before = await left(world);
    const started = await start(world);
    assert.equal(await left(world), before! - 2);
    world.clock.advance(40 * MINUTE_MS);
    await lookAtDue(world);
    assert.equal((await started.page.checkout.stored()).state.payment, "FAILED");
    assert.equal(await left(world), before);
    // The provider takes no money for it any more.
    assert.match((await started.page.pages.send("GET", started.path)).text, /has ended/);
  }));

Deno.test("money that comes after the holds were released is a late order", () =>
  withProvider(async (world) => {
    const started = await start(world);
    await act(started, "late");
    // The provider does not answer when its page is to end: the holds stand 15 minutes more.
    world.clock.advance(31 * MINUTE_MS);
    await lookAtDue(world);
    await world.services.housekeeping.releaseAll();
    assert.equal((await started.page.checkout.stored()).payment?.holds, "held");
    world.clock.advance(15 * MINUTE_MS);
    await lookAtDue(world);
    await world.services.housekeeping.releaseAll();
    assert.equal((await started.page.checkout.stored()).payment?.holds, "released");
    world.clock.advance(60 * MINUTE_MS);
    await lookAtDue(world);
    const { state, order } = await started.page.checkout.stored();
    assert.deepEqual([state.session, order?.late], ["COMPLETED", true]);
  }));

Deno.test("choosing another way ends the page; if it was paid meanwhile, the order stands", () =>
  withProvider(async (world) => {
    for (const isPaid of [false, true]) {
      const started = await start(world);
      const { page, path } = started;
      if (isPaid) await act(started, "pay");
      const { payment } = await page.checkout.stored();
      await page.take("cancel", { payment_id: payment!.id });
      const { state } = await page.checkout.stored();
      assert.equal(state.session, isPaid ? "COMPLETED" : "IN_PROGRESS");
      assert.match((await page.pages.send("GET", path)).text, /has ended/);
    }
  }));

Deno.test("a payment that the bank is at work on cannot be cancelled, by page or API", () =>
  withProvider(async (world) => {
    const started = await start(world);
    const { page } = started;
    await act(started, "wait");
    const { payment } = await page.checkout.stored();
    const fields = { payment_id: payment!.id };
    await page.refused("cancel", fields, { status: 409, code: "error.conflict" });
    await page.checkout.refused(`POST /payment/${payment!.id}/cancel`, undefined, "error.conflict");
    await page.checkout.refused("POST /abandon", undefined, "error.conflict");
    world.clock.advance(MINUTE_MS);
    await lookAtDue(world);
    assert.equal((await page.checkout.stored()).state.session, "COMPLETED");
  }));

Deno.test("an old form to cancel ends no other payment's page", () =>
  withProvider(async (world) => {
    const { page } = await start(world);
    const first = (await page.checkout.stored()).payment!;
    await page.take("cancel", { payment_id: first.id });
    const { text } = await page.post("pay", await seen(page));
    const path = /url=https:\/\/pay\.example(\/demo-pay\/[^"]+)"/.exec(text)?.[1] ?? "";
    await page.take("cancel", { payment_id: first.id });
    assert.match((await page.pages.send("GET", path)).text, /<form method="post">/);
  }));

Deno.test("abandoning ends the page, and an expired session stays hidden after a look", () =>
  withProvider(async (world) => {
    const started = await start(world);
    await started.page.checkout.step("POST /abandon");
    assert.match((await started.page.pages.send("GET", started.path)).text, /has ended/);
    const { page } = await start(world);
    const { payment } = await page.checkout.stored();
    await world.services.sessionAdmin.expire(page.checkout.id, OPERATOR);
    await world.services.providerPayments.look(payment!.id);
    assert.equal((await page.checkout.send("GET ")).status, 404);
  }));
