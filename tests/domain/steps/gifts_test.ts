import { deepEqual, equal } from "node:assert/strict";
import { claimGifts, type GiftRequest } from "../../../src/domain/steps/gifts.ts";
import { replaceItems } from "../../../src/domain/steps/items.ts";
import { aLine, aRawLine, int64 } from "../../support/builders.ts";
import { aMug, aPoster, coupon, fixed, gift, STACKS } from "../../support/shop.ts";
import { at, linesOf, refuses, sessionIn, shopAs, type ShopState, told } from "./cases.ts";

/** Posters from 500.00 on, up to two of them. */
const FREEBIE = coupon("FREEBIE", fixed(0), { gift: gift(50_000, 2, 9) });
const POSTER = int64(91);

function posters(quantity: number, over: Partial<GiftRequest> = {}): GiftRequest {
  return { couponId: FREEBIE.id, variantId: POSTER, quantity, ...over };
}

/** A shop with mugs to sell and posters to give away. */
function giftShop(over: ShopState = {}) {
  return shopAs({ coupons: [FREEBIE], products: [aMug(), aPoster()], ...over });
}

Deno.test("claimGifts() adds gifts as lines of their own that cost nothing", () => {
  const context = giftShop();
  const decision = claimGifts(sessionIn(context), [posters(2)], context);
  const { session } = decision;
  deepEqual(linesOf(session), [["11", 2, 69_800], ["91", 2, 0]]);
  equal(session.priced.totals.totalPayable, 69_800);
  deepEqual(session.choices.claims, [{ ...posters(2), productId: int64(9) }]);
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  deepEqual(session.state, at("IN_PROGRESS", "DRAFT").state);
});

Deno.test("claimGifts() twice is the same as once", () => {
  const context = giftShop();
  const once = claimGifts(sessionIn(context), [posters(1)], context).session;
  const twice = claimGifts(once, [posters(1)], context).session;
  deepEqual({ ...twice, version: once.version }, once);
});

Deno.test("claimGifts() claims exactly these in place of those before", () => {
  const context = giftShop();
  const two = claimGifts(sessionIn(context), [posters(2)], context).session;
  const one = claimGifts(two, [posters(1)], context).session;
  deepEqual(linesOf(one), [["11", 2, 69_800], ["91", 1, 0]]);
  const none = claimGifts(one, [], context).session;
  deepEqual([linesOf(none), none.choices.claims], [[["11", 2, 69_800]], []]);
});

Deno.test("claimGifts() allows max_quantity over all units of an offer", () => {
  const context = giftShop();
  const both = claimGifts(sessionIn(context), [posters(1), posters(1)], context).session;
  deepEqual(linesOf(both), [["11", 2, 69_800], ["91", 2, 0]]);
  for (const requests of [[posters(3)], [posters(2), posters(1)]]) {
    refuses(
      () => claimGifts(sessionIn(context), requests, context),
      "error.gift-not-available",
      "This offer gives at most 2, got 3",
    );
  }
});

Deno.test("claimGifts() counts the units of each offer by themselves", () => {
  const other = coupon("OTHER", fixed(0), { ...STACKS, gift: gift(0, 1, 9) });
  const context = giftShop({ coupons: [FREEBIE, other] });
  const requests = [posters(2), posters(1, { couponId: other.id })];
  const { session } = claimGifts(sessionIn(context), requests, context);
  deepEqual(linesOf(session), [["11", 2, 69_800], ["91", 2, 0], ["91", 1, 0]]);
});

Deno.test("claimGifts() keeps a gift apart from a paid unit of the same product", () => {
  const mugs = coupon("MUGS", fixed(0), { gift: gift(50_000, 1, 1) });
  const context = shopAs({ coupons: [mugs] });
  const request = posters(1, { couponId: mugs.id, variantId: int64(11) });
  const { session } = claimGifts(sessionIn(context), [request], context);
  deepEqual(linesOf(session), [["11", 2, 69_800], ["11", 1, 0]]);
  deepEqual(session.priced.lines.map(({ giftOf }) => giftOf), [null, mugs.id]);
});

Deno.test("claimGifts() refuses an offer that is not unlocked", () => {
  const context = giftShop();
  const small = sessionIn(context, { lines: [aLine()] }); // 349.00
  refuses(
    () => claimGifts(small, [posters(1)], context),
    "error.gift-not-available",
    `This offer is not unlocked: ${FREEBIE.id}`,
  );
});

Deno.test("claimGifts() refuses a variant that the offer does not hold", () => {
  const context = giftShop();
  for (const variantId of [int64(11), int64(99)]) {
    refuses(
      () => claimGifts(sessionIn(context), [posters(1, { variantId })], context),
      "error.gift-not-available",
      `This offer does not include the variant: ${variantId}`,
    );
  }
});

Deno.test("claimGifts() takes gifts from the same shelf as paid units", () => {
  const mugs = coupon("MUGS", fixed(0), { gift: gift(50_000, 2, 1) });
  const claim = (quantity: number, left: number) => {
    const context = shopAs({ coupons: [mugs], products: [aMug(left)] });
    const request = posters(quantity, { couponId: mugs.id, variantId: int64(11) });
    return claimGifts(sessionIn(context), [request], context).session;
  };
  equal(claim(1, 3).priced.lines[1]?.outOfStock, false); // 2 paid + 1 given
  refuses(() => claim(2, 3), "error.out-of-stock", "Only 3 left of Mug");
});

Deno.test("claimGifts() refuses gifts that are out of stock, but not untracked ones", () => {
  const claim = (left: number | null) => {
    const context = giftShop({ products: [aMug(), aPoster(left)] });
    return claimGifts(sessionIn(context), [posters(2)], context).session;
  };
  refuses(() => claim(1), "error.out-of-stock", "Only 1 left of Poster");
  refuses(() => claim(-1), "error.out-of-stock", "Only 0 left of Poster");
  equal(linesOf(claim(2)).length, 2);
  equal(linesOf(claim(null)).length, 2);
});

Deno.test("claimGifts() does not judge the stock of what is not claimed", () => {
  const context = giftShop({ products: [aMug(1), aPoster()] });
  equal(linesOf(claimGifts(sessionIn(context), [posters(1)], context).session).length, 2);
});

Deno.test("replaceItems() lets claimed gifts go when the cart falls below their target", () => {
  const context = giftShop();
  const { session } = claimGifts(sessionIn(context), [posters(1)], context);
  const smaller = replaceItems(session, [aRawLine()], context).session; // 349.00
  deepEqual([smaller.choices.claims, linesOf(smaller)], [[], [["11", 1, 34_900]]]);
  // They do not come back by themselves.
  const larger = replaceItems(smaller, [aRawLine({}, { quantity: 2 })], context).session;
  deepEqual(linesOf(larger), [["11", 2, 69_800]]);
});
