/** One session in the dashboard: its receipt, its timeline, and what can be done to it. */
import assert from "node:assert/strict";
import type { SessionId } from "../../../src/domain/ids.ts";
import { roleAt, type Seen } from "./dashboard.ts";
import { audited, location } from "./owner.ts";
import { SALES, type Sales, withSales } from "./sales.ts";

/** The actions that a page offers. */
function offered({ text }: Seen): string[] {
  return [...text.matchAll(/<form class="action" method="post" action="[^"]*\/(\w+)"/g)]
    .map(([, action = ""]) => action);
}

/** Amounts of the sum of a receipt, in minor units, by their labels. */
function sumOf(text: string): [string, number][] {
  const list = /<dl class="sum">(.*?)<\/dl>/s.exec(text)?.[1] ?? "";
  return [...list.matchAll(/<bdi>([^<]*)<\/bdi><\/dt><dd>([^<]*)<\/dd>/g)]
    .map(([, label = "", amount = ""]) => [label, Number(amount.replace(/[^\d-]/g, ""))]);
}

async function stored({ store }: Sales, id: SessionId) {
  const found = await store.sessions.find(id);
  assert.ok(found);
  return found.load();
}

/** Actions of an owner by session. */
const OFFERED: Readonly<Record<(typeof SALES)[number] | "test", readonly string[]>> = {
  abandoned: [],
  paid: ["cancel"],
  cancelled: [],
  delivery: ["collected", "cancel"],
  partPaid: ["collected", "cancel"],
  pending: ["release", "expire"],
  manual: ["paid", "release", "expire"],
  open: ["expire"],
  test: ["cancel"],
};

Deno.test("a session's page has its receipt, whose rows add up, and the actions that are possible", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold, dashboard, merchant } = sales;
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    const staff = await dashboard.visitor("sam", roleAt(merchant.id, "staff"));
    for (const name of [...SALES, "test"] as const) {
      const seen = await owner.get(`${path}/${sold[name]}`);
      assert.equal(seen.status, 200, name);
      assert.deepEqual(offered(seen), OFFERED[name], name);
      assert.deepEqual(offered(await staff.get(`${path}/${sold[name]}`)), OFFERED[name], name);
      assert.deepEqual(offered(await viewer.get(`${path}/${sold[name]}`)), [], name);
      const { priced: { totals }, amountPaid } = await stored(sales, sold[name]);
      const rows = sumOf(seen.text);
      const total = rows.findIndex(([label]) => label === "Total");
      assert.equal(rows[total]?.[1], totals.totalPayable, name);
      const above = rows.slice(0, total).reduce((sum, [, amount]) => sum + amount, 0);
      assert.equal(above, totals.totalPayable, name);
      const below = new Map(rows.slice(total + 1));
      assert.equal(below.get("Paid") ?? 0, amountPaid, name);
      const isOwed = amountPaid > 0 && name !== "cancelled";
      assert.equal(below.get("Left to pay") ?? 0, isOwed ? totals.totalPayable - amountPaid : 0);
      assert.equal(seen.text.includes(">Test</span>"), name === "test");
      const title = /<title>(.*?) ·/.exec(seen.text)?.[1];
      const { order } = await stored(sales, sold[name]);
      assert.equal(
        title,
        order === null ? `Session ${sold[name].slice(-8)}` : `Order ${order.number}`,
      );
    }
    for (const unknown of [sold.foreign, "x", "TEST-ZZZZ-ZZZZ"]) {
      assert.equal((await owner.get(`${path}/${unknown}`)).status, 404, unknown);
      for (const action of ["paid", "collected", "cancel", "release", "expire"]) {
        const form = { reason: "x", amount: "1" };
        assert.equal((await owner.post(`${path}/${unknown}/${action}`, form)).status, 404);
      }
    }
    assert.equal((await stored(sales, sold.foreign)).version, 1);
    assert.deepEqual(await audited(sales), []);
  }));

Deno.test("the page tells what is in a session and what happened to it, escaped and without codes", () =>
  withSales("sessions", async ({ owner, path, sold, told }) => {
    const delivery = (await owner.get(`${path}/${sold.delivery}`)).text;
    assert.ok(delivery.includes("Ben &lt;b&gt;Okafor&lt;/b&gt;"));
    assert.match(delivery, /Cash on delivery fee<\/bdi><\/dt><dd>₹40\.00/);
    const paid = (await owner.get(`${path}/${sold.paid}`)).text;
    assert.match(paid, /Coupon PLUS5<\/bdi><\/dt><dd>-₹5\.00/);
    assert.match(paid, /Free gift of FREEPOSTER/);
    assert.match(paid, /Includes tax of ₹158\.95/);
    const titles = [...paid.matchAll(/<span class="what">([^<]*)/g)].map(([, title]) => title);
    assert.deepEqual(titles, [
      "Order placed",
      "Payment received",
      "Payment started",
      "Payment method chosen",
      "Address given",
      "Gifts chosen",
      "Coupons changed",
      "Opened",
    ]);
    const cancelled = (await owner.get(`${path}/${sold.cancelled}`)).text;
    assert.match(cancelled, /Changed their mind/);
    const manual = (await owner.get(`${path}/${sold.manual}`)).text;
    assert.match(manual, /Transfer, confirmed by hand/);
    assert.match(manual, /coupon LAST, 2 of variant 11/);
    const codes = told.map(({ otp }) => otp).filter((code) => typeof code === "string");
    assert.ok(codes.length > 0 && codes.every((code) => !manual.includes(`>${code}`)));
    assert.match(manual, /One-time code requested/);
    const open = (await owner.get(`${path}/${sold.open}`)).text;
    assert.match(open, /R-1/);
    assert.match(open, /Ring/);
  }));

