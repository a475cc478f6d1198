import assert from "node:assert/strict";
import { hash } from "node:crypto";
import type { MerchantId } from "../../src/domain/ids.ts";
import { placedOrder } from "../../src/domain/session/order.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { callerOf } from "../../src/domain/caller.ts";
import { encodeSession } from "../../src/schema/api/session.ts";
import { isCurrentView, sessionView, withExpiry } from "../../src/schema/api/view.ts";
import { aSession } from "../store/support.ts";
import { aCart, withWorld, type World } from "../support/app.ts";
import {
  aCoupon,
  aCustomer,
  anAddress,
  aPayment,
  aProduct,
  int64,
  NOW,
  uuid,
} from "../support/builders.ts";
import { orderNumber } from "../support/orders.ts";
import { countReads } from "../support/count_reads.ts";
import { COINS } from "../support/shop.ts";

async function create({ send }: World): Promise<string> {
  const { json } = await send("POST", "/session", { body: aCart() });
  return `/session/${json.data.session_id}`;
}

/** Has the store answer with another view than was stored. */
function alterView({ store }: World, alteration: (view: string | null) => string | null): void {
  const read = store.sessions.shown.bind(store.sessions);
  Object.defineProperty(store.sessions, "shown", {
    value: async (id: Parameters<typeof read>[0]) => {
      const shown = await read(id);
      return shown === null ? null : { ...shown, view: alteration(shown.view) };
    },
  });
}

/** A session with something in every part that is shown. */
function aFullSession(): CheckoutSession {
  const session = aSession(1);
  const { id: couponId } = aCoupon();
  const { id, phone } = aCustomer();
  const gift = {
    targetType: "PURCHASE_AMOUNT",
    target: 99_900,
    maxQuantity: 1,
    productIds: [aProduct().productId],
  } as const;
  return {
    ...session,
    choices: { ...session.choices, address: anAddress() },
    customer: { id, phone },
    buyer: { name: "Asha Rao", email: "asha@example.com" },
    payment: aPayment({ status: "PAID" }),
    order: placedOrder({
      coupons: ["OLD"],
      units: [{ productId: int64(2n ** 53n + 1n), variantId: int64(11), quantity: 2 }],
      coins: 3,
    }, { number: orderNumber(7), placedAt: NOW }),
    priced: {
      ...session.priced,
      coupons: [{ coupon: aCoupon(), amount: 3490, cartAfter: 31_410, previousCode: "OLD" }],
      resting: [{ couponId, code: "REST", reason: "error.coupon-expired", message: "Over" }],
      unverified: [{ couponId, code: "ONCE", saves: 500 }],
      offers: [{ couponId, gift, products: [aProduct()] }],
      shippingOptions: [{ id: "express", name: "Express", price: 15_000 }],
      shippingOption: "express",
      coinProgram: { ...COINS, name: "Coins", logo: "https://cdn.example/coin.png" },
    },
  };
}

Deno.test("sessionView() raises its mark whenever it makes another text of a session", () => {
  const view = sessionView(aFullSession());
  // Another text needs another mark, so that no server shows what an older one stored.
  assert.deepEqual([view.slice(0, 3), hash("sha256", view, "hex")], [
    "13 ",
    "666a4200b13cbe63558140e871d27ebafe146c5ba0c57af97038d220f6e4b0cc",
  ]);
});

Deno.test("sessionView() makes a session's text once, the next version's anew", () => {
  const session = aSession(1);
  let looks = 0;
  const watched = new Proxy(session, {
    get: (target, name) => {
      looks += 1;
      return Reflect.get(target, name);
    },
  });
  const view = sessionView(watched);
  const looksOfOne = looks;
  assert.equal(sessionView(watched), view);
  assert.ok(looksOfOne > 0);
  assert.equal(looks, looksOfOne);
  assert.notEqual(sessionView({ ...session, redirectUrl: "https://other.example/" }), view);
});

Deno.test("withExpiry() makes of a view the session's text with one field more", () => {
  const session = aSession(1);
  const shown = JSON.parse(JSON.stringify(encodeSession(session)));
  assert.deepEqual(
    JSON.parse(withExpiry(sessionView(session), 0)),
    { ...shown, expires_at: "1970-01-01T00:00:00.000Z" },
  );
  assert.deepEqual(
    JSON.parse(withExpiry(sessionView(session), null)),
    { ...shown, expires_at: null },
  );
});

Deno.test("isCurrentView() knows its own mark alone", () => {
  assert.equal(isCurrentView(sessionView(aSession(1))), true);
  for (const other of [null, "", "0 {}", "9 {}", "{}"]) assert.equal(isCurrentView(other), false);
});

Deno.test("GET /session/{id} shows the stored view and loads no session for it", () =>
  withWorld(async (world) => {
    const path = await create(world);
    const views: (string | null)[] = [];
    alterView(world, (view) => {
      views.push(view);
      return view;
    });
    const loads = countReads(world, "find");
    const { status, json } = await world.send("GET", path);
    assert.equal(status, 200);
    const { expires_at, ...shown } = json.data;
    assert.ok(expires_at);
    assert.deepEqual(views.map((view) => JSON.parse(view?.slice(2) ?? "")), [shown]);
    assert.equal(loads(), 0);
  }));

Deno.test("GET /session/{id} makes anew what was stored under another mark, or not at all", async () => {
  for (const view of [null, `0 {"id":"old"}`]) {
    await withWorld(async (world) => {
      const path = await create(world);
      alterView(world, () => view);
      const loads = countReads(world, "find");
      const first = await world.send("GET", path);
      assert.equal(first.json.data.items[0].quantity, 2);
      for (let i = 0; i < 3; i++) {
        assert.equal((await world.send("GET", path)).text, first.text);
      }
      assert.equal(loads(), 2, "once more when it is kept, and never while it is at hand");
    });
  }
});

Deno.test("a step stores the view that it answers with", () =>
  withWorld(async (world) => {
    const path = await create(world);
    const items = [{ product_id: 1, variant_id: 11, quantity: 3, price: 349 }];
    const { text } = await world.send("PUT", `${path}/items`, { body: { data: { items } } });
    const loads = countReads(world, "find");
    const read = await world.send("GET", path);
    assert.equal(read.status, 200);
    assert.equal(read.text, text);
    assert.equal(read.json.data.items[0].quantity, 3);
    assert.equal(loads(), 0);
  }));

Deno.test("no view is made for who may not see the session, or once it has ended", () =>
  withWorld(async (world) => {
    const path = await create(world);
    alterView(world, () => null);
    const loads = countReads(world, "find");
    const stranger = { ...callerOf(world.key), merchantId: uuid<MerchantId>(2) };
    await assert.rejects(
      async () => await world.services.sessions.read(stranger, path.slice("/session/".length)),
      /No session has this id/,
    );
    world.clock.advance(3_600_000);
    assert.equal((await world.send("GET", path)).status, 404);
    assert.equal(loads(), 0);
  }));
