import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import { callerOf } from "../../../src/domain/caller.ts";
import { SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { Checkout, left, uses } from "../../web/api/checkout.ts";
import { KNOWN_PHONE, withShop } from "../../web/api/shop.ts";
import { aCode, fixed } from "../../support/shop.ts";
import { aCart, withWorld, type World } from "../../support/app.ts";
import { aProduct, aVariant } from "../../support/builders.ts";
import { IS_FEW } from "../../support/few.ts";
import { withFolder } from "../../support/process.ts";

const CARTS = 200;

/** Result of a start: the pending payment, or the refusal. */
type Outcome =
  | { readonly id: SessionId; readonly session: CheckoutSession }
  | { readonly id: SessionId; readonly error: AppError };

interface Race {
  readonly coupon?: Coupon;
  readonly units?: number;
}

/** A world on a file with a coupon and some mugs, and `CARTS` carts that want one of each. */
async function withRace(
  { coupon, units }: Race,
  test: (world: World, ids: readonly SessionId[], path: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const db = `${folder}/checkout.db`;
    await withWorld(async (world) => {
      const product = aProduct({ variants: [aVariant({ inventoryQuantity: units ?? null })] });
      await world.store.commit([
        { kind: "product.put", merchantId: world.merchant.id, product },
        ...(coupon === undefined ? [] : [{ kind: "coupon.put", coupon } as const]),
      ]);
      const body = aCart({ items: [{ product_id: 1, variant_id: 11, quantity: 1 }] });
      const ids = await Promise.all(Array.from({ length: CARTS }, async () => {
        const { json } = await world.send("POST", "/session", { body });
        const path = `/session/${json.data.session_id}/coupons`;
        if (coupon === undefined) return json.data.session_id;
        const applied = await world.send("POST", path, { body: { data: { code: coupon.code } } });
        assert.equal(applied.status, 200, applied.text);
        return json.data.session_id;
      }));
      await test(world, ids, db);
    }, { db, rateLimit: 1_000_000 });
  });
}

/** Starts all payments in one turn of the event loop. */
async function startAll({ services, key }: World, ids: readonly SessionId[]): Promise<Outcome[]> {
  return await Promise.all(ids.map(async (id): Promise<Outcome> => {
    try {
      const call = { caller: callerOf(key), sessionId: id, alsoCommit: () => [] };
      const options = { input: () => null };
      return { id, session: await services.checkout.run(call, startPayment, options) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { id, error };
    }
  }));
}

function started(outcomes: readonly Outcome[]): (Outcome & { session: CheckoutSession })[] {
  return outcomes.filter((one) => "session" in one);
}

function refused(outcomes: readonly Outcome[]): (Outcome & { error: AppError })[] {
  return outcomes.filter((one) => "error" in one);
}

/** Count of each refusal: `code: message`. */
function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const groups = Object.groupBy(
    refused(outcomes),
    ({ error }) => `${error.code}: ${error.message}`,
  );
  return Object.fromEntries(Object.entries(groups).map(([text, all]) => [text, all?.length ?? 0]));
}

/** Fails unless what was started is set aside, each refused session shows a price, and all adds up. */
async function requireSound(
  world: World,
  outcomes: readonly Outcome[],
  price: { readonly won: number; readonly lost: number },
): Promise<void> {
  for (const { id, session } of started(outcomes)) {
    assert.equal(session.payment?.amount, price.won);
    assert.equal((await world.store.sessions.find(id))?.state.payment, "PENDING");
  }
  for (const { id } of refused(outcomes)) {
    const session = (await world.store.sessions.find(id))?.load();
    assert.equal(session?.state.payment, "DRAFT");
    assert.equal(session.priced.totals.totalPayable, price.lost);
    assert.deepEqual(await world.store.sessions.holds(id), { coupons: [], stock: [] });
  }
  assert.equal(started(outcomes).length + refused(outcomes).length, outcomes.length);
}

const LAST10 = aCode(70, "LAST10", { discount: fixed(1_000), usageLimit: 10 });

Deno.test("200 payments for a coupon with 10 uses: 10 start, 190 learn their new price", {
  ignore: IS_FEW,
}, () =>
  withRace({ coupon: LAST10 }, async (world, ids) => {
    const outcomes = await startAll(world, ids);
    assert.equal(started(outcomes).length, 10);
    const message = "Coupon LAST10 has been used up. The price is now 349.00 instead of 339.00";
    assert.deepEqual(tally(outcomes), { [`error.coupon-limit-reached: ${message}`]: 190 });
    await requireSound(world, outcomes, { won: 33_900, lost: 34_900 });
    assert.equal(await uses(world, LAST10.id), 10);

    const again = await startAll(world, refused(outcomes).map(({ id }) => id));
    assert.equal(started(again).length, 190, "at the new price all of them can pay");
    await requireSound(world, again, { won: 34_900, lost: 0 });
    assert.equal(await uses(world, LAST10.id), 10);
  }));

