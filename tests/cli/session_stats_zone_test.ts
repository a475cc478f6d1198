import assert from "node:assert/strict";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, withShell } from "./support.ts";

Deno.test("session stats counts each shop by its own days, and all by those of --timezone", () =>
  withShell(async (shell) => {
    const kolkata = await createShop(shell, "--time-zone", "Asia/Kolkata", "--cod-fee", "40");
    // 23:30 UTC on the 2nd is the 3rd in Kolkata; the order is placed on the 3rd in both.
    shell.clock.advance(Date.parse("2026-01-02T23:30:00Z") - shell.clock.now());
    const buyer = new Buyer(shell, await openSession(shell));
    shell.clock.advance(2_400_000);
    await buyer.choose("COD");
    await buyer.placeOrder();
    await shell.json("merchant", "update", "demo-store.example", "--domain", "old.example");
    const utc = await createShop(shell);
    shell.clock.advance(1000);
    await openSession(shell);
    const daysOf = async (...flags: string[]) =>
      (await shell.json("session", "stats", "--days", "2", ...flags)).map(
        // deno-lint-ignore no-explicit-any -- a row of the output
        (one: any) => [
          one.merchant_id,
          one.timezone,
          one.from,
          // deno-lint-ignore no-explicit-any -- a row of the output
          ...one.days.map((day: any) => [day.date, day.created, day.revenue[0]?.orders ?? 0]),
        ],
      );
    assert.deepEqual(await daysOf(), [
      [
        ...[kolkata, "Asia/Kolkata", "2026-01-01T18:30:00.000Z"],
        ...[["2026-01-02", 0, 0], ["2026-01-03", 1, 1]],
      ],
      [
        ...[utc, "UTC", "2026-01-02T00:00:00.000Z"],
        ...[["2026-01-02", 0, 0], ["2026-01-03", 1, 0]],
      ],
    ]);
    const [first] = await daysOf("--timezone", "utc");
    assert.deepEqual(first, [
      ...[kolkata, "UTC", "2026-01-02T00:00:00.000Z"],
      ...[["2026-01-02", 1, 0], ["2026-01-03", 0, 1]],
    ]);
    const { out } = await shell.run("session", "stats");
    assert.match(out, /^Demo Store: [^\n]+\(Asia\/Kolkata\)\n[^]*\nDemo Store: [^\n]+\(UTC\)\n/);
  }));

Deno.test("session stats shows revenue of a day on which no session was created", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    shell.clock.advance(Date.parse("2026-01-02T23:59:00Z") - shell.clock.now());
    const buyer = new Buyer(shell, await openSession(shell));
    shell.clock.advance(120_000);
    await buyer.choose("COD");
    await buyer.placeOrder();
    const [today] = await shell.json("session", "stats", "--days", "1");
    assert.deepEqual([today.created, today.orders], [0, []]);
    const [{ currency_code, orders, total_payable, net }] = today.days[0].revenue;
    assert.deepEqual([currency_code, orders, total_payable, net], ["INR", 1, 738, 738]);
    const { out } = await shell.run("session", "stats", "--days", "1", "--ascii");
    assert.match(out, /^Created +0 +- *$/m);
    assert.match(out, /^Revenue +# +738\.00 INR, most: 738\.00 on 2026-01-03$/m);
  }));
