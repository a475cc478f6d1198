/** Payment results without an order in the dashboard: the list, one of them, its resolution. */
import assert from "node:assert/strict";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import { uuid } from "../../support/builders.ts";
import { aRefund } from "../../store/contract/refunds.ts";
import { parseCsv } from "../../support/csv.ts";
import { Checkout } from "../api/checkout.ts";
import { roleAt } from "./dashboard.ts";
import { audited, location } from "./owner.ts";
import { type Sales, withSales } from "./sales.ts";

/** Reports a payment of the pending session with another amount. */
async function report(sales: Sales, reference: string) {
  const checkout = new Checkout(sales, sales.sold.pending);
  const id = (await checkout.stored()).payment?.id;
  const result = { status: "PAID", amount: 1, reference };
  assert.equal((await checkout.send(`POST /payment/${id}/result`, result)).status, 409);
}

function references(text: string): string[] {
  return [...text.matchAll(/role="rowheader" class="main"><a [^>]*><bdi>([^<]*)/g)]
    .map(([, reference = ""]) => reference);
}

Deno.test("results of payments that the shop never had are one row; each is listed on demand", () =>
  withSales("unexpected-payments", async (sales) => {
    const { owner, path, sold } = sales;
    const checkout = new Checkout(sales, sold.pending);
    for (const n of [1, 2, 3]) {
      const result = { status: "PAID", amount: 1, reference: `guess ${n}` };
      const { status } = await checkout.send(`POST /payment/${uuid(n)}/result`, result);
      assert.equal(status, 404);
    }
    const { text } = await owner.get(path);
    assert.match(text, />3 open\. Reported as paid/);
    assert.deepEqual(references(text), ["guess 1"]);
    assert.match(text, /Unknown payment: 3 of a key that day/);
    assert.equal(references((await owner.get(`${path}?show=each`)).text).length, 3);
    assert.equal(parseCsv((await owner.get(`${path}.csv`)).text).length, 4);
    const [row] = await sales.store.payments.unexpected({
      ...NO_UNEXPECTED_FILTER,
      open: true,
      grouped: true,
    }, { limit: 9 });
    await owner.post(`${path}/${row!.id}/resolve`, { note: "A wrong program" });
    assert.match((await owner.get(path)).text, />0 open\. /);
  }));

Deno.test("an owner resolves a record with the refund that was paid by hand; staff may not", () =>
  withSales("unexpected-payments", async (sales) => {
    const { owner, path, dashboard, merchant, store } = sales;
    await report(sales, "pay 1");
    const [record] = await store.payments.unexpected(NO_UNEXPECTED_FILTER, { limit: 1 });
    const own = `${path}/${record!.id}`;
    const staff = await dashboard.visitor("stella", roleAt(merchant.id, "staff"));
    assert.doesNotMatch((await staff.get(own)).text, /name="refund"/);
    const form = { note: "Paid twice", refund: "on", reference: "UTR 1" };
    const refused = await staff.post(`${own}/resolve`, form);
    assert.match(refused.text, /Only owners refund in this shop: ask one of them/);
    assert.match((await owner.get(own)).text, /₹1\.00 was paid back by hand/);
    assert.match((await owner.post(`${own}/resolve`, form)).text, /name="own_password"/);
    await owner.confirm();
    const without = await owner.post(`${own}/resolve`, { ...form, reference: "" });
    assert.match(without.text, /id="resolve-reference-error">No provider of the server gives/);
    assert.equal(location(await owner.post(`${own}/resolve`, form)), `${own}?saved=1`);
    const { text } = await owner.get(own);
    assert.match(text, /Refunded<[\s\S]*Reference UTR 1/);
    assert.doesNotMatch(text, /name="refund"/);
    const [refund] = await store.refunds.ofUnexpected(record!.id);
    assert.deepEqual([refund?.state, refund?.amount], ["DONE", 100]);
  }));

Deno.test("an owner says what became of refunds whose provider has no key any more", () =>
  withSales("unexpected-payments", async (sales) => {
    const { owner, path, dashboard, merchant, store } = sales;
    await report(sales, "pay 1");
    const [record] = await store.payments.unexpected(NO_UNEXPECTED_FILTER, { limit: 1 });
    const { id: unexpectedId, sessionId, paymentId } = record!;
    const lost = [1, 2].map((n) =>
      aRefund(n, {
        ...{ merchantId: merchant.id, unexpectedId, sessionId, paymentId },
        ...{ state: "PENDING", amount: 40, reference: `re_${n}` },
      })
    );
    await store.commit(lost.map((refund) => ({ kind: "refund.add" as const, refund })));
    const own = `${path}/${unexpectedId}`;
    const [paid, unpaid] = lost.map(({ id }) => `${own}/refunds/${id}`);
    const staff = await dashboard.visitor("stella", roleAt(merchant.id, "viewer"));
    assert.doesNotMatch((await staff.get(own)).text, /Paid back/);
    assert.equal((await staff.post(`${paid}/refunded`, { reference: "UTR 7" })).status, 403);
    assert.match((await owner.get(own)).text, /The server has no key of the provider/);
    await owner.confirm();
    const empty = await owner.post(`${paid}/refunded`, { reference: " " });
    assert.match(empty.text, /Reference must have 1 to/);
    assert.equal(location(await owner.post(`${paid}/refunded`, { reference: "UTR 7" })), own);
    const not = await owner.post(`${unpaid}/not-refunded`, { reason: "Never sent" });
    assert.equal(location(not), own);
    const refunds = await store.refunds.ofUnexpected(unexpectedId);
    assert.deepEqual(
      refunds.map(({ state, reference }) => [state, reference]),
      [["DONE", "UTR 7"], ["FAILED", "re_2"]],
    );
    const { text } = await owner.get(own);
    assert.match(text, /Reference UTR 7/);
    assert.match(text, /name="refund"/);
    assert.match((await owner.post(`${paid}/not-refunded`, { reason: "x" })).text, /has ended/);
  }));

