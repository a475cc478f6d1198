import assert from "node:assert/strict";
import type { MerchantId } from "../../src/domain/ids.ts";
import { SESSION_ID } from "../support/builders.ts";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("coupon update changes what is given, and nothing else", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id, created_at } = await shell.json(
      ...["coupon", "create", ...SHOP, "--code", "SAVE10", "--type", "percentage"],
      ...["--amount", "10", "--max-cap", "100", "--combine", "--disable-cod", "--usage-limit", "5"],
      ...["--ends", "2026-02-01T00:00:00Z", "--product", "9223372036854775806"],
    );
    await shell.json("coupon", "disable", "SAVE10", ...SHOP);
    const before = (await shell.run("coupon", "list", ...SHOP, "--json")).out;
    const same = await shell.run("coupon", "update", "save10", ...SHOP, "--amount", "10");
    assert.equal(
      same.out,
      `Updated coupon SAVE10, 10 % off, at most 100.00 INR, combines: ${id}\n`,
    );
    assert.equal((await shell.run("coupon", "list", ...SHOP, "--json")).out, before);

    const undone = ["--no-max-cap", "--no-combine", "--no-disable-cod", "--no-usage-limit"];
    const changed = await shell.json(
      ...["coupon", "update", "SAVE10", ...SHOP, "--code", "Save15", "--amount", "15"],
      ...[...undone, "--no-ends", "--no-product", "--per-customer", "1"],
    );
    assert.deepEqual(changed, {
      id,
      code: "Save15",
      application_type: "CODE",
      combine: false,
      discount_type: "PERCENTAGE",
      discount_amount: 15,
      discount_max_cap: null,
      disable_cod: false,
      coupon_platform: "SERVICE",
      starts_at: null,
      ends_at: null,
      min_purchase: 0,
      min_quantity: 0,
      usage_limit: null,
      usage_limit_per_customer: 1,
      product_ids: [],
      gift: null,
      coupon_type: "ORDER_AMOUNT",
      enabled: false,
      used: 0,
      created_at,
    });
    const gift = ["--gift-product", "1", "--gift-target", "999"];
    await shell.json("coupon", "create", ...SHOP, "--code", "MUG", "--automatic", ...gift);
    const { gift: { target, product_ids: products }, application_type: type } = await shell.json(
      ...["coupon", "update", "MUG", ...SHOP, "--gift-target", "500", "--by-code"],
    );
    assert.deepEqual([target, products, type], [500, [1], "CODE"]);
  }));

Deno.test("coupon update refuses a taken code, an unknown coupon and what does not fit", () =>
  withShell(async (shell) => {
    await createShop(shell);
    for (const code of ["A", "B"]) {
      await shell.json(
        "coupon",
        "create",
        ...SHOP,
        "--code",
        code,
        "--type",
        "fixed",
        "--amount",
        "5",
      );
    }
    const rows = [
      [["A", "--code", "b"], 1, /already has a coupon with this code: b \(error\.coupon-exists\)/],
      [["C", "--amount", "1"], 1, /^error: No such coupon: C \(error\.coupon-not-found\)/],
      [["A", "--type", "percentage", "--amount", "101"], 2, /^error: --amount must be/],
    ] as const;
    for (const [argv, wanted, message] of rows) {
      const { code, err } = await shell.run("coupon", "update", ...argv, ...SHOP);
      assert.equal(code, wanted);
      assert.match(err, message);
    }
  }));

Deno.test("coupon delete deletes an unused coupon after a question, and no used one", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell);
    for (const code of ["A", "B"]) {
      await shell.json(
        "coupon",
        "create",
        ...SHOP,
        "--code",
        code,
        "--type",
        "fixed",
        "--amount",
        "5",
      );
    }
    const [used] = await shell.store.coupons.entered(merchantId as MerchantId, {
      ids: [],
      code: "B",
    });
    assert.ok(used);
    const take = { sessionId: SESSION_ID, customerId: null, limit: null, limitPerCustomer: null };
    await shell.store.commit([{ kind: "coupon.take", couponId: used.id, ...take }]);
    const refused = await shell.run("coupon", "delete", "b", ...SHOP, "--yes");
    assert.equal(refused.code, 1);
    assert.match(
      refused.err,
      /^error: Coupon B has been used: disable it instead \(error\.conflict\)/,
    );

    assert.equal((await shell.run("coupon", "delete", "a", ...SHOP)).code, 2, "nobody to ask");
    Object.assign(shell, { isTerminal: true, answer: false, env: { NO_COLOR: "1" } });
    assert.equal((await shell.run("coupon", "delete", "a", ...SHOP)).code, 1);
    shell.answer = true;
    const { code, out } = await shell.run("coupon", "delete", "a", ...SHOP);
    assert.equal(code, 0);
    assert.match(out, /^Deleted coupon A: [0-9a-f-]{36}\n$/);
    assert.deepEqual(shell.asked, ["Delete coupon A?", "Delete coupon A?"]);
    const left = await shell.json("coupon", "list", ...SHOP);
    assert.deepEqual(left.map(({ code }: { code: string }) => code), ["B"]);
    assert.equal((await shell.run("coupon", "delete", "a", ...SHOP, "--yes")).code, 1);
  }));
