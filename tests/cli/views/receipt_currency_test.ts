import { Buyer } from "../buyer.ts";
import { createShop, withShell } from "../support.ts";
import { assertReceipt, openCart } from "./cart.ts";

Deno.test("session show adds the fee of cash on delivery, and what of it is paid ahead", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40", "--cod-prepaid", "10%");
    const id = await openCart(shell, [{ title: "Mug", price: 349, quantity: 2 }]);
    const buyer = new Buyer(shell, id);
    await buyer.choose("COD");
    await assertReceipt(
      shell,
      id,
      `
ITEM                                                          QTY x UNIT   TOTAL
Mug                                                           2 x 349.00  698.00
  variant 1

                                            Sub total                     698.00
                                            Shipping              no address yet
                                            Cash on delivery fee           40.00
                                            Total payable, INR            738.00

Prepaid part: 73.80 INR
`,
    );
    await buyer.startPayment();
    await buyer.settle("PAID");
    await assertReceipt(
      shell,
      id,
      `
ITEM                                                          QTY x UNIT   TOTAL
Mug                                                           2 x 349.00  698.00
  variant 1

                                         Sub total                        698.00
                                         Shipping                 no address yet
                                         Cash on delivery fee              40.00
                                         Total payable, INR               738.00
                                         Amount paid                       73.80
                                         Left to pay on delivery          664.20
`,
    );
  }));

Deno.test("session show writes yen without decimals", () =>
  withShell(async (shell) => {
    await createShop(shell, "--currency", "JPY", "--tax-rate", "10");
    const id = await openCart(shell, [
      { title: "湯のみ", price: 1200, quantity: 3 },
      { title: "箸置き", price: 80, quantity: 10 },
    ]);
    await assertReceipt(
      shell,
      id,
      `
ITEM                                                           QTY x UNIT  TOTAL
湯のみ                                                           3 x 1200   3600
  variant 1
箸置き                                                          10 x   80    800
  variant 1

                                     Sub total                              4400
                                     Shipping                     no address yet
                                     Total payable, JPY                     4400
                                     Tax, included in the prices             400
`,
    );
  }));

Deno.test("session show writes Kuwaiti dinars with three decimals", () =>
  withShell(async (shell) => {
    await createShop(shell, "--currency", "KWD", "--tax-rate", "5", "--tax-excluded");
    const id = await openCart(shell, [
      { title: "Lamp", price: 12.345, quantity: 2 },
      { title: "Bulb", price: 0.25, quantity: 10 },
    ]);
    await assertReceipt(
      shell,
      id,
      `
ITEM                                                          QTY x UNIT   TOTAL
Lamp                                                          2 x 12.345  24.690
  variant 1
Bulb                                                         10 x  0.250   2.500
  variant 1

                                              Sub total                   27.190
                                              Tax, on top                  1.360
                                              Shipping            no address yet
                                              Total payable, KWD          28.550
`,
    );
  }));

Deno.test("session show keeps the largest amounts whole, below names where there is no room", () =>
  withShell(async (shell) => {
    Object.assign(shell, { isTerminal: true, columns: 64, env: { NO_COLOR: "1" } });
    await createShop(shell, "--currency", "KWD");
    const coupon = ["coupon", "create", "--merchant", "demo-store.example", "--code", "ALL"];
    await shell.json(...coupon, "--type", "percentage", "--amount", "100", "--automatic");
    const id = await openCart(shell, [
      { title: "Palace", price: 9_007_199_254.74, quantity: 1000 },
    ]);
    await assertReceipt(
      shell,
      id,
      `
ITEM                       QTY x UNIT            DISCOUNT  TOTAL
Palace
                1000 x 9007199254.740  -9007199254740.000  0.000
  variant 1

            Sub total                          9007199254740.000
            Coupon ALL: 100 % off, automatic  -9007199254740.000
            Total                                          0.000
            Shipping                              no address yet
            Total payable, KWD                             0.000
`,
    );
  }));
