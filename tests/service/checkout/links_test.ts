/** Links to checkout pages: what opens them, and what their callers reach. */
import assert from "node:assert/strict";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import type { CartRequest } from "../../../src/domain/session/session.ts";
import { redeemCoins } from "../../../src/domain/steps/coins.ts";
import type { StepCall } from "../../../src/service/checkout/checkout.ts";
import type { OpenedLink } from "../../../src/service/checkout/links.ts";
import { linkOf } from "../../web/checkout_page/link.ts";
import { Checkout } from "../../web/api/checkout.ts";
import { startManual } from "../../web/api/paying.ts";
import { ADDRESS, HOUR_MS, withShop } from "../../web/api/shop.ts";
import type { World } from "../../support/app.ts";

const DAY_MS = 24 * HOUR_MS;

async function open(world: World, token: string): Promise<OpenedLink> {
  const opened = await world.services.checkoutLinks.open(token);
  assert.ok(opened);
  return opened;
}

function callOf({ caller }: OpenedLink, sessionId: string): StepCall {
  return { caller, sessionId, alsoCommit: () => [] };
}

const UNAUTHORIZED = { code: "error.unauthorized" };
const NOT_FOUND = { code: "error.session-not-found" };

Deno.test("open() gives the session of the newest link, for a day", () =>
  withShop(async (world) => {
    const { checkoutLinks } = world.services;
    const checkout = await Checkout.open(world);
    const first = await linkOf(checkout);
    assert.equal((await open(world, first)).session.id, checkout.id);
    const second = await linkOf(checkout);
    assert.equal(await checkoutLinks.open(first), null);
    const { session, shop, hasEnded, caller } = await open(world, second);
    assert.deepEqual(session, await checkout.stored());
    assert.deepEqual([shop.merchant.id, hasEnded], [world.merchant.id, false]);
    assert.deepEqual([...caller.scopes], ["sessions:read", "sessions:write"]);
    world.clock.advance(DAY_MS - 1);
    assert.equal((await open(world, second)).hasEnded, true);
    world.clock.advance(1);
    assert.equal(await checkoutLinks.open(second), null);
  }));

Deno.test("a link works until a day after a manual payment is due", () =>
  withShop(async (world) => {
    const { checkoutLinks, housekeeping } = world.services;
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const token = await linkOf(checkout);
    await startManual(world, checkout, 3);
    world.clock.advance(3 * DAY_MS - 1);
    assert.equal((await open(world, token)).hasEnded, false);
    world.clock.advance(1);
    await housekeeping.releaseAll();
    await housekeeping.sweepAll();
    assert.equal((await open(world, token)).hasEnded, true);
    world.clock.advance(DAY_MS - 1);
    assert.equal((await open(world, token)).hasEnded, true);
    world.clock.advance(1);
    assert.equal(await checkoutLinks.open(token), null);
  }));

Deno.test("make() refuses an abandoned session, and a server without pages", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const off = await checkout.refused("POST /checkout-link", undefined, "error.checkout-page-off");
    assert.match(off, /--checkout-port/);
    await linkOf(checkout);
    await checkout.step("POST /abandon");
    await checkout.refused("POST /checkout-link", undefined, "error.invalid-state");
    const other = await Checkout.open(world);
    world.clock.advance(HOUR_MS);
    const { status, json } = await other.send("POST /checkout-link");
    assert.deepEqual([status, json.error.code], [404, "error.session-not-found"]);
  }));

Deno.test("a link's caller takes the steps of its own session, and reaches no other", () =>
  withShop(async (world) => {
    const { checkout, sessions, checkoutLinks } = world.services;
    const own = await Checkout.open(world);
    const other = await Checkout.open(world);
    const opened = await open(world, await linkOf(own));
    const step = (id: string) => checkout.run(callOf(opened, id), redeemCoins, { input: () => 0 });
    assert.equal((await step(own.id)).version, 2);
    assert.equal((await sessions.read(opened.caller, own.id)).id, own.id);
    await assert.rejects(step(other.id), NOT_FOUND);
    await assert.rejects(async () => await sessions.read(opened.caller, other.id), NOT_FOUND);
    // From the second read on it is cached, and refused without a promise.
    for (let i = 0; i < 3; i++) await world.send("GET", other.path);
    assert.throws(() => sessions.read(opened.caller, other.id), NOT_FOUND);
    assert.equal((await other.stored()).version, 1);
    await assert.rejects(checkoutLinks.make(opened.caller, own.id), UNAUTHORIZED);
    await assert.rejects(checkoutLinks.make(opened.caller, other.id), UNAUTHORIZED);
    const cart = {} as CartRequest;
    await assert.rejects(sessions.create(opened.caller, cart, () => []), UNAUTHORIZED);
  }));

Deno.test("a link's caller reports no payment result and cancels no order", () =>
  withShop(async (world) => {
    const { payments, orders } = world.services;
    const own = await Checkout.open(world);
    await own.step("PUT /address", ADDRESS);
    const { payment } = await own.step("POST /payment");
    const call = callOf(await open(world, await linkOf(own)), own.id);
    const result = {
      paymentId: payment.payment_id,
      amount: payment.amount,
      currency: null,
      reference: "pay_1",
    };
    for (const status of ["PAID", "FAILED"] as const) {
      await assert.rejects(payments.reportResult(call, { ...result, status }), UNAUTHORIZED);
    }
    assert.equal((await own.stored()).state.payment, "PENDING");
    assert.deepEqual(
      await world.store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: true }, { limit: 9 }),
      [],
    );
    await own.step(`POST /payment/${payment.payment_id}/result`, {
      status: "PAID",
      amount: payment.amount,
      reference: "pay_1",
    });
    await assert.rejects(orders.cancel(call, { reason: null, refund: null }), UNAUTHORIZED);
    assert.equal((await own.stored()).order?.cancellation, null);
  }));

Deno.test("a step that began before its link was replaced is not taken", () =>
  withShop(async (world) => {
    const own = await Checkout.open(world);
    const opened = await open(world, await linkOf(own));
    const step = world.services.checkout.run(callOf(opened, own.id), redeemCoins, {
      input: async () => {
        await linkOf(own);
        return 0;
      },
    });
    await assert.rejects(step, UNAUTHORIZED);
    assert.equal((await own.stored()).version, 1);
  }));
