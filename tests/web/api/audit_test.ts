/** Audit entries of a shop's backend, which reports what a payment provider says. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER, NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import { readPages } from "../../../src/domain/values/page.ts";
import type { AuditEntry } from "../../../src/domain/trail/entry.ts";
import type { AuditKey } from "../../../src/store/reads/audit.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { DOOR } from "./books.ts";
import { Checkout, paid } from "./checkout.ts";
import { ADDRESS, KNOWN_PHONE, withShop } from "./shop.ts";

/** Entries of keys, oldest first. */
async function entriesOf({ store }: World): Promise<AuditEntry[]> {
  const { rows } = await readPages<AuditEntry, AuditKey>((page) =>
    store.audit.list(NO_AUDIT_FILTER, page)
  );
  return rows.filter(({ subject }) => subject.kind === "key").toReversed();
}

Deno.test("a payment result and a cancelled order have an entry with the key; steps of customers none", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.verify();
    await checkout.step("PUT /address", { ...ADDRESS, email: "asha@home.example" });
    const { payment } = await checkout.step("POST /payment");
    assert.deepEqual(await entriesOf(world), []);
    world.clock.advance(1000);
    const { order } = await checkout.step(...paid(payment));
    const [result, ...others] = await entriesOf(world);
    assert.deepEqual(others, []);
    assert.equal(result?.at, world.clock.at);
    assert.match(result.subject.label, /^ck_live_\w{4}$/);
    assert.deepEqual([result.action, result.object], [
      "payment.result",
      { kind: "session", id: checkout.id, label: order.number },
    ]);
    const { amountPaid } = await checkout.stored();
    assert.deepEqual([result.before, result.after], [
      { state: "IN_PROGRESS", payment_state: "PENDING", order_number: null, amount_paid: 0 },
      {
        state: "COMPLETED",
        payment_state: "PAID",
        order_number: order.number,
        amount_paid: amountPaid,
      },
    ]);
    await checkout.step(...paid(payment));
    assert.equal((await entriesOf(world)).length, 1, "a repeated result changes nothing");
    world.clock.advance(1000);
    await checkout.step("POST /cancel", DOOR);
    const [, cancelled] = await entriesOf(world);
    assert.deepEqual([cancelled?.action, cancelled?.before, cancelled?.after], [
      "session.cancel",
      { cancelled_at: null },
      { cancelled_at: new Date(world.clock.at).toISOString() },
    ]);
    await checkout.refused("POST /cancel", DOOR, "error.conflict");
    assert.equal((await entriesOf(world)).length, 2, "a refused step has no entry");
    const text = JSON.stringify(await entriesOf(world));
    for (const known of [KNOWN_PHONE, "Asha", "home.example", "door", "Residency"]) {
      assert.ok(!text.includes(known), known);
    }
  }));

Deno.test("a payment that becomes no order has one entry, and a result under one key is written once", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const { payment } = await checkout.step("POST /payment");
    const [call, result] = paid(payment);
    await checkout.step(call, { ...result, status: "FAILED" });
    for (let i = 0; i < 2; i++) await checkout.send(call, result);
    const [failed, unexpected, ...others] = await entriesOf(world);
    assert.deepEqual(others, []);
    assert.equal(failed?.action, "payment.result");
    const [record] = await world.store.payments.unexpected(
      { ...NO_UNEXPECTED_FILTER, open: true },
      { limit: 9 },
    );
    assert.deepEqual([unexpected?.action, unexpected?.object], [
      "payment.unexpected",
      { kind: "payment", id: record?.id, label: null },
    ]);
    assert.equal(unexpected?.after?.["amount"], record?.amount);
    assert.equal(unexpected?.after?.["reference"], "(hidden)");
    await world.services.unexpectedResolutions.resolve(
      record!.id,
      { note: "refunded", refund: null },
      OPERATOR,
    );
    const { rows: [resolved] } = await world.store.audit.list({
      ...NO_AUDIT_FILTER,
      subject: "asha",
    }, { limit: 1 });
    assert.deepEqual([resolved?.action, resolved?.before], [
      "payment.resolve",
      { resolved_at: null, note: null },
    ]);
  }));

Deno.test("a cancellation that gives money back has an entry of the refund too", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.pay();
    const { amountPaid } = await checkout.stored();
    await checkout.step("POST /cancel", { ...DOOR, refund: true });
    const [, cancelled, refunded, ...others] = await entriesOf(world);
    assert.deepEqual(others, []);
    assert.deepEqual([cancelled?.action, refunded?.action], ["session.cancel", "session.refund"]);
    assert.deepEqual(cancelled?.before, { cancelled_at: null });
    assert.deepEqual([refunded?.before, refunded?.after], [
      { amount_refunded: null },
      { amount_refunded: amountPaid },
    ]);
  }));
