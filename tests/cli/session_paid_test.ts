import assert from "node:assert/strict";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

const DAY_MS = 86_400_000;
const DAYS = 3;

/** A session of 698.00 that awaits a manual payment for three days. */
async function awaiting(shell: Shell): Promise<{ id: string; buyer: Buyer }> {
  const id = await openSession(shell);
  const buyer = new Buyer(shell, id);
  await buyer.startPayment({ days: DAYS });
  return { id, buyer };
}

Deno.test("session show names a manual payment, its due time and when the session expires", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await awaiting(shell);
    const { out } = await shell.run("session", "show", id);
    assert.match(
      out,
      /^Payment +PENDING: 698\.00 INR, manual, due 2026-01-05 03:04:05Z, started 2026-01-02 /m,
    );
    assert.match(out, /^Expires +2026-01-05 03:04:05Z, in 3 days$/m);
    const { payment, expires_at, operator } = await shell.json("session", "show", id);
    const due = "2026-01-05T03:04:05.000Z";
    assert.deepEqual([payment.due_at, expires_at], [due, due]);
    const pending = operator.events.at(-1);
    assert.deepEqual([pending.type, pending.data.payment_due_at], ["payment.pending", due]);
    shell.clock.advance(DAYS * DAY_MS);
    assert.match((await shell.run("session", "show", id)).out, /^Expires .*, due now$/m);
  }));

Deno.test("session paid places the order at the amount asked for", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await awaiting(shell);
    const epoch = (await shell.store.epoch()).value;
    const { code, out } = await shell.run("session", "paid", id, "--reference", " UTR4711 ");
    assert.equal(code, 0);
    assert.match(out, /^Recorded 698\.00 INR, reference UTR4711: order \S{4}-\S{4} is placed\n$/);
    assert.notEqual((await shell.store.epoch()).value, epoch, "servers read the session again");
    const { pricing, order, operator } = await shell.json("session", "show", id);
    assert.deepEqual([pricing.amount_paid, order.late], [698, false]);
    assert.deepEqual(
      operator.events.slice(-2).map(({ type }: { readonly type: string }) => type),
      ["payment.paid", "session.completed"],
    );
    const again = await shell.run("session", "paid", order.number);
    assert.deepEqual([again.code, again.out, again.err], [
      1,
      "",
      "error: The payment is already recorded: 698.00 INR, reference UTR4711 (error.conflict)\n",
    ]);
  }));

Deno.test("session paid --json of a prepaid part: the order, and what was paid of it", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40", "--cod-prepaid", "10%");
    const id = await openSession(shell);
    const buyer = new Buyer(shell, id);
    await buyer.choose("COD");
    const { payment } = await buyer.startPayment({ days: DAYS });
    const paid = await shell.json("session", "paid", id);
    const { order } = await shell.json("session", "show", id);
    assert.deepEqual(paid, {
      id,
      order_number: order.number,
      payment_id: payment?.id,
      reference: `manual-${payment?.id}`,
      amount_paid: 73.8, // 10 % of 698.00 + 40.00
      total_payable: 738,
      currency_code: "INR",
      late: false,
      shortfall: null,
    });
    const collected = await shell.run("session", "collected", id, "--amount", "664.20");
    assert.match(collected.out, /738\.00 INR of 738\.00 INR is paid/);
    const other = await openSession(shell);
    const second = new Buyer(shell, other);
    await second.choose("COD");
    await second.startPayment({ days: DAYS });
    const { out } = await shell.run("session", "paid", other);
    assert.match(out, /^Recorded 73\.80 INR, .* is placed, 664\.20 INR is due on delivery\n$/);
  }));

Deno.test("session paid after the due time says that the order is late, and what it misses", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await awaiting(shell);
    shell.clock.advance(DAYS * DAY_MS);
    assert.equal(await shell.services.housekeeping.releaseAll(), 1);
    assert.match((await shell.run("session", "show", id)).out, /^Payment +PENDING, released: /m);
    const { out } = await shell.run("session", "paid", id);
    assert.match(out, /^Recorded 698\.00 INR, .*: order \S{9} is placed; paid late\n$/);
    assert.match((await shell.run("session", "show", id)).out, /^Order .*, paid late$/m);
  }));

Deno.test("session paid refuses what is no manual payment, a cancelled one and a bad reference", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const refused = async (id: string, ...more: string[]) => {
      const { code, out, err } = await shell.run("session", "paid", id, ...more);
      assert.equal(out, "");
      return [code, err];
    };
    const id = await openSession(shell);
    const none = `error: Session ${id} has no manual payment`;
    assert.deepEqual(await refused(id), [1, `${none} (error.invalid-state)\n`]);
    await new Buyer(shell, id).startPayment();
    assert.deepEqual(await refused(id), [
      1,
      `${none}: the shop's provider takes its payment (error.invalid-state)\n`,
    ]);
    const { id: other, buyer } = await awaiting(shell);
    for (const reference of ["", " ", "x".repeat(256)]) {
      const [code, err] = await refused(other, "--reference", reference);
      assert.deepEqual([code, /--reference must have 1 to 255 characters/.test(String(err))], [
        2,
        true,
      ]);
    }
    await buyer.settle("FAILED");
    assert.match(String(await refused(other)), /The payment was cancelled and cannot be paid: /);
    assert.match(String(await refused("nope")), /No session has this id: nope/);
    const { id: first } = await awaiting(shell);
    await shell.json("session", "paid", first, "--reference", "UTR1");
    const { id: last } = await awaiting(shell);
    assert.match(
      String(await refused(last, "--reference", "UTR1")),
      /Another payment already has this reference: UTR1 \(error\.payment-reference-used\)/,
    );
  }));
