/** A cart that its customer left, and the link back to it. */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { Merchant } from "../../../src/domain/shop/merchant.ts";
import { aCart, withWorld, type World } from "../../support/app.ts";
import { anEndpoint } from "../../support/webhooks.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const PHONE = "+919876543210";
export const BASE = "https://pay.shop.example";

/** A world whose shop has an endpoint for all events, and these goods and coupons. */
export function withCarts(
  test: (world: World) => Promise<void>,
  { merchant, goods = [] }: {
    readonly merchant?: Partial<Merchant>;
    readonly goods?: readonly Change[];
  } = {},
): Promise<void> {
  return withWorld(async (world) => {
    await world.store.commit([{ kind: "webhook.put", endpoint: anEndpoint(1) }, ...goods]);
    world.services.pages.servedAt(BASE);
    await test(world);
  }, { ...(merchant && { merchant }), rateLimit: 2000 });
}

/** Opens a session on two mugs, unless told otherwise, with the address of a customer. */
export async function leave(
  world: World,
  items: unknown = [{ product_id: 1, variant_id: 11, quantity: 2, price: 349, title: "Mug" }],
): Promise<SessionId> {
  const { send } = world;
  const body = aCart({ items, reference: "R-1", note: "For Asha", attributes: { gift: "yes" } });
  const { json, text } = await send("POST", "/session", { body });
  assert.ok(json.data, text);
  const id = json.data.session_id;
  const address = {
    name: "Asha Rao",
    phone: PHONE,
    line1: "12 Lake Road",
    city: "Bengaluru",
    postal_code: "560001",
    country_code: "IN",
    email: "asha@example.com",
  };
  assert.equal(
    (await send("PUT", `/session/${id}/address`, { body: { data: address } })).status,
    200,
  );
  return id;
}

/** Lets the session of a customer expire, swept or not. */
export async function expire({ clock, services }: World, isSwept = true): Promise<void> {
  clock.advance(HOUR_MS);
  if (isSwept) await services.housekeeping.sweepAll();
}

/** The token of a session's link. */
export async function tokenOf({ services }: World, id: SessionId): Promise<string> {
  const url = await services.recoveryLinks.urlOf(id, BASE);
  return url.slice(`${BASE}/c/recover/`.length);
}

/** Continues by a token; the id of the session that it leads to. */
export async function resume({ services }: World, token: string): Promise<SessionId | null> {
  const url = await services.recovery.resume(token);
  return url === null ? null : new URL(url).searchParams.get("session_id") as SessionId;
}

/** A session as it is stored. */
export async function load({ store }: World, id: SessionId | null) {
  assert.ok(id);
  const stored = await store.sessions.find(id);
  assert.ok(stored, `No session: ${id}`);
  return stored.load();
}
