import assert from "node:assert/strict";
import { hash } from "node:crypto";
import type { CheckoutSession } from "../../src/domain/session.ts";
import { presentSession } from "../../src/http/present/session.ts";
import { currentView, sessionView, withExpiry } from "../../src/http/present/view.ts";
import type { StoredSession } from "../../src/store/store.ts";
import { aSession } from "../store/support.ts";
import { aCart, withWorld, type World } from "../support/app.ts";
import { aCoupon, aCustomer, anAddress, aPayment, aProduct } from "../support/builders.ts";

async function create({ send }: World): Promise<string> {
  const { json } = await send("POST", "/session", { body: aCart() });
  return `/session/${json.data.session_id}`;
}

/** Has the store answer with sessions that somebody altered. */
function alter({ store }: World, alteration: (stored: StoredSession) => StoredSession): void {
  const read = store.session.bind(store);
  Object.defineProperty(store, "session", {
    value: async (id: Parameters<typeof read>[0]) => {
      const stored = await read(id);
      return stored === null ? null : alteration(stored);
    },
  });
}

/** A stored session with some of its properties replaced; the others are read from it. */
function over(stored: StoredSession, changed: Partial<StoredSession>): StoredSession {
  return new Proxy(stored, {
    get: (target, name) => Reflect.get(name in changed ? changed : target, name),
  });
}

function refuseToLoad(): CheckoutSession {
  throw new Error("The session was loaded");
}

/** A session with something in every part that is shown. */
function aFullSession(): CheckoutSession {
  const session = aSession(1);
  const { id: couponId } = aCoupon();
  const gift = {
    targetType: "PURCHASE_AMOUNT",
    target: 99_900,
    maxQuantity: 1,
    productIds: [aProduct().productId],
  } as const;
  return {
    ...session,
    choices: { ...session.choices, address: anAddress() },
    customer: aCustomer(),
    payment: aPayment(),
    priced: {
      ...session.priced,
      coupons: [{ coupon: aCoupon(), amount: 3490, cartAfter: 31_410, previousCode: "OLD" }],
      offers: [{ couponId, gift, products: [aProduct()] }],
      coinProgram: {
        provider: "CUSTOM",
        name: "Coins",
        logo: "https://cdn.example/coin.png",
        coinValue: 10,
        baseCurrencyValue: 100,
        earnRate: 50_000,
      },
    },
  };
}

Deno.test("sessionView() raises its mark whenever it makes another text of a session", () => {
  const view = sessionView(aFullSession());
  // Another text needs another mark, so that no server shows what an older one stored.
  assert.deepEqual([view.slice(0, 2), hash("sha256", view, "hex")], [
    "1 ",
    "a181fd1ed726116eff5a3c883f5a7d1f6f4d7a9483b881c29bce1848d85cd4d4",
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
  const shown = JSON.parse(presentSession(session));
  assert.deepEqual(
    JSON.parse(withExpiry(sessionView(session), 0)),
    { ...shown, expires_at: "1970-01-01T00:00:00.000Z" },
  );
  assert.deepEqual(
    JSON.parse(withExpiry(sessionView(session), null)),
    { ...shown, expires_at: null },
  );
});

Deno.test("currentView() knows its own mark alone", () => {
  const view = sessionView(aSession(1));
  assert.equal(currentView(view), view);
  for (const other of [null, "", "0 {}", "10 {}", "{}"]) assert.equal(currentView(other), null);
});

Deno.test("GET /session/{id} shows the stored view and loads no session for it", async () => {
  await withWorld(async (world) => {
    const path = await create(world);
    const views: (string | null)[] = [];
    alter(world, (stored) => {
      views.push(stored.view);
      return over(stored, { load: refuseToLoad });
    });
    const { status, json } = await world.send("GET", path);
    assert.equal(status, 200);
    const { expires_at, ...shown } = json.data;
    assert.ok(expires_at);
    assert.deepEqual(views.map((view) => JSON.parse(view?.slice(2) ?? "")), [shown]);
  });
});

Deno.test("GET /session/{id} makes anew what was stored under another mark, or not at all", async () => {
  for (const view of [null, `0 {"id":"old"}`]) {
    await withWorld(async (world) => {
      const path = await create(world);
      let loads = 0;
      alter(world, (stored) =>
        over(stored, {
          view,
          load: () => {
            loads += 1;
            return stored.load();
          },
        }));
      const first = await world.send("GET", path);
      assert.equal(first.json.data.items[0].quantity, 2);
      for (let i = 0; i < 3; i++) {
        assert.equal((await world.send("GET", path)).text, first.text);
      }
      assert.equal(loads, 2, "once more when it is kept, and never while it is at hand");
    });
  }
});

Deno.test("a step stores the view that it answers with", async () => {
  await withWorld(async (world) => {
    const path = await create(world);
    const items = [{ product_id: 1, variant_id: 11, quantity: 3, price: 349 }];
    const { text } = await world.send("PUT", `${path}/items`, { body: { data: { items } } });
    alter(world, (stored) => over(stored, { load: refuseToLoad }));
    const read = await world.send("GET", path);
    assert.equal(read.status, 200);
    assert.equal(read.text, text);
    assert.equal(read.json.data.items[0].quantity, 3);
  });
});
