import assert from "node:assert/strict";
import { Buyer } from "./buyer.ts";
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

const FUNNEL = `Demo Store: sessions opened from 2026-01-01 to 2026-01-04, days of UTC

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
            each mark is a day, the last is today
`;

Deno.test("session stats draws a funnel, sums orders and charts days, in characters of ASCII", async () => {
  await withShell(async (shell) => {
    await someDays(shell);
    const { code, out, err } = await shell.run("session", "stats", "--days", "4", "--ascii");
    assert.deepEqual([code, err], [0, ""]);
    assert.equal(out, FUNNEL);
  });
});

Deno.test("session stats draws with blocks unless told otherwise", async () => {
  await withShell(async (shell) => {
    await someDays(shell);
    const { out } = await shell.run("session", "stats", "--days", "3");
    assert.match(out, /^Begun +7 +70\.0 % {2}█{28}$/m);
    assert.match(out, /^Created +▇█▇ {2}most: 4 on 2026-01-03$/m);
  });
});

Deno.test("session stats --days counts sessions by the day they were opened on", async () => {
  await withShell(async (shell) => {
    await someDays(shell);
    const [today] = await shell.json("session", "stats", "--days", "1");
    assert.deepEqual([today.created, today.completed, today.orders], [3, 0, []]);
    const [two] = await shell.json("session", "stats", "--days", "2");
    assert.deepEqual([two.created, two.completed, two.orders.length], [7, 1, 1]);
    shell.clock.advance(9 * DAY_MS);
    assert.deepEqual(await shell.json("session", "stats", "--days", "9"), []);
  });
});

Deno.test("session stats --timezone counts by the days of a place", async () => {
  await withShell(async (shell) => {
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
    assert.match(out, /to 2026-01-03, days of\s+America\/Los_Angeles\n/);
  });
});

Deno.test("session stats --json has what orders come to, and what coupons took off", async () => {
  await withShell(async (shell) => {
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
  });
});

Deno.test("session stats has one funnel after the other where there are several shops", async () => {
  await withShell(async (shell) => {
    await createShop(shell);
    await openSession(shell);
    await shell.json("merchant", "update", "demo-store.example", "--domain", "old.example");
    await createShop(shell, "--name", "Second\u001b[2J");
    // What a shop decided is at hand for some milliseconds.
    shell.clock.advance(1000);
    await openSession(shell);
    const { out } = await shell.run("session", "stats");
    assert.match(out, /^Demo Store: [^]*\n\n\nSecond\?\[2J: /);
  });
});