Deno.test("200 payments for a variant with 7 in stock: 7 start, and a failed one makes room", {
  ignore: IS_FEW,
}, () =>
  withRace({ units: 7 }, async (world, ids) => {
    const outcomes = await startAll(world, ids);
    assert.equal(started(outcomes).length, 7);
    const message = "Not enough left of Mug. The price is still 349.00";
    assert.deepEqual(tally(outcomes), { [`error.out-of-stock: ${message}`]: 193 });
    await requireSound(world, outcomes, { won: 34_900, lost: 34_900 });
    assert.equal(await left(world), 0);

    for (const { id, session } of started(outcomes).slice(0, 3)) {
      const data = { status: "FAILED", reference: "declined" };
      const path = `/session/${id}/payment/${session.payment?.id}/result`;
      assert.equal((await world.send("POST", path, { body: { data } })).status, 200);
    }
    const again = await startAll(world, refused(outcomes).map(({ id }) => id));
    assert.equal(started(again).length, 3);
    assert.equal(await left(world), 0);
  }));

Deno.test("200 payments for both: what is set aside is set aside together or not at all", {
  ignore: IS_FEW,
}, () =>
  withRace({ coupon: { ...LAST10, usageLimit: 5 }, units: 7 }, async (world, ids) => {
    const first = await startAll(world, ids);
    assert.equal(started(first).length, 5);
    assert.deepEqual([await uses(world, LAST10.id), await left(world)], [5, 2]);
    await requireSound(world, first, { won: 33_900, lost: 34_900 });

    const second = await startAll(world, refused(first).map(({ id }) => id));
    assert.equal(started(second).length, 2, "two mugs are left, without the coupon");
    assert.deepEqual([await uses(world, LAST10.id), await left(world)], [5, 0]);
    await requireSound(world, second, { won: 34_900, lost: 34_900 });
  }));

Deno.test("200 payments while another process lowers the coupon's limit: never more than either", {
  ignore: IS_FEW,
}, () =>
  withRace({ coupon: LAST10 }, async (world, ids, path) => {
    const other = await openSqliteStore(path);
    try {
      const limitTo = (usageLimit: number) =>
        other.commit([{ kind: "coupon.put", coupon: { ...LAST10, usageLimit } }]);
      const first = await startAll(world, ids.slice(0, 3));
      const [during] = await Promise.all([startAll(world, ids.slice(3, 100)), limitTo(6)]);
      const inTime = [...first, ...during];
      const most = started(inTime).length;
      assert.ok(most >= 6 && most <= 10, `${most} got the coupon`);
      // From here on no running server goes by the old limit.
      world.clock.advance(SETTLE_MS);
      const late = await startAll(world, ids.slice(100));
      assert.deepEqual(started(late), []);
      await requireSound(world, [...inTime, ...late], { won: 33_900, lost: 34_900 });
      assert.equal(await uses(world, LAST10.id), most);

      await limitTo(most + 2);
      world.clock.advance(SETTLE_MS);
      const more = await startAll(world, refused(late).map(({ id }) => id));
      const withCoupon = started(more).filter(({ session }) => session.priced.coupons.length > 0);
      assert.deepEqual([started(more).length, withCoupon.length], [100, 0]);
      assert.equal(await uses(world, LAST10.id), most, "what was taken off does not come back");
    } finally {
      await other.close();
    }
  }));

Deno.test("one customer's payments at once: coins and a limit per customer are spent once", () => {
  const coupon = aCode(70, "ONCE", { discount: fixed(1_000), usageLimitPerCustomer: 1 });
  return withShop(async (world) => {
    const checkouts: Checkout[] = [];
    for (let i = 0; i < 4; i++) {
      const checkout = await Checkout.open(world);
      await checkout.verify();
      await checkout.step("PUT /coins", { coins: 400 });
      await checkout.step("POST /coupons", { code: "ONCE" });
      checkouts.push(checkout);
      world.clock.advance(30_000);
    }
    const outcomes = await startAll(world, checkouts.map(({ id }) => id));
    assert.equal(started(outcomes).length, 1);
    const message = "You have already used ONCE. The price is now 688.00 instead of 648.00";
    assert.deepEqual(tally(outcomes), { [`error.coupon-limit-reached: ${message}`]: 3 });
    const balances = (await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE))
      ?.balances;
    assert.deepEqual([balances?.AVAILABLE, balances?.PROCESSING, balances?.USED], [100, 400, 0]);
    assert.equal(await uses(world, coupon.id), 1);
  }, { rules: { shipping: [] }, more: [{ kind: "coupon.put", coupon }] });
});

Deno.test("two steps on one session at once are taken one after the other", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const [items, code] = await Promise.all([
      checkout.send("PUT /items", { items: [{ product_id: 1, variant_id: 11, quantity: 3 }] }),
      checkout.send("POST /coupons", { code: "FLAT50" }),
    ]);
    assert.deepEqual([items.status, code.status], [200, 200]);
    const { version, priced } = await checkout.stored();
    assert.equal(version, 3);
    assert.deepEqual([priced.totals.subTotal, priced.totals.couponDiscount], [104_700, 5_000]);
    assert.equal((await checkout.events()).length, 2);
  }));
