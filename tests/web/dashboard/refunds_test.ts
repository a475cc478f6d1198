/** Refunds in the dashboard: the form in two steps, who may refund, and what was paid by hand. */
import assert from "node:assert/strict";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { Minor } from "../../../src/domain/values/money.ts";
import { roleAt, type Visitor } from "./dashboard.ts";
import { audited, fieldsOf, location } from "./owner.ts";
import { type Sales, withSales } from "./sales.ts";

async function orderOf({ store }: Sales, id: SessionId) {
  const session = (await store.sessions.find(id))?.load();
  assert.ok(session?.order);
  return { ...session.order, session };
}

/** Fills in both steps of the form, and sends them. */
async function refund(by: Visitor, path: string, first: Record<string, string>, amount?: string) {
  const step = await by.post(`${path}/refund`, first);
  assert.equal(step.status, 200);
  const fields = fieldsOf(step.text)
    .map(([name, value]) => [name, name === "amount" ? amount ?? value : value] as const);
  return { proposed: step.text, fields, answer: await by.post(`${path}/refund`, fields) };
}

/** Lets staff refund up to a sum in minor units a day. */
async function allowStaff({ store, merchant }: Sales, staffRefundsDaily: Minor) {
  await store.commit([{ kind: "merchant.put", merchant: { ...merchant, staffRefundsDaily } }]);
}

Deno.test("a refund is entered, shown with its sum, and made once; what is left can go back later", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold } = sales;
    await owner.confirm();
    const page = `${path}/${sold.paid}`;
    assert.match((await owner.get(page)).text, new RegExp(`href="${page}/refund"`));
    const form = await owner.get(`${page}/refund`);
    assert.match(form.text, /Quantity that comes back, of 3/);
    const first = { "line-1": "1", amount: "", reason: "Does not fit", reference: "" };
    const { proposed, fields, answer } = await refund(owner, page, first, "300");
    assert.match(proposed, /1 × Mug/);
    assert.match(proposed, /Price that was paid for them/);
    assert.equal(location(answer), `${page}?done=refund`);
    const { refunds: [made], session } = await orderOf(sales, sold.paid);
    assert.deepEqual(
      [made?.amount, made?.lines, made?.reason, made?.state, made?.by],
      [30_000, [{ line: 1, quantity: 1 }], "Does not fit", "REQUESTED", "anna"],
    );
    const again = await owner.post(`${page}/refund`, fields);
    assert.equal(again.status, 422);
    assert.match(again.text, /The order has another refund since: check what is left/);
    assert.equal((await orderOf(sales, sold.paid)).refunds.length, 1);
    const shown = (await owner.get(`${page}?done=refund`)).text;
    assert.match(shown, /The refund is recorded\./);
    assert.match(shown, />To refund<\/span>/);
    assert.match(shown, /1 × Mug/);
    const rest = await refund(owner, page, {
      all: "on",
      amount: "",
      reason: "",
      reference: "UTR 1",
    });
    assert.equal(location(rest.answer), `${page}?done=refund`);
    const { refunds } = await orderOf(sales, sold.paid);
    assert.equal(refunds[1]?.amount, session.amountPaid - 30_000);
    assert.deepEqual([refunds[1]?.state, refunds[1]?.reference], ["DONE", "UTR 1"]);
    assert.match((await owner.get(`${page}/refund`)).text, /Nothing is left to refund/);
    assert.doesNotMatch((await owner.get(page)).text, new RegExp(`href="${page}/refund"`));
    const number = await sales.number(sold.paid);
    assert.deepEqual(await audited(sales), [
      `anna session.refund ${number}`,
      `anna session.refund ${number}`,
    ]);
  }));

/** First steps that are refused, with the message and its field. */
const REFUSED: readonly (readonly [Record<string, string>, string, string])[] = [
  [{}, "Enter an amount or quantities, or choose all that is left", "amount"],
  [{ amount: "x" }, "Amount must be", "amount"],
  [{ amount: "0.001" }, "Amount must have at most 2 decimals", "amount"],
  [{ amount: "0" }, "Amount must be more than 0", "amount"],
  [{ amount: "99999" }, "The amount must be at most", "amount"],
  [{ "line-1": "4" }, "The quantity must be a whole number up to 3", "line-1"],
  [{ "line-1": "-1" }, "The quantity must be a whole number up to 3", "line-1"],
  [{ "line-1": "1", all: "on" }, "All that is left has every unit", "all"],
  [{ amount: "1", reason: "W".repeat(600) }, "Reason must have", "reason"],
  [{ amount: "1", reference: "W".repeat(600) }, "Reference must have", "reference"],
];

Deno.test("a refund that does not fit is refused beside its field, and changes nothing", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold } = sales;
    await owner.confirm();
    const page = `${path}/${sold.paid}`;
    for (const [given, message, field] of REFUSED) {
      const form = { "line-1": "", amount: "", reason: "", reference: "", ...given };
      const seen = await owner.post(`${page}/refund`, form);
      assert.equal(seen.status, 422, message);
      assert.match(seen.text, new RegExp(`id="refund-${field}-error">${message}`));
    }
    const { answer } = await refund(owner, page, { amount: "1" }, "99999");
    assert.equal(answer.status, 422);
    assert.match(answer.text, /id="confirm-amount-error">The amount must be at most/);
    assert.deepEqual((await orderOf(sales, sold.paid)).refunds, []);
    for (const other of [sold.open, sold.foreign]) {
      const seen = await owner.post(`${path}/${other}/refund`, { amount: "1" });
      assert.ok([404, 422].includes(seen.status), String(seen.status));
    }
  }));

