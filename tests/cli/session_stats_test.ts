import assert from "node:assert/strict";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

Deno.test("session stats counts created, in progress, paid, placed and abandoned", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell, "--cod-fee", "40");
    assert.deepEqual(await shell.json("session", "stats"), []);
    const empty = await shell.run("session", "stats");
    assert.equal(empty.out, "No sessions created since 2025-12-20\n");
    const buyer = async () => new Buyer(shell, await openSession(shell));
    await openSession(shell);
    await (await buyer()).address();
    await (await buyer()).startPayment();
    const [failing, paying, placing] = [await buyer(), await buyer(), await buyer()];
    await failing.startPayment();
    await failing.settle("FAILED");
    await paying.startPayment();
    await paying.settle("PAID");
    await placing.choose("COD");
    await placing.placeOrder();
    await shell.json("session", "expire", await openSession(shell), "--yes");

    const [stats, ...rest] = await shell.json("session", "stats", "--merchant", merchantId);
    assert.deepEqual(rest, []);
    const { states, days, orders: _orders, revenue: sums, recovery, ...funnel } = stats;
    assert.deepEqual(recovery, []);
    const counts = {
      created: 7,
      begun: 5,
      to_payment: 4,
      completed: 2,
      paid: 1,
      placed: 1,
      abandoned: 1,
      in_progress: 3,
    };
    assert.deepEqual(funnel, {
      merchant_id: merchantId,
      from: "2025-12-20T00:00:00.000Z",
      to: "2026-01-03T00:00:00.000Z",
      timezone: "UTC",
      ...counts,
    });
    assert.equal(days.length, 14);
    const revenue = [{
      currency_code: "INR",
      orders: 2,
      total_payable: 1436,
      refunds: 0,
      refunded: 0,
      lost_disputes: 0,
      lost: 0,
      net: 1436,
      orders_with_fee: 0,
      fees: null,
      after_fees: null,
    }];
    assert.deepEqual(sums, revenue);
    assert.deepEqual(days.at(-1), { date: "2026-01-02", ...counts, revenue });
    assert.deepEqual(days[0].revenue, []);
    assert.deepEqual([days[0].date, days[0].created], ["2025-12-20", 0]);
    const byState = Object.fromEntries(
      states.map((one: Record<string, unknown>) => [
        `${one["session_state"]}/${one["payment_state"]}`,
        one["count"],
      ]),
    );
    assert.deepEqual(byState, {
      "INITIATED/DRAFT": 1,
      "IN_PROGRESS/DRAFT": 1,
      "IN_PROGRESS/PENDING": 1,
      "IN_PROGRESS/FAILED": 1,
      "COMPLETED/PAID": 1,
      "COMPLETED/DRAFT": 1,
      "ABANDONED/DRAFT": 1,
    });
  }));

Deno.test("session stats counts an order placed after a failed payment as placed", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const buyer = new Buyer(shell, await openSession(shell));
    await buyer.startPayment();
    await buyer.settle("FAILED");
    await buyer.choose("COD");
    await buyer.placeOrder();
    const [{ states, placed, paid }] = await shell.json("session", "stats");
    assert.deepEqual([placed, paid], [1, 0]);
    assert.equal(states[0].payment_state, "DRAFT");
  }));

Deno.test("session stats counts an order with a prepaid part as paid", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40", "--cod-prepaid", "10%");
    const buyer = new Buyer(shell, await openSession(shell));
    await buyer.choose("COD");
    await buyer.startPayment();
    await buyer.settle("PAID");
    const [{ placed, paid }] = await shell.json("session", "stats");
    assert.deepEqual([placed, paid], [0, 1]);
  }));

Deno.test("session stats has a row for each shop, or the one that is asked for", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell);
    await openSession(shell);
    const other = await shell.json(
      ...["merchant", "create", "--name", "Other", "--domain", "other.example"],
      ...["--country", "IN", "--currency", "INR"],
    );
    assert.deepEqual(await shell.json("session", "stats", "--merchant", other.id), []);
    const all = await shell.json("session", "stats");
    assert.deepEqual(all.map((one: Record<string, unknown>) => one["merchant_id"]), [merchantId]);
  }));

const STATS = ["session", "stats", "--days", "2", "--ascii", "--watch"];
const ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";

/** A shop with one session, and another one that is opened during each pause. */
async function busyShop(shell: Shell): Promise<void> {
  await createShop(shell);
  await openSession(shell);
  const { wait } = shell.clock;
  Object.assign(shell.clock, {
    wait: async (ms: number) => {
      await openSession(shell);
      await wait(ms);
    },
  });
}