Deno.test("an unexpected payment is listed while it is open, and resolved with a note", () =>
  withSales("unexpected-payments", async (sales) => {
    const { owner, path, sold, dashboard, merchant, store } = sales;
    assert.match((await owner.get(path)).text, /Nothing to resolve\./);
    await report(sales, "=pay <b>1</b>");
    const { text } = await owner.get(path);
    assert.deepEqual(references(text), ["=pay &lt;b&gt;1&lt;/b&gt;"]);
    assert.match(text, /Other amount, or charged twice/);
    assert.match(text, />1 open\. Reported as paid/);
    const [record] = await store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: true }, {
      limit: 2,
    });
    assert.ok(record);
    const own = `${path}/${record.id}`;
    const shown = (await owner.get(own)).text;
    assert.match(shown, /Payment of 1\.00 INR/);
    assert.match(shown, new RegExp(`/sessions/${sold.pending}"`));
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    assert.doesNotMatch((await viewer.get(own)).text, /<form class="action"/);

    for (const note of ["", "x".repeat(501)]) {
      const refused = await owner.post(`${own}/resolve`, { note });
      assert.equal(refused.status, 422);
      assert.match(refused.text, /id="resolve-note-error">Note must have 1 to 500 characters/);
    }
    assert.equal(
      location(await owner.post(`${own}/resolve`, { note: "Refunded" })),
      `${own}?saved=1`,
    );
    const again = await owner.post(`${own}/resolve`, { note: "Twice" });
    assert.equal(again.status, 422);
    const resolved = (await owner.get(`${own}?saved=1`)).text;
    assert.match(resolved, /The record is resolved\./);
    assert.match(resolved, /<bdi>Refunded<\/bdi>/);
    assert.deepEqual(references((await owner.get(path)).text), []);
    assert.equal(references((await owner.get(`${path}?show=all`)).text).length, 1);
    assert.deepEqual(references((await owner.get(`${path}?show=all&livemode=false`)).text), []);
    const [, row] = parseCsv((await owner.get(`${path}.csv?show=all`)).text);
    assert.equal(row?.[4], "'=pay <b>1</b>");
    assert.equal(row?.at(-2), "Refunded");
    assert.equal((await owner.get(`${path}.csv?livemode=false`)).status, 400);
    assert.deepEqual(await audited(sales), ["anna payment.resolve null"]);
    for (const unknown of [uuid(77), "x"]) {
      assert.equal((await owner.get(`${path}/${unknown}`)).status, 404);
    }
  }));

Deno.test("a record of a session that is not stored has no link to it", () =>
  withSales("unexpected-payments", async (sales) => {
    const { owner, path, store, sold } = sales;
    await report(sales, "pay-1");
    const [record] = await store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: true }, {
      limit: 1,
    });
    assert.ok(record);
    const sessionId = uuid<typeof record.sessionId>(404);
    const removed = { ...record, id: uuid(900), reference: "pay-2", sessionId };
    await store.commit([{ kind: "unexpected.add", unexpected: removed }]);
    assert.match(
      (await owner.get(`${path}/${record.id}`)).text,
      new RegExp(`href="[^"]*${sold.pending}`),
    );
    const { text } = await owner.get(`${path}/${removed.id}`);
    assert.match(text, new RegExp(`${sessionId}</code>, not stored`));
    assert.doesNotMatch(text, new RegExp(`href="[^"]*${sessionId}`));
  }));

Deno.test("a record of another shop is unknown, and pages follow each other by key", () =>
  withSales("unexpected-payments", async (sales) => {
    const { owner, path, store, merchant } = sales;
    await report(sales, "pay-1");
    const [record] = await store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: true }, {
      limit: 1,
    });
    assert.ok(record);
    const foreign = { ...record, id: uuid(900), merchantId: uuid<typeof merchant.id>(2) };
    await store.commit([
      { kind: "unexpected.add", unexpected: foreign },
      ...Array.from({ length: 60 }, (_, i) => ({
        kind: "unexpected.add" as const,
        unexpected: { ...record, id: uuid(1000 + i), reference: `pay-${i + 2}` },
      })),
    ]);
    assert.equal((await owner.get(`${path}/${foreign.id}`)).status, 404);
    assert.equal((await owner.post(`${path}/${foreign.id}/resolve`, { note: "x" })).status, 404);
    assert.equal((await owner.get(`${path}?after=${foreign.id}`)).status, 404);
    const first = (await owner.get(path)).text;
    const next = /href="([^"]*)" rel="next"/.exec(first)?.[1] ?? "";
    const second = (await owner.get(next.replaceAll("&amp;", "&"))).text;
    const seen = [...references(first), ...references(second)];
    assert.deepEqual([seen.length, new Set(seen).size], [61, 61]);
    assert.doesNotMatch(second, /rel="next"/);
  }));
