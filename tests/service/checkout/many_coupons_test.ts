import assert from "node:assert/strict";
import type { CouponId } from "../../../src/domain/ids.ts";
import { aCart, withWorld } from "../../support/app.ts";
import { aCoupon, uuid } from "../../support/builders.ts";

const CODES = 2000;

Deno.test("what a session costs does not depend on how many codes a shop has", () =>
  withWorld(async ({ send, store }) => {
    await store.commit(Array.from({ length: CODES }, (_, n) => ({
      kind: "coupon.put",
      coupon: aCoupon({
        id: uuid<CouponId>(10_000 + n),
        code: `ONE-${n}`,
        applicationType: "CODE",
        usageLimit: 1,
      }),
    })));
    const read: number[] = [];
    for (const method of ["of", "entered", "automatic", "forPricing"] as const) {
      const original: (...args: never[]) => unknown = store.coupons[method].bind(store.coupons);
      Object.defineProperty(store.coupons, method, {
        value: async (...args: never[]) => {
          const found = await original(...args);
          const coupons = found as { coupons?: unknown[]; entered?: unknown[]; rows?: unknown[] };
          read.push(
            (coupons.coupons ?? coupons.entered ?? coupons.rows ?? found as unknown[]).length,
          );
          return found;
        },
      });
    }
    const created = await send("POST", "/session", { body: aCart() });
    assert.deepEqual(
      read,
      [0],
      "only coupons that apply by themselves are read, and there are none",
    );
    const path = created.headers.get("location");
    const { json } = await send("POST", `${path}/coupons`, { body: { data: { code: "one-7" } } });
    assert.equal(json.data.coupons[0].code, "ONE-7");
    assert.deepEqual(read, [0, 1], "and the one that is entered");
  }));
