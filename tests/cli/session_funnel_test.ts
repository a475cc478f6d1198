import assert from "node:assert/strict";
import { Buyer, PHONE, seedCustomer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

const DAY_MS = 86_400_000;

/** Ten sessions over three days: seven begun, five to payment, four orders worth 738 each and 698. */
async function someDays(shell: Shell): Promise<void> {
  await createShop(shell, "--cod-fee", "40");
  const buyer = async () => new Buyer(shell, await openSession(shell));
  for (let i = 0; i < 3; i++) {
    const placing = await buyer();
    await placing.choose("COD");
    await placing.placeOrder();
  }
  shell.clock.advance(DAY_MS);
  const paying = await buyer();
  await paying.startPayment();
  await paying.settle("PAID");
  await (await buyer()).startPayment();
  const abandoned = [await openSession(shell), await openSession(shell)];
  await new Buyer(shell, abandoned[0] ?? "").address();
  await shell.json("session", "expire", ...abandoned, "--yes");
  shell.clock.advance(DAY_MS);
  await (await buyer()).address();
  await openSession(shell);
  await openSession(shell);
}

const FUNNEL = `Demo Store: sessions created from 2026-01-01 to 2026-01-04 (UTC)

Created     10  100.0 %  ########################################
Begun        7   70.0 %  ############################
To payment   5   50.0 %  ####################
Completed    4   40.0 %  ################

Abandoned    2   20.0 %
Still open   4   40.0 %

Orders      2912.00 INR in 4 orders, 1 paid, 3 on delivery; 728.00 INR on
            average
Coupons     none of them with a coupon

Created     _*#*  most: 4 on 2026-01-03
Completed   _#-_  most: 3 on 2026-01-02
Abandoned   __#_  most: 2 on 2026-01-03
Revenue     _#-_  2912.00 INR, most: 2214.00 on 2026-01-02
            each mark is a day, the last is today
`;

Deno.test("session stats draws a funnel, sums orders and charts days, in characters of ASCII", () =>
  withShell(async (shell) => {
    await someDays(shell);
    const { code, out, err } = await shell.run("session", "stats", "--days", "4", "--ascii");
    assert.deepEqual([code, err], [0, ""]);
    assert.equal(out, FUNNEL);
  }));

Deno.test("session stats draws with blocks by default", () =>
  withShell(async (shell) => {
    await someDays(shell);
    const { out } = await shell.run("session", "stats", "--days", "3");
    assert.match(out, /^Begun +7 +70\.0 % {2}█{28}$/m);
    assert.match(out, /^Created +▇█▇ {2}most: 4 on 2026-01-03$/m);
  }));

Deno.test("session stats --days counts sessions by the day they were opened on", () =>
  withShell(async (shell) => {
    await someDays(shell);
    const [today] = await shell.json("session", "stats", "--days", "1");
    assert.deepEqual([today.created, today.completed, today.orders], [3, 0, []]);
    const [two] = await shell.json("session", "stats", "--days", "2");
    assert.deepEqual([two.created, two.completed, two.orders.length], [7, 1, 1]);
    shell.clock.advance(9 * DAY_MS);
    assert.deepEqual(await shell.json("session", "stats", "--days", "9"), []);
  }));

Deno.test("session stats --timezone counts by the days of a place", () =>
  withShell(async (shell) => {
    await someDays(shell);
    // 03:04 UTC is the evening before in Los Angeles, on each of the three days.
    const zone = ["--timezone", "America/Los_Angeles"];
    const [stats] = await shell.json("session", "stats", "--days", "3", ...zone);
    assert.equal(stats.timezone, "America/Los_Angeles");
    assert.equal(stats.from, "2026-01-01T08:00:00.000Z");
    assert.deepEqual(
      stats.days.map((day: Record<string, unknown>) => [day["date"], day["created"]]),
      [["2026-01-01", 3], ["2026-01-02", 4], ["2026-01-03", 3]],
    );
    const { out } = await shell.run("session", "stats", ...zone);
    assert.match(out, /to 2026-01-03\s+\(America\/Los_Angeles\)\n/);
  }));

Deno.test("session stats --json has what orders come to, and what coupons took off", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const place = async () => {
      const buyer = new Buyer(shell, await openSession(shell));
      await buyer.choose("COD");
      await buyer.placeOrder();
    };
    await place();
    await shell.json(
      ...["coupon", "create", "--merchant", "demo-store.example", "--code", "TEN"],
      ...["--type", "percentage", "--amount", "10", "--automatic"],
    );
    await place();
    await place();
    const [stats] = await shell.json("session", "stats");
    // 738.00 once and 668.20 twice are 2074.40; a third of it is 691.466...
    assert.deepEqual(stats.orders, [{
      currency_code: "INR",
      orders: 3,
      total_payable: 2074.4,
      average_order_value: 691.47,
      orders_with_coupon: 2,
      coupon_discount: 139.6,
    }]);
    const { out } = await shell.run("session", "stats");
    assert.match(out, /^Coupons +2 with a coupon \(66\.7 %\), which took off 139\.60 INR$/m);
  }));

