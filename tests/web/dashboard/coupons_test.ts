/** Coupons in the dashboard: the list, the forms, and what each change leaves in the audit trail. */
import assert from "node:assert/strict";
import type { SessionId } from "../../../src/domain/ids.ts";
import { couponKey } from "../../../src/domain/shop/coupon.ts";
import type { World } from "../../support/app.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { parseCsv } from "../../support/csv.ts";
import { aCode, aMug, fixed, gift, percent, scope } from "../../support/shop.ts";
import { roleAt } from "./dashboard.ts";
import { audited, fieldsOf, location, withOwner } from "./owner.ts";

async function couponOf({ store, merchant }: World, code: string) {
  const [found] = await store.coupons.entered(merchant.id, { ids: [], code: couponKey(code) });
  return found;
}

const FORM = {
  code: "Save10",
  application_type: "CODE",
  discount_type: "PERCENTAGE",
  discount_amount: "12.5 %",
  discount_max_cap: "100.50",
  min_purchase: "500",
  min_quantity: "2",
  starts_at: "2026-01-31T00:00",
  ends_at: "2026-03-01T12:30",
  usage_limit: "1000",
  usage_limit_per_customer: "1",
  combine: "on",
};

Deno.test("a coupon is created, changed, disabled, enabled and deleted: one entry for each", () =>
  withOwner("coupons", async (scene) => {
    const { owner, path, merchant } = scene;
    const products = ["1", "9223372036854775807", "3"];
    const made = location(
      await owner.post(`${path}/new`, [
        ...Object.entries(FORM),
        ...products.map((id): [string, string] => ["product_ids", id]),
      ]),
    );
    const coupon = await couponOf(scene, "SAVE10");
    assert.deepEqual(coupon, {
      id: coupon?.id,
      merchantId: merchant.id,
      code: "Save10",
      applicationType: "CODE",
      combine: true,
      discount: { ...percent(0, 10_050), rate: 125_000 },
      disableCod: false,
      platform: "SERVICE",
      startsAt: Date.parse("2026-01-31T00:00+05:30"),
      endsAt: Date.parse("2026-03-01T12:30+05:30"),
      minPurchase: 50_000,
      minQuantity: 2,
      usageLimit: 1000,
      usageLimitPerCustomer: 1,
      ...scope(1),
      productIds: products,
      gift: null,
      enabled: true,
      createdAt: NOW,
    });
    const own = `${path}/${coupon?.id}`;
    assert.equal(made, `${own}?saved=1`);
    assert.match((await owner.get(made)).text, /12\.5% off, at most ₹100\.50/);

    const edit = await owner.get(`${own}/edit`);
    const changed = {
      ...FORM,
      seen: Object.fromEntries(fieldsOf(edit.text))["seen"] ?? "",
      discount_type: "FIXED",
      discount_amount: "75",
      discount_max_cap: "",
    };
    assert.equal(location(await owner.post(`${own}/edit`, changed)), made);
    assert.deepEqual((await couponOf(scene, "SAVE10"))?.discount, fixed(7_500));
    location(await owner.post(`${own}/disable`));
    assert.equal((await couponOf(scene, "SAVE10"))?.enabled, false);
    location(await owner.post(`${own}/enable`));
    const list = location(await owner.post(`${own}/delete`));
    assert.match((await owner.get(list)).text, /The coupon is deleted\./);
    assert.equal(await couponOf(scene, "SAVE10"), undefined);
    assert.deepEqual(
      await audited(scene),
      ["create", "update", "disable", "enable", "delete"].map((verb) =>
        `anna coupon.${verb} Save10`
      ),
    );
  }));

Deno.test("the form of a coupon that is saved as it is changes nothing", () =>
  withOwner("coupons", async (scene) => {
    const { owner, path, store } = scene;
    const coupons = [
      aCode(1, "ALL", {
        discount: percent(10, 5_000),
        platform: "STOREFRONT",
        combine: true,
        disableCod: true,
        // To the millisecond, which the form does not show.
        startsAt: NOW + 123,
        endsAt: NOW + 86_400_000,
        minPurchase: 100,
        minQuantity: 1,
        usageLimit: 7,
        usageLimitPerCustomer: 2,
        ...scope(1, 2),
      }),
      aCode(2, "PLAIN", { discount: fixed(1) }),
      aCode(3, "GIFT", { discount: fixed(0), gift: gift(99_900, 2, 1, 5) }),
      aCode(4, "UNITS", { discount: fixed(0), gift: { ...gift(3, 1, 1), targetType: "QUANTITY" } }),
    ];
    await store.commit(coupons.map((coupon) => ({ kind: "coupon.put", coupon })));
    for (const coupon of coupons) {
      const edit = `${path}/${coupon.id}/edit`;
      location(await owner.post(edit, fieldsOf((await owner.get(edit)).text)));
      assert.deepEqual(await couponOf(scene, coupon.code), coupon);
    }
  }));

/** Values that are refused, by field, and the message beside it. */
const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ["code", "", /Code must not be empty/],
  ["code", "taken", /The merchant already has a coupon with this code: taken/],
  ["discount_amount", "120", /Discount must be a percentage of 0 to 100 /],
  ["discount_amount", "0", /Discount must be more than 0/],
  ["discount_max_cap", "x", /Maximum discount must be an amount of 0 or more/],
  ["min_purchase", "1.234", /Minimum purchase must have at most 2 decimals for INR/],
  ["min_quantity", "-1", /Minimum quantity must be an integer/],
  ["usage_limit", "0", /Uses in all must be an integer from 1/],
  ["usage_limit_per_customer", "many", /Uses per customer must be an integer from 1/],
  ["product_ids.find", "mug", /Tick the products that were found, then save/],
  ["starts_at", "soon", /Starts must be a day and a time/],
  ["ends_at", "2026-01-01T00:00", /Ends must be later than the start/],
];