Deno.test("mark as paid, cash, cancel and end: each changes the session and leaves one entry", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold } = sales;
    const act = async (name: keyof typeof sold, action: string, form = {}) => {
      const to = location(await owner.post(`${path}/${sold[name]}/${action}`, form));
      assert.equal(to, `${path}/${sold[name]}?done=${action}`);
      return (await owner.get(to)).text;
    };
    assert.match(
      await act("manual", "paid", { reference: " UTR 4711 " }),
      /The payment is recorded, and the order is placed\./,
    );
    assert.equal((await stored(sales, sold.manual)).payment?.reference, "UTR 4711");
    assert.match(await act("delivery", "collected", { amount: "798.00" }), /The cash is recorded/);
    assert.equal((await stored(sales, sold.delivery)).amountPaid, 79_800);
    assert.match(await act("paid", "cancel", { reason: "Broken" }), /The order is cancelled/);
    assert.equal((await stored(sales, sold.paid)).order?.cancellation?.reason, "Broken");
    assert.match(await act("pending", "release"), /what it held is released/);
    const released = await stored(sales, sold.pending);
    assert.deepEqual([released.payment?.status, released.payment?.holds], ["FAILED", "released"]);
    assert.match(await act("open", "expire"), /The session has ended/);
    assert.equal((await stored(sales, sold.open)).state.session, "ABANDONED");
    const label = async (id: SessionId) => await sales.number(id);
    assert.deepEqual(await audited(sales), [
      `anna session.paid ${await label(sold.manual)}`,
      `anna session.collected ${await label(sold.delivery)}`,
      `anna session.cancel ${await label(sold.paid)}`,
      "anna session.release null",
      "anna session.expire null",
    ]);
  }));

/** Forms that are refused: session, action, fields, and the message with its field. */
const REFUSED: readonly (readonly [
  (typeof SALES)[number],
  string,
  Record<string, string>,
  RegExp,
  string?,
])[] = [
  ["delivery", "collected", { amount: "" }, /Amount must be/, "amount"],
  ["delivery", "collected", { amount: "1.234" }, /Amount must/, "amount"],
  ["delivery", "collected", { amount: "798.01" }, /at most 798\.00 INR, got 798\.01/, "amount"],
  ["paid", "collected", { amount: "1" }, /Nothing is due for this order/, "amount"],
  ["open", "collected", { amount: "1" }, /is not an order/],
  ["paid", "cancel", { reason: "  " }, /Reason must have 1 to 500 characters/, "reason"],
  ["cancelled", "cancel", { reason: "x" }, /The order was already cancelled/],
  ["manual", "paid", { reference: "x".repeat(256) }, /Reference must have/, "reference"],
  ["manual", "paid", { reference: "taken" }, /reference/i, "reference"],
  ["pending", "paid", { reference: "" }, /has no manual payment/],
  ["paid", "expire", {}, /has already ended/],
  ["open", "release", {}, /No unpaid payment holds anything/],
];

Deno.test("a refused action shows its form again with what was entered, and changes nothing", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold, services: { sessionAdmin } } = sales;
    const taken = await stored(sales, sold.paid);
    for (const [name, action, form, message, field] of REFUSED) {
      const before = await stored(sales, sold[name]);
      const values = form["reference"] === "taken"
        ? { reference: taken.payment?.reference ?? "" }
        : form;
      const { status, text } = await owner.post(`${path}/${sold[name]}/${action}`, values);
      const where = `${name} ${action} ${JSON.stringify(form)}`;
      assert.equal(status, 422, where);
      assert.match(text, message, where);
      assert.match(text, /<div class="window shown">/, where);
      if (field === undefined) assert.match(text, /<p class="banner bad" role="alert">/, where);
      else assert.match(text, new RegExp(`id="${action}-${field}-error"`), where);
      assert.deepEqual(await stored(sales, sold[name]), before, where);
    }
    assert.deepEqual(await audited(sales), []);
    // A form's address that is loaded again shows the session.
    assert.equal(
      location(await owner.get(`${path}/${sold.paid}/cancel`)),
      `${path}/${sold.paid}`,
    );
    assert.ok((await sessionAdmin.show(sold.paid)).session.order?.cancellation === null);
  }));
