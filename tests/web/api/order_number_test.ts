import assert from "node:assert/strict";
import { composeOrderNumber } from "../../../src/domain/session/order_number.ts";
import { paidEarlier } from "./part_paid.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, HOUR_MS, PREPAID_COD, withShop } from "./shop.ts";
import type { World } from "../../support/app.ts";

function numberOf(fill: number): string {
  return composeOrderNumber(new Uint8Array(5).fill(fill));
}

async function addressed(world: World): Promise<Checkout> {
  const checkout = await Checkout.open(world);
  await checkout.step("PUT /address", ADDRESS);
  return checkout;
}

/** Cash on delivery with its prepaid part paid under an earlier version. */
async function partPaid(world: World): Promise<Checkout> {
  const checkout = await addressed(world);
  await checkout.step("PUT /payment-method", { method: "COD" });
  await paidEarlier(checkout);
  return checkout;
}

Deno.test("an order has a number in the session and in every event from then on", () =>
  withShop(async (world) => {
    const checkout = await addressed(world);
    const { order } = await checkout.pay();
    assert.match(order.number, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const events = await world.store.sessions.events(checkout.id);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data["order_number"]]),
      [
        ["session.updated", null],
        ["payment.pending", null],
        ["payment.paid", order.number],
        ["session.completed", order.number],
      ],
    );
    assert.deepEqual(
      (await world.services.sessionAdmin.show(order.number.toLowerCase())).session.id,
      checkout.id,
    );
  }));

Deno.test("an order whose number is taken is decided again with another, also by the sweep", () => {
  // Each is the byte of five: first those of the API key, then those of the orders.
  const fills = [9, 1, 1, 1, 2, 2, 1, 3];
  const randomBytes = (length: number) => new Uint8Array(length).fill(fills.shift()!);
  return withShop(async (world) => {
    const [first, second] = [await addressed(world), await addressed(world)];
    assert.equal((await first.pay()).order.number, numberOf(1));
    assert.equal((await second.pay()).order.number, numberOf(2));
    const [idle, later] = [await partPaid(world), await partPaid(world)];
    world.clock.advance(HOUR_MS);
    const { housekeeping } = world.services;
    assert.deepEqual([await housekeeping.sweepAll(), fills], [0, [3]]);
    assert.equal((await idle.stored()).order, null, "nothing is written");
    fills.push(4);
    assert.deepEqual([await housekeeping.sweepAll(), fills], [2, []]);
    const numbers = [(await idle.stored()).order?.number, (await later.stored()).order?.number];
    assert.deepEqual(numbers.sort(), [numberOf(3), numberOf(4)]);
  }, { randomBytes, rules: PREPAID_COD });
});