Deno.test("a refused coupon is shown again with what was entered and the error at its field", () =>
  withOwner("coupons", async (scene) => {
    const { owner, path, store } = scene;
    await store.commit([{ kind: "coupon.put", coupon: aCode(9, "TAKEN") }]);
    for (const [name, value, message] of REFUSED) {
      const seen = await owner.post(`${path}/new`, { ...FORM, [name]: value });
      assert.equal(seen.status, 422, `${name}=${value}`);
      const error = new RegExp(`id="form-${name}-error">[^<]*</`).exec(seen.text)?.[0] ?? "";
      assert.match(error, message);
      assert.match(seen.text, /value="2026-03-01T12:30"|ends_at-error/);
      assert.ok(seen.text.split(" autofocus").length <= 2);
      assert.match(seen.text, /name="combine"[^>]* checked/);
    }
    const gifts = await owner.post(`${path}/new?kind=gift`, { ...FORM, "gift.target": "0.001" });
    assert.match(gifts.text, /id="form-gift.target_type-error">Unlocked by must be one of /);
    assert.deepEqual(await audited(scene), []);
  }));

Deno.test("a gift offer names its products, with those of the catalogue by title", () =>
  withOwner("coupons", async (scene) => {
    const { owner, path, store, merchant } = scene;
    await store.commit([{ kind: "product.put", merchantId: merchant.id, product: aMug() }]);
    const form = {
      code: "FREEMUG",
      application_type: "AUTOMATIC",
      "gift.target_type": "PURCHASE_AMOUNT",
      "gift.target": "999",
      "gift.max_quantity": "1",
    };
    const ids = ["1", "2"].map((id): [string, string] => ["gift.product_ids", id]);
    const made = await owner.post(`${path}/new?kind=gift`, [...Object.entries(form), ...ids]);
    const { text } = await owner.get(location(made));
    assert.match(text, /1 free gift from ₹999\.00/);
    assert.match(text, /<bdi>Mug<\/bdi>/);
    assert.match(text, /2, not in the catalogue/);
  }));

Deno.test("a coupon that was used is not deleted, and its page says so", () =>
  withOwner("coupons", async ({ owner, path, store }) => {
    const coupon = aCode(1, "USED");
    await store.commit([{ kind: "coupon.put", coupon }]);
    const take = { sessionId: uuid<SessionId>(5), customerId: null };
    const limits = { limit: null, limitPerCustomer: null };
    await store.commit([{ kind: "coupon.take", couponId: coupon.id, ...take, ...limits }]);
    const own = `${path}/${coupon.id}`;
    assert.match((await owner.get(own)).text, /Not possible: it was used 1 time\./);
    const refused = await owner.post(`${own}/delete`);
    assert.equal(refused.status, 422);
  }));

Deno.test("the list is read in pages, by the beginning of a code, and as CSV with the same rows", () =>
  withOwner("coupons", async ({ owner, path, store }) => {
    const codes = Array.from({ length: 120 }, (_, n) => `C${String(n).padStart(3, "0")}`);
    await store.commit([...codes, "=EVIL()"].map((code, n) => ({
      kind: "coupon.put",
      coupon: aCode(n + 1, code, { discount: fixed(1_050) }),
    })));
    const found: string[] = [];
    for (let next: string | undefined = `${path}?q=c`; next !== undefined;) {
      const { text } = await owner.get(next);
      found.push(...[...text.matchAll(/<bdi>(C\d+)<\/bdi>/g)].map(([, code = ""]) => code));
      next = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    assert.deepEqual(found, codes);
    const { headers, text } = await owner.get(`${path}.csv?q=c`);
    assert.equal(headers.get("content-type"), "text/csv; charset=utf-8");
    assert.equal(headers.get("content-disposition"), 'attachment; filename="coupons.csv"');
    const [head, ...rows] = parseCsv(text);
    assert.deepEqual(rows.map(([code]) => code), codes);
    assert.match(
      text,
      /^\uFEFF?code,enabled,.*,gift_product_ids,used,.*,time_zone,currency_code\r\n/,
    );
    assert.equal(rows[0]?.[head?.indexOf("discount_amount") ?? -1], "10.5");
    assert.match((await owner.get(`${path}.csv`)).text, /\r\n'=EVIL\(\),/);
    assert.match((await owner.get(`${path}?q=x`)).text, /No code begins with x\./);
  }));

Deno.test("a viewer sees coupons without a button that changes them; an unknown one is 404", () =>
  withOwner("coupons", async ({ dashboard, path, store, merchant }) => {
    await store.commit([{ kind: "coupon.put", coupon: aCode(1, "SAVE10") }]);
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    for (const page of [path, `${path}/${uuid(1)}`]) {
      const { status, text } = await viewer.get(page);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /method="post" action="\/shops|\/new|\/edit/);
    }
    for (const id of ["SAVE10", uuid(2), "%E0%A4%A"]) {
      assert.equal((await viewer.get(`${path}/${id}`)).status, 404);
    }
  }));