Deno.test("session stats --watch redraws in place on a terminal and gives the cursor back", () =>
  withShell(async (shell) => {
    await busyShop(shell);
    Object.assign(shell, { isTerminal: true, env: { NO_COLOR: "1" }, interruptAfter: 2 });
    const { code, out, err } = await shell.run(...STATS);
    assert.deepEqual([code, err], [0, ""]);
    assert.ok(out.startsWith(ENTER));
    const [drawn = "", kept = ""] = out.slice(ENTER.length).split(LEAVE);
    const frames = drawn.split("\u001b[H").slice(1);
    assert.deepEqual(
      frames.map((frame) => /Created +([0-9]+)/.exec(frame)?.[1]),
      ["1", "2", "3"],
    );
    assert.match(frames[0] ?? "", /^2026-01-02 03:04:05Z, every 2 s; Ctrl-C stops/);
    assert.match(frames[2] ?? "", /^2026-01-02 03:04:09Z/);
    for (const frame of frames) {
      assert.ok(frame.endsWith("\u001b[J"), "what is below goes");
      for (const line of frame.slice(0, -"\u001b[J".length).split("\r\n")) {
        assert.ok(line.endsWith("\u001b[K"), "nothing stays of the line that was there");
      }
    }
    assert.match(kept, /^Demo Store: [^]*Created +3 /, "the last frame stays");
    // deno-lint-ignore no-control-regex -- these are what is looked for
    assert.doesNotMatch(kept, /\u001b/);
  }));

Deno.test("session stats --watch never draws more lines than the terminal has", () =>
  withShell(async (shell) => {
    await busyShop(shell);
    Object.assign(shell, { isTerminal: true, env: { NO_COLOR: "1" }, rows: 8 });
    const { out } = await shell.run(...STATS);
    const [, frame = ""] = out.split("\u001b[H");
    const lines = (frame.split("\u001b[J")[0] ?? "").split("\r\n");
    assert.equal(lines.length, 8);
    assert.match(lines[7] ?? "", /^\([0-9]+ more lines hidden to fit\)/);
  }));

Deno.test("session stats --watch --interval says how long the pause is", () =>
  withShell(async (shell) => {
    await busyShop(shell);
    await shell.run(...STATS, "--interval", "30");
    assert.deepEqual(shell.clock.waited.at(-1), 30_000);
    await shell.run(...STATS);
    assert.deepEqual(shell.clock.waited.at(-1), 2000);
  }));

Deno.test("session stats --watch prints one frame after the other where there is no terminal", () =>
  withShell(async (shell) => {
    await busyShop(shell);
    shell.interruptAfter = 1;
    const { code, out } = await shell.run(...STATS);
    assert.equal(code, 0);
    // deno-lint-ignore no-control-regex -- these are what is looked for
    assert.doesNotMatch(out, /\u001b/);
    assert.match(
      out,
      /^2026-01-02 03:04:05Z\nDemo Store: [^]*Created +1 [^]*\n\n2026-01-02 03:04:07Z\nDemo Store: [^]*Created +2 /,
    );
  }));

Deno.test("session stats --watch puts the terminal right when a look fails, and fails", () =>
  withShell(async (shell) => {
    await busyShop(shell);
    Object.assign(shell, { isTerminal: true, env: { NO_COLOR: "1" }, interruptAfter: 9 });
    const { days } = shell.store.statistics;
    let looks = 0;
    Object.assign(shell.store.statistics, {
      days: (period: Parameters<typeof days>[0]) => {
        looks += 1;
        if (looks > 2) throw new Error("the disk is on fire");
        return days.call(shell.store.statistics, period);
      },
    });
    const { code, out, err } = await shell.run(...STATS);
    assert.equal(code, 1);
    assert.ok(out.endsWith(LEAVE));
    assert.match(err, /the disk is on fire/);
  }));

Deno.test("session stats --watch --json is wrong usage: it would be more than one value", () =>
  withShell(async (shell) => {
    for (const argv of [["--json", ...STATS], [...STATS, "--json"]]) {
      const { code, out, err } = await shell.run(...argv);
      assert.equal(code, 2);
      assert.equal(JSON.parse(out).error.code, "error.invalid-request");
      assert.match(err, /^error: --watch and --json exclude each other/);
    }
    assert.deepEqual(shell.opened, []);
  }));
