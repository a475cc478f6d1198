/** Two owners who change one coupon at once: none overwrites the other unseen. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { type Coupon, couponKey } from "../../../src/domain/shop/coupon.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { aCode, percent } from "../../support/shop.ts";
import { roleAt } from "./dashboard.ts";
import { fieldsOf, location, withOwner } from "./owner.ts";

async function couponOf({ store, merchant }: World, code: string) {
  const [found] = await store.coupons.entered(merchant.id, { ids: [], code: couponKey(code) });
  return found;
}

Deno.test("of two owners who edit a coupon at once the second sees what the first has saved", () =>
  withOwner("coupons", async (scene) => {
    const { owner, dashboard, path, store, merchant, services } = scene;
    const ben = await dashboard.visitor("ben", roleAt(merchant.id, "owner"));
    const coupon = aCode(1, "SALE", { discount: percent(10), usageLimit: 5 });
    await store.commit([{ kind: "coupon.put", coupon }]);
    const edit = `${path}/${coupon.id}/edit`;
    const form = Object.fromEntries(fieldsOf((await owner.get(edit)).text));
    location(
      await ben.post(edit, { ...form, discount_amount: "20", usage_limit: "", combine: "on" }),
    );
    // The form has no field for another owner's switch, which is kept.
    location(await ben.post(`${path}/${coupon.id}/disable`));

    const refused = await owner.post(edit, { ...form, discount_amount: "30" });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /role="alert">This coupon was changed since you loaded it/);
    const saved = [...refused.text.matchAll(/id="form-(\w+)-saved">Saved now: <bdi>([^<]*)</g)];
    assert.deepEqual(
      saved.map(([, name, value]) => [name, value]),
      [["discount_amount", "20"], ["usage_limit", "empty"], ["combine", "yes"]],
    );
    const again = Object.fromEntries(fieldsOf(refused.text));
    assert.equal(again["discount_amount"], "30");
    assert.equal((await couponOf(scene, "SALE"))?.discount.type, "PERCENTAGE");
    assert.deepEqual((await couponOf(scene, "SALE"))?.discount, percent(20));

    // What was seen now may be replaced.
    location(await owner.post(edit, again));
    const last = await couponOf(scene, "SALE");
    assert.deepEqual([last?.discount, last?.usageLimit, last?.enabled], [percent(30), 5, false]);
    const { rows } = await services.audit.list({ ...NO_AUDIT_FILTER, merchantId: merchant.id }, {
      limit: 3,
    });
    assert.deepEqual(rows[0]?.before?.["discount"], { type: "PERCENTAGE", percent: 20, cap: null });
    // A form without what its sender has seen replaces nothing.
    const { seen: _, ...blind } = again;
    assert.equal((await owner.post(edit, blind)).status, 422);
  }));

Deno.test("changes of a coupon at the same time all hold, and each entry has what it replaced", () =>
  withOwner("coupons", async ({ store, merchant, services: { coupons } }) => {
    await store.commit([{ kind: "coupon.put", coupon: aCode(1, "SALE", { usageLimit: 1 }) }]);
    const more = (old: Coupon) => ({ ...old, usageLimit: (old.usageLimit ?? 0) + 1 });
    await Promise.all([
      ...[1, 2, 3, 4].map(() => coupons.update(merchant.id, "SALE", more, OPERATOR)),
      coupons.setEnabled(merchant.id, "SALE", false, OPERATOR),
    ]);
    const [found] = await store.coupons.entered(merchant.id, { ids: [], code: "SALE" });
    assert.deepEqual([found?.usageLimit, found?.enabled], [5, false]);
    const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, merchantId: merchant.id }, {
      limit: 50,
    });
    const limits = rows.flatMap(({ before }) => before?.["usage_limit"] ?? []).toSorted();
    assert.deepEqual(limits, [1, 2, 3, 4]);
  }));
