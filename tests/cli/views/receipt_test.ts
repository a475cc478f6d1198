import assert from "node:assert/strict";
import { int64 } from "../../support/builders.ts";
import { Buyer, seedCustomer } from "../buyer.ts";
import { createShop, withShell } from "../support.ts";
import { assertReceipt, openCart } from "./cart.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("session show adds up a plain cart without a discount", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openCart(shell, [
      { title: "Mug", price: 349, quantity: 2, variantId: int64(11) },
      { title: "Tea", price: 1250.5, quantity: 1, variantId: int64(21) },
    ]);
    await assertReceipt(
      shell,
      id,
      `
ITEM                                                         QTY x UNIT    TOTAL
Mug                                                         2 x  349.00   698.00
  variant 11
Tea                                                         1 x 1250.50  1250.50
  variant 21

                                              Sub total                  1948.50
                                              Shipping            no address yet
                                              Total payable, INR         1948.50
`,
    );
  }));

Deno.test("session show names coupons, payment offer, coins and tax on top", () =>
  withShell(async (shell) => {
    await createShop(
      shell,
      ...["--tax-rate", "18", "--tax-excluded", "--shipping", "IN=60"],
      ...["--payment-offer", "prepaid=5%"],
    );
    for (const [code, ...how] of [["TEN", "percentage", "10"], ["FIFTY", "fixed", "50"]]) {
      const [type = "", amount = ""] = how;
      await shell.json(
        ...["coupon", "create", ...SHOP, "--code", code ?? "", "--type", type],
        ...["--amount", amount, "--automatic", "--combine"],
      );
    }
    await seedCustomer(shell, 500);
    const id = await openCart(shell, [
      { title: "Mug", price: 400, quantity: 2, variantId: int64(11) },
      { title: "Tea", price: 200, quantity: 1, variantId: int64(21) },
    ]);
    const buyer = new Buyer(shell, id);
    await buyer.verify();
    await buyer.address();
    await buyer.choose("PREPAID");
    await buyer.redeem(200);
    await assertReceipt(
      shell,
      id,
      `
ITEM                                                QTY x UNIT  DISCOUNT   TOTAL
Mug                                                 2 x 400.00   -116.00  684.00
  variant 11
Tea                                                 1 x 200.00    -29.00  171.00
  variant 21

                                     Sub total                           1000.00
                                     Coupon FIFTY: 50.00 off, automatic   -50.00
                                     Coupon TEN: 10 % off, automatic      -95.00
                                     Payment offer for paying ahead       -42.75
                                     Coins: 200 coins                     -20.00
                                     Total                                792.25
                                     Tax, on top                          153.90
                                     Shipping                              60.00
                                     Total payable, INR                  1006.15

Coins: 200 used, 500 redeemable, 500 held
`,
    );
  }));

Deno.test("session show marks a claimed gift, and names its coupon and the gifts left to choose", () =>
  withShell(async (shell) => {
    await createShop(shell);
    shell.files.set(
      "products.json",
      `{"products": [{"id": 7, "title": "Spoon", "handle": "spoon", "vendor": "Demo", "status": "active",
        "variants": [{"id": 71, "title": "Default Title", "price": "99.00"}]}]}`,
    );
    await shell.json("product", "import", "products.json", ...SHOP);
    await shell.json(
      ...["coupon", "create", ...SHOP, "--code", "FREESPOON", "--automatic"],
      ...["--gift-target-type", "purchase-amount", "--gift-target", "500"],
      ...["--gift-product", "7", "--gift-max", "3"],
    );
    const id = await openCart(shell, [{ title: "Mug", price: 349, quantity: 2 }]);
    const { couponId } = (await shell.services.sessionAdmin.show(id)).session.priced.offers[0]!;
    await new Buyer(shell, id).claim([
      { couponId, productId: int64(7), variantId: int64(71), quantity: 2 },
    ]);
    await assertReceipt(
      shell,
      id,
      `
ITEM                                                          QTY x UNIT   TOTAL
Mug                                                           2 x 349.00  698.00
  variant 1
Spoon                                                         2 x   0.00    0.00
  variant 71
  free gift of coupon FREESPOON

                          Sub total                                       698.00
                          Coupon FREESPOON: free gift, automatic            0.00
                          Shipping                                no address yet
                          Total payable, INR                              698.00

Gift to choose: 1 of Spoon
`,
    );
    await shell.json("session", "expire", id, "--yes");
    assert.doesNotMatch((await shell.run("session", "show", id)).out, /Gift to choose/);
  }));

Deno.test("session show says why a code that was entered does not apply", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const amount = ["--type", "fixed", "--amount"];
    const until = ["--ends", "2026-01-02T03:05:00Z"];
    await shell.json("coupon", "create", ...SHOP, "--code", "FIFTY", ...amount, "50", ...until);
    const id = await openCart(shell, [{ title: "Mug", price: 349, quantity: 2 }]);
    const buyer = new Buyer(shell, id);
    await buyer.enter("fifty");
    shell.clock.advance(60_000);
    await buyer.choose("PREPAID");
    const message = "Coupon FIFTY has expired";
    const { out } = await shell.run("session", "show", id);
    assert.ok(out.includes(`\nDoes not apply now: FIFTY (${message})\n`), out);
    const { resting_coupons } = await shell.json("session", "show", id);
    assert.deepEqual(resting_coupons, [
      { code: "FIFTY", reason: "error.coupon-expired", message, would_save: null },
    ]);
    await shell.json("session", "expire", id, "--yes");
    assert.doesNotMatch((await shell.run("session", "show", id)).out, /Does not apply/);
  }));

Deno.test("session show has variant, properties, a long name over two lines and no stock", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openCart(shell, [{
      title: "A mug that is thrown, glazed and fired by hand in a very small workshop by the sea",
      price: 349,
      quantity: 12,
      more: { variant_title: "Blue / Large", properties: { Engraving: "For\u001b[2J you" } },
    }]);
    await assertReceipt(
      shell,
      id,
      `
ITEM                                                         QTY x UNIT    TOTAL
A mug that is thrown, glazed and fired by hand in a very    12 x 349.00  4188.00
small workshop by the sea
  Blue / Large
  variant 1
  Engraving: For?[2J you

                                              Sub total                  4188.00
                                              Shipping            no address yet
                                              Total payable, INR         4188.00
`,
    );
  }));

Deno.test("session show names the buyer, and the shipping option where there is a choice", () =>
  withShell(async (shell) => {
    const options = "IN=standard:Standard:60;express:Next day:150";
    await createShop(shell, "--shipping", options);
    const id = await openCart(shell, [{ title: "Mug", price: 349, quantity: 2 }]);
    const buyer = new Buyer(shell, id);
    const receipt = async () => (await shell.run("session", "show", id)).out;
    assert.match(await receipt(), / {2}Shipping +no address yet\n/);
    assert.doesNotMatch(await receipt(), /^Buyer/m);
    await buyer.address("asha@example.com");
    assert.match(await receipt(), /^Buyer +asha@example\.com$/m);
    assert.match(await receipt(), / {2}Shipping: Standard +60\.00\n/);
    await buyer.ship("express");
    assert.match(await receipt(), / {2}Shipping: Next day +150\.00\n.* 848\.00\n/);
    const { shipping_option, operator } = await shell.json("session", "show", id);
    assert.deepEqual([shipping_option, operator.choices.shipping_option], ["express", "express"]);
  }));