Deno.test("money by hand is paid back with a reference, or is not and can be refunded again", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold } = sales;
    await owner.confirm();
    const page = `${path}/${sold.paid}`;
    await refund(owner, page, { amount: "10" });
    await refund(owner, page, { amount: "20" });
    const { refunds: [one, two] } = await orderOf(sales, sold.paid);
    const to = (id = "", result = "refunded") => `${page}/refunds/${id}/${result}`;
    const empty = await owner.post(to(one?.id), { reference: " " });
    assert.equal(empty.status, 422);
    assert.match(empty.text, /Reference must have 1 to/);
    const done = await owner.post(to(one?.id), { reference: "UTR 7" });
    assert.equal(location(done), `${page}?done=refunded`);
    const not = await owner.post(to(two?.id, "not-refunded"), { reason: "Wrong account" });
    assert.equal(location(not), `${page}?done=not-refunded`);
    const { refunds } = await orderOf(sales, sold.paid);
    assert.deepEqual(refunds.map(({ state, reference, failure }) => [state, reference, failure]), [
      ["DONE", "UTR 7", null],
      ["FAILED", null, "Wrong account"],
    ]);
    const shown = (await owner.get(page)).text;
    assert.match(shown, /Reference UTR 7/);
    assert.match(shown, /Failed: Wrong account/);
    assert.match(
      (await owner.post(to(one?.id, "not-refunded"), { reason: "x" })).text,
      /has ended/,
    );
    assert.equal((await owner.post(to("x"), { reference: "x" })).status, 422);
  }));

Deno.test("cancelling can refund in the same step; without the box it moves no money", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold } = sales;
    await owner.confirm();
    const cancel = (id: SessionId, form: Record<string, string>) =>
      owner.post(`${path}/${id}/cancel`, { reason: "Broken", ...form });
    location(await cancel(sold.partPaid, {}));
    assert.deepEqual((await orderOf(sales, sold.partPaid)).refunds, []);
    location(await cancel(sold.paid, { refund: "on" }));
    const { refunds, session } = await orderOf(sales, sold.paid);
    assert.deepEqual(refunds.map(({ amount }) => amount), [session.amountPaid]);
  }));

Deno.test("a refund asks for the password again, and so does a cancellation that refunds", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold, clock } = sales;
    const page = `${path}/${sold.paid}`;
    clock.advance(3_600_000);
    for (const form of [{ amount: "1" }, { amount: "1", step: "confirm", known: "0" }]) {
      const seen = await owner.post(`${page}/refund`, form);
      assert.equal(seen.status, 403);
      assert.match(seen.text, /name="own_password"/);
    }
    assert.equal((await owner.post(`${page}/cancel`, { reason: "x", refund: "on" })).status, 403);
    assert.deepEqual((await orderOf(sales, sold.paid)).refunds, []);
    location(await owner.post(`${page}/cancel`, { reason: "x" }));
  }));

Deno.test("staff refund up to the shop's sum a day, owners without limit, viewers nothing", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold, merchant, dashboard } = sales;
    await owner.confirm();
    const page = `${path}/${sold.paid}`;
    const staff = await dashboard.visitor("sam", roleAt(merchant.id, "staff"));
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    assert.equal((await viewer.get(`${page}/refund`)).status, 403);
    assert.doesNotMatch((await staff.get(page)).text, new RegExp(`href="${page}/refund"`));
    assert.doesNotMatch((await staff.get(page)).text, /name="refund"/);
    assert.match((await staff.get(`${page}/refund`)).text, /Only owners refund in this shop/);
    const none = await staff.post(`${page}/refund`, { amount: "1", step: "confirm", known: "0" });
    assert.match(none.text, /Only owners refund in this shop: ask one of them/);
    const cancelled = await staff.post(`${page}/cancel`, { reason: "x", refund: "on" });
    assert.equal(cancelled.status, 422);
    await allowStaff(sales, 10_000);
    assert.match((await staff.get(page)).text, new RegExp(`href="${page}/refund"`));
    const within = await refund(staff, page, { amount: "60" });
    assert.equal(location(within.answer), `${page}?done=refund`);
    const beyond = await refund(staff, page, { amount: "40.01" });
    assert.match(
      beyond.answer.text,
      /id="confirm-amount-error">You may refund at most 100\.00 INR a day, which this would exceed: ask an owner/,
    );
    // What was not paid back is not counted.
    const { refunds: [first] } = await orderOf(sales, sold.paid);
    const failed = `${page}/refunds/${first?.id}/not-refunded`;
    location(await staff.post(failed, { reason: "Wrong account" }));
    location((await refund(staff, page, { amount: "100" })).answer);
    const over = await refund(staff, page, { amount: "0.01" });
    assert.match(over.answer.text, /ask an owner/);
    location((await refund(owner, page, { amount: "200" })).answer);
    // Midnight in Kolkata, not a day later.
    const now = new Date(sales.clock.now() + 19_800_000);
    const sinceMidnight = now.getTime() % 86_400_000;
    sales.clock.advance(86_400_000 - sinceMidnight - 1);
    assert.match((await refund(await anew(), page, { amount: "1" })).answer.text, /ask an owner/);
    sales.clock.advance(1);
    location((await refund(await anew(), page, { amount: "1" })).answer);

    /** The staff person, whose password was just entered. */
    async function anew(): Promise<Visitor> {
      await staff.confirm();
      return staff;
    }
  }));
