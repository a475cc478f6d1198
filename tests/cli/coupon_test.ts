import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("coupon create sets every field of a discount", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id, created_at, ...coupon } = await shell.json(
      ...["coupon", "create", ...SHOP, "--code", "Save10", "--type", "percentage"],
      ...["--amount", "12.5", "--max-cap", "100.50", "--combine", "--disable-cod"],
      ...["--platform", "storefront", "--starts", "2026-01-01T00:00:00+05:30"],
      ...["--ends", "2026-02-01T00:00:00Z", "--min-purchase", "500", "--min-quantity", "2"],
      ...["--usage-limit", "1000", "--per-customer", "1", "--product", "1"],
      ...["--product", "9223372036854775806"],
    );
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal(created_at, "2026-01-02T03:04:05.000Z");
    assert.deepEqual(coupon, {
      code: "Save10",
      application_type: "CODE",
      combine: true,
      discount_type: "PERCENTAGE",
      discount_amount: 12.5,
      discount_max_cap: 100.5,
      disable_cod: true,
      coupon_platform: "STOREFRONT",
      starts_at: "2025-12-31T18:30:00.000Z",
      ends_at: "2026-02-01T00:00:00.000Z",
      min_purchase: 500,
      min_quantity: 2,
      usage_limit: 1000,
      usage_limit_per_customer: 1,
      // JSON.parse rounds it; its digits are checked below
      product_ids: [1, 9223372036854775806],
      gift: null,
      coupon_type: "PRODUCT_AMOUNT",
      enabled: true,
      used: 0,
    });
    const { out } = await shell.run("coupon", "list", ...SHOP, "--json");
    assert.match(out, /^ +9223372036854775806$/m);
  }));

Deno.test("coupon create makes free-gift offers for an amount and for a quantity", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const amount = await shell.json(
      ...["coupon", "create", ...SHOP, "--code", "MUG", "--automatic", "--gift-product", "1"],
      ...["--gift-product", "2", "--gift-target", "999.50"],
    );
    assert.equal(amount.application_type, "AUTOMATIC");
    assert.equal(amount.coupon_type, "FREE_GIFT");
    assert.equal("discount_type" in amount, false);
    assert.deepEqual(amount.gift, {
      target_type: "PURCHASE_AMOUNT",
      target: 999.5,
      max_quantity: 1,
      product_ids: [1, 2],
    });
    const { gift } = await shell.json(
      ...["coupon", "create", ...SHOP, "--code", "THREE", "--gift-product", "1"],
      ...["--gift-target", "3", "--gift-target-type", "quantity", "--gift-max", "2"],
    );
    assert.deepEqual(gift, {
      target_type: "QUANTITY",
      target: 3,
      max_quantity: 2,
      product_ids: [1],
    });
    const { out } = await shell.run("coupon", "list", ...SHOP);
    assert.match(out, /MUG +enabled +automatically +1 free gift from 999\.50 INR/);
    assert.match(out, /THREE +enabled +by code +2 free gifts from 3 units/);
  }));

/** Flags that do not make a coupon, and how the message begins. */
const BAD_FLAGS: readonly (readonly [flags: string[], message: string])[] = [
  [["--type", "fixed", "--amount", "5"], "--code is required"],
  [["--code", " X", "--type", "fixed", "--amount", "5"], "--code must not begin or end"],
  [["--code", "X"], "--type is required, unless the coupon has a gift"],
  [["--code", "X", "--type", "fixed"], "--amount is required"],
  [["--code", "X", "--type", "percentage", "--amount", "101"], "--amount must be a percentage"],
  [["--code", "X", "--type", "fixed", "--amount", "0"], '--amount must be more than 0, got "0"'],
  [["--code", "X", "--type", "fixed", "--amount", "1.005"], "--amount must have at most 2"],
  [["--code", "X", "--type", "half", "--amount", "1"], "Option '--type <type>' argument 'half'"],
  [["--code", "X", "--type", "fixed", "--amount", "1", "--product", "1.0"], "--product[0] must be"],
  [["--code", "X", "--type", "fixed", "--amount", "1", "--starts", "2026-01-01"], "--starts must"],
  [["--code", "X", "--type", "fixed", "--amount", "1", "--per-customer", "0"], "--per-customer"],
  [["--code", "X", "--gift-product", "1"], "--gift-target is required"],
  [["--code", "X", "--gift-target", "1"], "--gift-product is required"],
  [
    ["--code", "X", "--gift-product", "1", "--gift-target", "9", "--amount", "5"],
    "--amount must not",
  ],
  [
    ["--code", "X", "--gift-product", "1", "--gift-target", "9", "--gift-max", "0"],
    "--gift-max must be an integer from 1",
  ],
];

for (const [flags, message] of BAD_FLAGS) {
  Deno.test(`coupon create ${flags.join(" ")} is wrong usage: ${message}`, () =>
    withShell(async (shell) => {
      await createShop(shell);
      const { code, err } = await shell.run("coupon", "create", ...SHOP, ...flags);
      assert.equal(code, 2);
      assert.ok(err.startsWith(`error: ${message}`), err);
      assert.deepEqual(await shell.json("coupon", "list", ...SHOP), []);
    }));
}

Deno.test("coupon create refuses a code that differs in case only", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const create = ["coupon", "create", ...SHOP, "--type", "fixed", "--amount", "5", "--code"];
    assert.equal((await shell.run(...create, "SAVE")).code, 0);
    const { code, err } = await shell.run(...create, "save");
    assert.equal(code, 1);
    assert.match(err, /save \(error\.coupon-exists\)/);
  }));

Deno.test("coupon disable and enable switch it, in any case of the code", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await shell.json(
      ...["coupon", "create", ...SHOP, "--code", "SAVE", "--type", "fixed", "--amount", "5"],
    );
    assert.equal((await shell.json("coupon", "disable", "save", ...SHOP)).enabled, false);
    assert.match((await shell.run("coupon", "list", ...SHOP)).out, /SAVE +disabled/);
    const { out } = await shell.run("coupon", "enable", "Save", ...SHOP);
    assert.equal(out, "Coupon SAVE is enabled\n");
    const missing = await shell.run("coupon", "disable", "nope", ...SHOP);
    assert.equal(missing.code, 1);
    assert.match(missing.err, /\(error\.coupon-not-found\)/);
  }));

for (const catalogue of ["open", "strict"] as const) {
  Deno.test(`coupon create for a product that the shop has not stored, in an ${catalogue} catalogue`, () =>
    withShell(async (shell) => {
      await createShop(shell, "--catalogue", catalogue);
      const { code, out, err } = await shell.run(
        ...["coupon", "create", ...SHOP, "--code", "SAVE10", "--type", "percentage"],
        ...["--amount", "10", "--product", "7"],
      );
      if (catalogue === "open") {
        assert.equal(code, 0, err);
        assert.match(out, /^Created coupon SAVE10, /);
        assert.equal(
          err,
          "warning: product_ids: the shop has not stored product 7; the coupon applies to carts " +
            "that have it\n",
        );
        return;
      }
      assert.equal(code, 1);
      assert.match(err, /product_ids must be a product of the shop, got 7/);
      assert.deepEqual(await shell.json("coupon", "list", ...SHOP), []);
    }));
}
