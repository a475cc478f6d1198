import assert from "node:assert/strict";
import { withShell } from "./support.ts";

const SHOP = `{"merchants":[{"name":"Shop","domains":["shop.example"],"country_code":"IN",
  "currency_code":"INR","products":[{"id":1,"title":"Mug","variants":[{"id":11,"price":349}]}],
  "coupons":[{"code":"SAVE10","discount_type":"PERCENTAGE","discount_amount":10}],
  "customers":[{"phone":"+919876543210","coins":500}]}]}`;

const NOTHING = { created: 0, updated: 0, unchanged: 1 };
const ONE = { created: 1, updated: 0, unchanged: 0 };

Deno.test("seed writes a file, and nothing when it is run again", async () => {
  await withShell(async (shell) => {
    shell.files.set("shop.json", SHOP);
    const { merchant_ids: ids, ...first } = await shell.json("seed", "shop.json");
    assert.deepEqual(first, { merchants: ONE, products: ONE, coupons: ONE, customers: ONE });
    const again = await shell.json("seed", "shop.json");
    assert.deepEqual(again, {
      merchants: NOTHING,
      products: NOTHING,
      coupons: NOTHING,
      customers: NOTHING,
      merchant_ids: ids,
    });
    const { out } = await shell.run("seed", "shop.json");
    assert.match(out, /^Merchants: 0 created, 0 updated, 1 unchanged\nProducts: 0 /);
  });
});

Deno.test("seed of a broken file names file and path, and touches no database", async () => {
  await withShell(async (shell) => {
    shell.files.set("shop.json", SHOP.replace('"discount_amount":10', '"discount_amount":110'));
    const { code, out, err } = await shell.run("seed", "shop.json");
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^error: shop\.json: merchants\[0\]\.coupons\[0\]\.discount_amount must be /);
    assert.deepEqual(shell.opened, []);
  });
});
