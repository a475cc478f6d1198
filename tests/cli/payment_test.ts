import assert from "node:assert/strict";
import { uuid } from "../support/builders.ts";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** A shop with a PAID of 698.00 that came in after its payment had failed. */
async function unexpected(shell: Shell): Promise<{ sessionId: string; paymentId: string }> {
  await createShop(shell);
  const sessionId = await openSession(shell);
  const buyer = new Buyer(shell, sessionId);
  await buyer.startPayment();
  const { payment } = await buyer.settle("FAILED");
  assert.ok(payment);
  for (let i = 0; i < 2; i++) {
    await assert.rejects(buyer.settle("PAID"), { code: "error.invalid-state" });
  }
  return { sessionId, paymentId: payment.id };
}

Deno.test("payment resolve --refund records money that was paid back, all of it and once", () =>
  withShell(async (shell) => {
    await unexpected(shell);
    const [{ id }] = await shell.json("payment", "list", "--open");
    const resolve = ["payment", "resolve", id, "--note", "paid twice"];
    for (
      const [options, message] of [
        [["--reference", "UTR 1"], /--reference needs --refund/],
        [["--refund"], /without a terminal[\s\S]*--yes/i],
        [["--refund", "--yes"], /do it yourself, and enter its reference/],
      ] as const
    ) {
      const { code, err } = await shell.run(...resolve, ...options);
      assert.notEqual(code, 0);
      assert.match(err, message);
    }
    const back = ["--refund", "--reference", "UTR 1", "--yes"];
    const { out } = await shell.run(...resolve, ...back);
    assert.match(out, /\nRefund of 698\.00 INR: done, reference UTR 1\n$/);
    const again = await shell.run(...resolve, ...back);
    assert.match(again.err, /Nothing is left to refund: /);
    assert.deepEqual(await shell.json("payment", "list", "--open"), []);
  }));

Deno.test("payment list, show and resolve: a PAID after FAILED is one record until it is closed", () =>
  withShell(async (shell) => {
    const { sessionId, paymentId } = await unexpected(shell);
    const [record, ...others] = await shell.json("payment", "list", "--open");
    assert.deepEqual(others, []);
    const { id, merchant_id: _, key_id: __, ...rest } = record;
    assert.deepEqual(rest, {
      session_id: sessionId,
      payment_id: paymentId,
      livemode: true,
      reference: `pay_${paymentId}`,
      amount: "698.00",
      currency_code: "INR",
      reason: "error.invalid-state",
      message: "This step is not allowed in this state: IN_PROGRESS, payment FAILED",
      count: 1,
      at: "2026-01-02T03:04:05.000Z",
      resolved_at: null,
      note: null,
    });
    const list = await shell.run("payment", "list");
    assert.match(
      list.out,
      /^1 open record\nID +AMOUNT +REFERENCE +REASON +RECEIVED +RESOLVED +SHOP\n/,
    );
    assert.match(
      list.out,
      new RegExp(
        `\n${id} +698\\.00 INR +pay_${paymentId} +invalid-state +2026-01-02 03:04Z +- +Demo Store\n`,
      ),
    );
    const { out } = await shell.run("payment", "show", id.toUpperCase());
    assert.match(out, new RegExp(`^ID +${id}\nShop +Demo Store\nSession +${sessionId}\n`));
    assert.match(out, /^Reason +error\.invalid-state: This step is not allowed/m);
    assert.match(out, /^Resolved +-$/m);

    shell.clock.advance(60_000);
    const resolved = await shell.run("payment", "resolve", id, "--note", " refunded as rf_1 ");
    assert.equal(resolved.out, `Resolved ${id}: 698.00 INR, reference pay_${paymentId}\n`);
    const after = await shell.json("payment", "show", id);
    assert.deepEqual([after.note, after.resolved_at], [
      "refunded as rf_1",
      "2026-01-02T03:05:05.000Z",
    ]);
    assert.match((await shell.run("payment", "show", id)).out, /^Note +refunded as rf_1$/m);
    assert.deepEqual(await shell.json("payment", "list", "--open"), []);
    assert.equal((await shell.run("payment", "list", "--open")).out, "No open records\n");
    assert.equal((await shell.json("payment", "list")).length, 1);
    const again = await shell.run("payment", "resolve", id, "--note", "twice");
    assert.equal(again.code, 1);
    assert.match(again.err, /resolved or not known: .* \(error\.conflict\)/);
  }));

Deno.test("payment list is of one shop where it is named, and at most so many", () =>
  withShell(async (shell) => {
    await unexpected(shell);
    const list = async (...flags: string[]) =>
      (await shell.json("payment", "list", ...flags)).length;
    assert.equal(await list("--merchant", "demo-store.example"), 1);
    await shell.json(
      ...["merchant", "create", "--name", "Other", "--domain", "other.example"],
      ...["--country", "IN", "--currency", "INR"],
    );
    assert.equal(await list("--merchant", "other.example"), 0);
    assert.equal(await list("--limit", "1"), 1);
  }));

Deno.test("payment list says how it goes on, and has unknown payments as one row a key and day", () =>
  withShell(async (shell) => {
    const { sessionId } = await unexpected(shell);
    const [{ id: known, merchant_id }] = await shell.json("payment", "list");
    const found = (await shell.store.payments.find(known))!;
    await shell.store.commit(Array.from({ length: 30 }, (_, i) => ({
      kind: "unexpected.add",
      isUnknown: i >= 25,
      unexpected: {
        ...found,
        id: uuid(8000 + i),
        merchantId: merchant_id,
        paymentId: i < 25 ? found.paymentId : `unknown ${i}`,
        reference: `r${i}`,
        keyId: "key",
        at: found.at + 1 + i,
      },
    })));
    const first = await shell.run("payment", "list", "--open");
    assert.match(first.out, /^31 open records\nID .* COUNT /);
    assert.match(first.out, /^\S+025 .* r25 +5 /m);
    const next = uuid(8000 + 6);
    assert.equal(first.err, `More rows follow: add --after ${next}\n`);
    const rest = await shell.json("payment", "list", "--open", "--after", next);
    assert.deepEqual(
      rest.map(({ reference, count }: Record<string, unknown>) => [reference, count]),
      [...[5, 4, 3, 2, 1, 0].map((i) => [`r${i}`, 1]), [found.reference, 1]],
    );
    assert.equal((await shell.json("payment", "list", "--all", "--limit", "100")).length, 31);
    // One resolution closes what the row stands for, and what comes later is a row again.
    await shell.run("payment", "resolve", uuid(8025), "--note", "a wrong program");
    assert.match((await shell.run("payment", "list", "--open")).out, /^26 open records\n/);
    assert.ok(sessionId);
  }));

Deno.test("payment show and resolve refuse an unknown record, and a note of nothing", () =>
  withShell(async (shell) => {
    const id = "00000000-0000-7000-8000-00000000dead";
    const shown = await shell.run("payment", "show", id);
    assert.equal(shown.code, 1);
    assert.equal(
      shown.err,
      `error: No unexpected payment has this id: ${id} (error.payment-not-found)\n`,
    );
    assert.equal((await shell.run("payment", "resolve", id, "--note", "x")).code, 1);
    assert.equal((await shell.run("payment", "resolve", id, "--note", " ")).code, 2);
    assert.equal((await shell.run("payment", "resolve", id)).code, 2);
    assert.equal((await shell.run("payment", "resolve", id, "--note", "x".repeat(501))).code, 2);
  }));
