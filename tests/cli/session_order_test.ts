import assert from "node:assert/strict";
import { parseMerchantId, parseSessionId } from "../../src/domain/ids.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { Buyer, PHONE, seedCustomer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** A cash-on-delivery order of 738.00. */
async function placed(shell: Shell): Promise<{ id: string; number: string }> {
  const id = await openSession(shell);
  const buyer = new Buyer(shell, id);
  await buyer.choose("COD");
  await buyer.placeOrder();
  const { order } = await shell.json("session", "show", id);
  return { id, number: order.number };
}

Deno.test("session list and show have the order's number, and show finds the order by it", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const { id, number } = await placed(shell);
    const open = await openSession(shell);
    const listed = await shell.json("session", "list");
    assert.deepEqual(
      listed.map((one: Record<string, unknown>) => [one["id"], one["order_number"]]),
      [[open, null], [id, number]],
    );
    assert.match((await shell.run("session", "list")).out, new RegExp(`^${id} .* ${number} `, "m"));
    for (const text of [number, number.toLowerCase(), number.replace("-", " ")]) {
      const { out } = await shell.run("session", "show", text);
      assert.match(out, new RegExp(`^Session +${id}$`, "m"));
      assert.match(out, new RegExp(`^Order +${number}, placed 2026-01-02 03:04:05Z$`, "m"));
    }
    const collected = ["session", "collected", number, "--amount", "738"];
    const { id: same, order_number } = await shell.json(...collected);
    assert.deepEqual([same, order_number], [id, number]);
    const { id: unpaid } = await placed(shell);
    const none = await shell.run("session", "cancel", unpaid, "--reason", "refused", "--yes");
    assert.match(none.out, /^Cancelled order \S{9}: nothing was paid\n$/);
  }));

Deno.test("session show refuses an order number that no shop has, or several", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const { id, number } = await placed(shell);
    const unknown = await shell.run("session", "show", "0000-oooo");
    assert.deepEqual([unknown.code, unknown.out], [1, ""]);
    assert.match(unknown.err, /No order has this number: 0000-0000/);
    const session = (await shell.store.sessions.find(parseSessionId(id)!))!.load();
    const { id: merchantId } = await shell.json(
      ...["merchant", "create", "--name", "Second", "--domain", "second.example"],
      ...["--country", "IN", "--currency", "INR"],
    );
    const copy: CheckoutSession = {
      ...session,
      id: parseSessionId("01998f5e-0000-7000-8000-000000000001")!,
      merchantId: parseMerchantId(merchantId)!,
    };
    await shell.store.commit([{ kind: "session.add", session: copy, extra: "{}", view: null }]);
    const several = await shell.run("session", "show", number);
    assert.match(several.err, /Several shops have an order with this number, use its session id: /);
    assert.equal((await shell.json("session", "show", id)).order.number, number);
  }));

Deno.test("session cancel gives coins back, once, and session show says so", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    await seedCustomer(shell, 300, PHONE, { earn_percent: 10 });
    const id = await openSession(shell);
    const buyer = new Buyer(shell, id);
    await buyer.verify();
    await buyer.redeem(300);
    await buyer.startPayment();
    await buyer.settle("PAID");
    const { order: { number } } = await shell.json("session", "show", id);
    const epoch = (await shell.store.epoch()).value;
    // 698.00 less 30.00; 10 % of it are 668 coins.
    const cancel = ["session", "cancel", number, "--reason", "refused at the door"];
    const asked = await shell.run(...cancel);
    assert.deepEqual([asked.code, asked.out], [2, ""]);
    assert.match(asked.err, /Cannot ask for confirmation without a terminal; add --yes/);
    const json = await shell.json(...cancel, "--yes");
    assert.deepEqual(json, {
      id,
      order_number: number,
      cancelled_at: "2026-01-02T03:04:05.000Z",
      cancel_reason: "refused at the door",
      amount_paid: 668,
      currency_code: "INR",
      coins_returned: 300,
      coins_taken_back: 668,
      coin_debt: 0,
      amount_refunded: 0,
      amount_left: 668,
      refunds: [],
    });
    assert.notEqual((await shell.store.epoch()).value, epoch, "servers read the session again");
    const { coins } = await shell.json(
      ...["customer", "show", PHONE, "--merchant", "demo-store.example"],
    );
    assert.deepEqual([coins.available, coins.used], [300, 0]);
    const { out } = await shell.run("session", "show", id);
    assert.match(
      out,
      /^Cancelled +2026-01-02 03:04:05Z: refused at the door; 300 coins returned, 668 taken back$/m,
    );
    assert.match(out, / order\.cancelled +COMPLETED +PAID /);
    const shown = await shell.json("session", "show", id);
    assert.deepEqual(
      [shown.order.cancelled_at, shown.operator.cancelled],
      [json.cancelled_at, { coins_returned: 300, coins_taken_back: 668, coin_debt: 0 }],
    );
    assert.match((await shell.run("session", "list")).out, new RegExp(`${number} cancelled`));
    const [listed] = await shell.json("session", "list");
    assert.equal(listed.cancelled_at, json.cancelled_at);
    const again = await shell.run(...cancel, "--yes");
    assert.deepEqual([again.code, again.err], [
      1,
      "error: The order was already cancelled: 2026-01-02T03:04:05.000Z (error.conflict)\n",
    ]);
  }));

