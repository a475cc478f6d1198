import assert from "node:assert/strict";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** An order of two mugs, 698.00, whose transfer has arrived. */
async function paidOrder(shell: Shell) {
  const id = await openSession(shell);
  await new Buyer(shell, id).startPayment({ days: 3 });
  await shell.json("session", "paid", id);
  return { id, number: (await shell.json("session", "show", id)).order.number as string };
}

Deno.test("order refund gives back an amount, goods, and the rest; order refunded ends one", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { number } = await paidOrder(shell);
    const goods = ["--line", "1:1", "--reason", "does not fit"];
    const line = await shell.run("order", "refund", number, ...goods, "--yes");
    assert.equal(line.code, 0, line.err);
    assert.match(
      line.out,
      /^The refund of 349\.00 INR of order \S+ is requested: pay it back, then: checkoutctl order refunded \.\.\. (\S+) --reference TEXT; 349\.00 INR is left\n$/,
    );
    const [, refund = ""] = /refunded \.\.\. (\S+)/.exec(line.out)!;
    const done = await shell.run("order", "refunded", number, refund, "--reference", "UTR 4238");
    assert.match(
      done.out,
      /^Refunded 349\.00 INR of order \S+, reference UTR 4238; 349\.00 INR is left\n$/,
    );
    const some = ["--amount", "100", "--reference", "UTR 2"];
    assert.match(
      (await shell.run("order", "refund", number, ...some, "--yes")).out,
      /^Refunded 100\.00/,
    );
    const all = await shell.json("order", "refund", number, "--all", "--yes");
    assert.deepEqual(
      [all.amount_refunded, all.amount_left, all.refunds.length, all.refunds[0].lines],
      [698, 0, 1, [{ line: 1, quantity: 1 }]],
    );
    const more = await shell.run("order", "refund", number, "--amount", "1", "--yes");
    assert.notEqual(more.code, 0);
    assert.match(more.err, /The refund must be at most 0\.00 INR, got 1\.00 INR/);
    const { refunds } = await shell.json("session", "show", number);
    assert.deepEqual(refunds.map(({ state }: { state: string }) => state), [
      "DONE",
      "DONE",
      "REQUESTED",
    ]);
  }));

Deno.test("order refund is refused for what it cannot mean, and asks first", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { number } = await paidOrder(shell);
    for (
      const [options, message] of [
        [[], /Give one of --amount, --line and --all/],
        [["--all", "--amount", "1"], /--all is everything/],
        [["--line", "1"], /--line must be a line and its units, as 1:2, got "1"/],
        [["--line", "3:1"], /lines\[0\]\.line must be a line of the order, 1 to 1: 3/],
        [["--line", "1:3"], /quantity must be at most 2, which have not come back: 3/],
        [["--line", "1:1", "--line", "1:1"], /must not be named twice: 1/],
        [["--amount", "-1"], /--amount/],
        [["--amount", "0"], /amount must be more than 0/],
        [["--amount", "1.001"], /--amount/],
        [["--all", "--reason", " "], /--reason must have 1 to/],
      ] as const
    ) {
      const { code, err } = await shell.run("order", "refund", number, ...options, "--yes");
      assert.notEqual(code, 0, options.join(" "));
      assert.match(err, message, options.join(" "));
    }
    // Without a terminal it does not ask.
    const asked = await shell.run("order", "refund", number, "--all");
    assert.notEqual(asked.code, 0);
    assert.match(asked.err, /--yes/);
    assert.equal((await shell.json("session", "show", number)).amount_refunded, 0);
    const unknown = ["refunded", number, "01998f5e-0000-7000-8000-000000000001"];
    assert.match(
      (await shell.run("order", ...unknown, "--reference", "U")).err,
      /No refund here has this id/,
    );
    assert.match(
      (await shell.run("order", ...unknown)).err,
      /Give one of --reference and --failed/,
    );
  }));

Deno.test("session cancel --refund cancels and gives all money back in one step", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { number } = await paidOrder(shell);
    const cancel = ["session", "cancel", number, "--reason", "sold out", "--yes"];
    assert.match((await shell.run(...cancel, "--disputed")).err, /--disputed needs --refund/);
    await shell.json(...cancel, "--refund", "--reference", "UTR 9");
    const { order, refunds, amount_refunded } = await shell.json("session", "show", number);
    assert.notEqual(order.cancelled_at, null);
    assert.deepEqual([amount_refunded, refunds[0].state, refunds[0].lines], [698, "DONE", []]);
    const [check] = [await shell.run("order", "refund", number, "--line", "1:1", "--yes")];
    assert.match(check.err, /its goods came back then/);
  }));

Deno.test("session cancel tells what it gave back, and what is left, after earlier refunds", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const done = ["--reference", "UTR 9", "--yes"];
    const cancel = (number: string) => ["session", "cancel", number, "--reason", "sold out"];
    const { number } = await paidOrder(shell);
    await shell.json("order", "refund", number, "--amount", "198", ...done);
    const part = await shell.json(...cancel(number), "--refund", "--yes");
    assert.deepEqual(
      [part.amount_paid, part.amount_refunded, part.amount_left],
      [698, 698, 0],
    );
    assert.deepEqual(
      part.refunds.map(({ amount, state }: Record<string, unknown>) => [amount, state]),
      [[500, "REQUESTED"]],
    );
    const { number: other } = await paidOrder(shell);
    await shell.json("order", "refund", other, "--amount", "198", ...done);
    const { out: rest } = await shell.run(...cancel(other), "--refund", ...done);
    assert.equal(
      rest,
      `Cancelled order ${other}\n` +
        `Refunded 500.00 INR of order ${other}, reference UTR 9; 0.00 INR is left\n`,
    );
    const { number: third } = await paidOrder(shell);
    await shell.json("order", "refund", third, "--amount", "198", ...done);
    const { out: left } = await shell.run(...cancel(third), "--yes");
    assert.match(left, /: 500\.00 INR is left to refund: checkoutctl order refund \S{9} --all\n$/);
    const { number: fourth } = await paidOrder(shell);
    await shell.json("order", "refund", fourth, "--amount", "698", ...done);
    const { out: none } = await shell.run(...cancel(fourth), "--refund", "--yes");
    assert.equal(none, `Cancelled order ${fourth}: nothing is left to refund\n`);
  }));
