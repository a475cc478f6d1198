/** A checkout whose payment is under way, and what it holds. */
import assert from "node:assert/strict";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import { callerOf } from "../../../src/domain/caller.ts";
import type { World } from "../../support/app.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, mugs } from "./shop.ts";
import { aCode, fixed } from "../../support/shop.ts";

/** A payment holds what it needs for so long. */
export const TTL_MS = HOUR_MS / 2;
/** A code that can be used once. */
export const LAST = aCode(30, "LAST", { discount: fixed(1_000), usageLimit: 1 });
/** Further contents of the shop. */
export const MORE = [{ kind: "coupon.put", coupon: LAST }] as const;

/** A payment with LAST, 100 coins and two mugs set aside; manual for some days, if given. */
export async function started(world: World, quantity = 2, days?: number) {
  const checkout = await Checkout.open(world, { items: mugs(quantity) });
  await checkout.verify();
  await checkout.step("POST /coupons", { code: "LAST" });
  await checkout.step("PUT /coins", { coins: 100 });
  await checkout.step("PUT /address", ADDRESS);
  if (days !== undefined) await startManual(world, checkout, days);
  const { payment } = days === undefined
    ? await checkout.step("POST /payment")
    : (await checkout.send("GET ")).json.data;
  return { checkout, payment, cancel: `POST /payment/${payment.payment_id}/cancel` };
}

/** Starts a manual payment, as the checkout page does. */
export async function startManual(world: World, { id }: Checkout, days: number): Promise<void> {
  const { services, key } = world;
  const call = { caller: callerOf(key), sessionId: id, alsoCommit: () => [] };
  await services.checkout.run(call, startPayment, { input: () => ({ days }) });
}

/** Uses of LAST, units set aside, and coins set aside. */
export async function held(world: World, { id }: Checkout): Promise<unknown[]> {
  const { coupons, stock } = await world.store.sessions.holds(id);
  const customer = await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE);
  return [coupons, stock.map(({ units }) => units), customer?.balances.PROCESSING];
}

/** Results of {@link held} while the payment holds it, and afterwards. */
export const HELD = [["LAST"], [2], 100];
export const NOTHING = [[], [], 0];

/** Data of the latest event. */
export async function lastEvent(
  { store }: World,
  { id }: Checkout,
): Promise<Readonly<Record<string, unknown>>> {
  const event = (await store.sessions.events(id)).at(-1);
  assert.ok(event);
  return { type: event.type, ...event.data };
}