Deno.test("session cancel names the coins that the customer owes, and customer show the debt", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    await seedCustomer(shell, 300, PHONE, { earn_percent: 10 });
    const id = await openSession(shell);
    const buyer = new Buyer(shell, id);
    await buyer.verify();
    await buyer.startPayment();
    await buyer.settle("PAID");
    const coins = ["customer", "coins", PHONE];
    const shop = ["--merchant", "demo-store.example"];
    // 300 and the 698 that it earned, of which 400 are taken for something else.
    await shell.run(...coins, "-400", ...shop, "--reason", "spent at the counter");
    const json = await shell.json("session", "cancel", id, "--reason", "refused", "--yes");
    assert.deepEqual([json.coins_taken_back, json.coin_debt], [598, 100]);
    const { out } = await shell.run("session", "show", id);
    assert.match(out, /refused; 0 coins returned, 598 taken back, 100 owed by the customer$/m);
    const { order } = await shell.json("session", "show", id);
    assert.deepEqual(order.shortfall, { coupons: [], units: [], coins: 0, coin_debt: 100 });
    const owing = await shell.json("customer", "show", PHONE, ...shop);
    assert.deepEqual(owing.coins, {
      available: 0,
      processing: 0,
      used: 0,
      debt: 100,
      issued: -100,
    });
    assert.match((await shell.run("customer", "show", PHONE, ...shop)).out, /^Coin debt +100$/m);
    const taking = await shell.run(...coins, "-1", ...shop, "--reason", "no");
    assert.match(taking.err, /Only 0 coins can be taken, got 1/);
    const give = [...coins, "+30", ...shop, "--reason", "late parcel"];
    assert.equal(
      (await shell.run(...give)).out,
      `Gave 30 coins to ${PHONE}, 70 coins of debt left\n`,
    );
    const free = await shell.run(...coins, "+100", ...shop, "--reason", "late parcel");
    assert.match(free.out, /, 30 coins available now\n$/);
  }));

Deno.test("session cancel of a cash order: nothing was paid, nothing is left to pay", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40", "--cod-prepaid", "10%");
    const id = await openSession(shell);
    const buyer = new Buyer(shell, id);
    await buyer.choose("COD");
    await buyer.startPayment();
    const early = await shell.run("session", "cancel", id, "--reason", "early", "--yes");
    assert.match(early.err, /A payment is pending: wait for its result or cancel it/);
    // The prepaid part places the order.
    await buyer.settle("PAID");
    assert.match((await shell.run("session", "show", id)).out, /Left to pay on delivery/);
    const { out } = await shell.run("session", "cancel", id, "--reason", "refused", "--yes");
    assert.match(
      out,
      /^Cancelled order (\S{9}): 73\.80 INR is left to refund: checkoutctl order refund \1 --all\n$/,
    );
    assert.doesNotMatch((await shell.run("session", "show", id)).out, /Left to pay/);
    const late = await shell.run("session", "collected", id, "--amount", "1");
    assert.match(late.err, /The order was cancelled: nothing is due \(error\.invalid-state\)/);
    const [stats] = await shell.json("session", "stats");
    assert.deepEqual([stats.completed, stats.orders], [1, []]);
    for (const reason of [" ", "x".repeat(501)]) {
      const { code, err } = await shell.run("session", "cancel", id, "--reason", reason, "--yes");
      assert.deepEqual([code, /--reason must have 1 to 500 characters/.test(err)], [2, true]);
    }
  }));