Deno.test("session stats has one funnel after the other where there are several shops", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await openSession(shell);
    await shell.json("merchant", "update", "demo-store.example", "--domain", "old.example");
    await createShop(shell, "--name", "Second\u001b[2J");
    // Shops are cached for some milliseconds.
    shell.clock.advance(1000);
    await openSession(shell);
    const { out } = await shell.run("session", "stats");
    assert.match(out, /^Demo Store: [^]*\n\n\nSecond\?\[2J: /);
  }));

const SHOP = ["--merchant", "demo-store.example"];

/** A cash-on-delivery order of goods worth 698.00, less 300 coins of 300, with a fee of 40.00. */
async function placed(shell: Shell, ...flags: string[]): Promise<{ id: string; buyer: Buyer }> {
  await createShop(shell, "--cod-fee", "40", ...flags);
  await seedCustomer(shell, 300, PHONE, { earn_percent: 10 });
  const id = await openSession(shell);
  const buyer = new Buyer(shell, id);
  await buyer.verify();
  await buyer.redeem(300);
  await buyer.choose("COD");
  return { id, buyer };
}

async function coins(shell: Shell): Promise<unknown[]> {
  const { coins } = await shell.json("customer", "show", PHONE, ...SHOP);
  return [coins.available, coins.processing, coins.used];
}

Deno.test("a cash-on-delivery order earns nothing until its cash is recorded, and then once", () =>
  withShell(async (shell) => {
    const { id, buyer } = await placed(shell);
    await buyer.placeOrder();
    assert.deepEqual(await coins(shell), [0, 0, 300]);
    const epoch = (await shell.store.epoch()).value;
    const { order_number, ...json } = await shell.json(
      ...["session", "collected", id, "--amount", "708"],
    );
    assert.match(order_number, /^\w{4}-\w{4}$/);
    assert.deepEqual(json, {
      id,
      amount_collected: 708,
      collected_at: "2026-01-02T03:04:05.000Z",
      amount_paid: 708,
      total_payable: 708,
      currency_code: "INR",
    });
    assert.deepEqual(await coins(shell), [668, 0, 300]); // 10 % of 668.00
    // Servers that have the session in their caches read it anew.
    assert.notEqual((await shell.store.epoch()).value, epoch);
    const { pricing, session_state, payment_state, operator: { events, collected } } = await shell
      .json(
        ...["session", "show", id],
      );
    assert.deepEqual([session_state, payment_state], ["COMPLETED", "DRAFT"]);
    assert.deepEqual([pricing.amount_paid, collected.amount], [708, 708]);
    const { type, data } = events.at(-1);
    assert.deepEqual([type, data.amount_collected, data.amount_paid], [
      "order.collected",
      "708.00",
      "708.00",
    ]);
    const again = await shell.run("session", "collected", id, "--amount", "708");
    assert.equal(again.code, 1);
    assert.equal(
      again.err,
      "error: Cash is already recorded for this order: 708.00 INR (error.conflict)\n",
    );
    assert.deepEqual(await coins(shell), [668, 0, 300]);
  }));

Deno.test("session collected prints the amount paid and the amount due", () =>
  withShell(async (shell) => {
    const { id, buyer } = await placed(shell, "--cod-prepaid", "10%");
    await buyer.startPayment();
    await buyer.settle("PAID");
    // 10 % of the prepaid 70.80.
    assert.deepEqual(await coins(shell), [70, 0, 300]);
    const { code, out } = await shell.run("session", "collected", id, "--amount", "600.00");
    assert.equal(code, 0);
    assert.equal(
      out,
      `Recorded 600.00 INR for session ${id}: 670.80 INR of 708.00 INR is paid\n`,
    );
    assert.deepEqual(await coins(shell), [668, 0, 300]);
  }));

Deno.test("session collected refuses a session without an order, more than is due, and a bad amount", () =>
  withShell(async (shell) => {
    const { id, buyer } = await placed(shell);
    const refused = async (amount: string) => {
      const { code, err } = await shell.run("session", "collected", id, "--amount", amount);
      assert.equal(code, 1);
      return err;
    };
    assert.match(await refused("708"), /is not an order: IN_PROGRESS \(error\.invalid-state\)/);
    await buyer.placeOrder();
    assert.match(await refused("708.01"), /at most 708\.00 INR, got 708\.01 INR/);
    assert.match(await refused("0"), /must be more than 0/);
    assert.match(await refused("7.081"), /--amount must have at most 2 decimals for INR/);
    assert.match(await refused("-1"), /--amount must be an amount/);
    assert.equal((await shell.run("session", "collected", id)).code, 2);
    assert.deepEqual(await coins(shell), [0, 0, 300]);
  }));
