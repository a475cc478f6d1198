import assert from "node:assert/strict";
import { proposedCurrency } from "../../src/cli/setup/plan.ts";
import { isCountryCode } from "../../src/domain/values/country.ts";
import { findCurrency } from "../../src/domain/values/money.ts";
import { withShell } from "./support.ts";

const SHOP = `{"merchants":[{"name":"Shop","domains":["shop.example"],"country_code":"IN",
  "currency_code":"INR","products":[{"id":1,"title":"Mug","variants":[{"id":11,"price":349}]}],
  "coupons":[{"code":"SAVE10","discount_type":"PERCENTAGE","discount_amount":10}],
  "customers":[{"phone":"+919876543210","coins":500}]}]}`;

const NOTHING = { created: 0, updated: 0, unchanged: 1 };
const ONE = { created: 1, updated: 0, unchanged: 0 };

Deno.test("seed writes a file, and nothing when it is run again", () =>
  withShell(async (shell) => {
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
  }));

Deno.test("seed of a broken file names file and path, and touches no database", () =>
  withShell(async (shell) => {
    shell.files.set("shop.json", SHOP.replace('"discount_amount":10', '"discount_amount":110'));
    const { code, out, err } = await shell.run("seed", "shop.json");
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^error: shop\.json: merchants\[0\]\.coupons\[0\]\.discount_amount must be /);
    assert.deepEqual(shell.opened, []);
  }));

Deno.test("demo seeds a shop and prints a fresh key with commands to paste", () =>
  withShell(async (shell) => {
    const { code, out } = await shell.run("demo", "--url", "https://checkout.example:8443/");
    assert.equal(code, 0);
    const secret = /^KEY=(ck_live_\w{36}) URL=https:\/\/checkout\.example:8443;/m.exec(out)?.[1] ??
      "";
    const key = await shell.services.authentication.identify(secret);
    assert.equal(key?.expiresAt, shell.clock.at + 30 * 86_400_000);
    assert.match(out, /^Demo Store is ready\. .* shown only once and expires 2026-02-01:\n/);
    assert.equal(out.split("\n").filter((line) => line.includes("curl")).length, 3);
  }));

Deno.test("demo again leaves the shop alone and makes another key", () =>
  withShell(async (shell) => {
    const first = await shell.json("demo");
    const second = await shell.json("demo");
    assert.equal(second.merchant.id, first.merchant.id);
    assert.notEqual(second.key.secret, first.key.secret);
    for (const kind of ["merchants", "products", "coupons", "customers"]) {
      const { created, updated } = second.seed[kind];
      assert.deepEqual([created, updated], [0, 0], kind);
    }
    assert.deepEqual(Object.keys(first.commands), ["keep", "create", "read", "error"]);
    assert.equal((await shell.json("key", "list", "--merchant", first.merchant.id)).length, 2);
  }));

Deno.test("proposedCurrency() has one in use for every country", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const countries = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountryCode);
  assert.ok(countries.length > 200);
  const without = countries.filter((one) =>
    findCurrency(proposedCurrency(one) ?? "") === undefined
  );
  assert.deepEqual(without, []);
});

Deno.test("proposedCurrency() takes either case, and is undefined for an unknown country", () => {
  assert.equal(proposedCurrency("in"), "INR");
  assert.equal(proposedCurrency("DE"), "EUR");
  for (const text of ["", "XX", "constructor", "__proto__"]) {
    assert.equal(proposedCurrency(text), undefined);
  }
});
