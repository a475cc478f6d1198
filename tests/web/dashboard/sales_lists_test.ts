/** The lists of sessions and orders in the dashboard: their filters, pages and files. */
import assert from "node:assert/strict";
import { NO_SESSION_FILTER } from "../../../src/domain/filters.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import { eachPage } from "../../../src/domain/values/page.ts";
import { listCsv } from "../../../src/schema/list.ts";
import { ORDER_LIST } from "../../../src/things/order.ts";
import { listedSession, SESSION_LIST, zoneOfShop } from "../../../src/things/session.ts";
import { parseCsv } from "../../support/csv.ts";
import { uuid } from "../../support/builders.ts";
import { Checkout } from "../api/checkout.ts";
import { KNOWN_PHONE, mugs } from "../api/shop.ts";
import { location } from "./owner.ts";
import { SALES, type Sales, withSales } from "./sales.ts";

/** Names of the sessions that a list links to, in its order. */
function listed({ sold }: Sales, text: string): string[] {
  return [...text.matchAll(/<th scope="row"[^>]*><a href="[^"]*\/sessions\/([^"]*)"/g)]
    .map(([, id]) => Object.entries(sold).find(([, one]) => one === id)?.[0] ?? `${id}`);
}

const LIVE = [...SALES].reverse();
const PHONE = encodeURIComponent(KNOWN_PHONE);

/** Filters of the sessions, and the sessions that they select. */
const FILTERS: readonly (readonly [string, readonly string[]])[] = [
  ["", LIVE],
  ["q=&phone=&state=&payment=&since=&until=&livemode=", LIVE],
  ["state=INITIATED", ["open"]],
  ["state=ABANDONED", ["abandoned"]],
  ["state=COMPLETED&payment=DRAFT", ["delivery"]],
  ["payment=PENDING", ["manual", "pending"]],
  [`phone=${PHONE}`, ["manual"]],
  ["phone=098765+43210", ["manual"]],
  ["phone=098765+43211", []],
  ["livemode=false", ["test"]],
  ["livemode=false&state=INITIATED", []],
];

Deno.test("sessions are listed newest first, by state, payment and phone; tests only when asked for", () =>
  withSales("sessions", async (sales) => {
    const { owner, path } = sales;
    for (const [query, names] of FILTERS) {
      const { status, text } = await owner.get(`${path}?${query}`);
      assert.equal(status, 200, query);
      assert.deepEqual(listed(sales, text), names, query);
      assert.match(text, /times in Asia\/Kolkata/);
      assert.equal(/Tests, made with test keys/.test(text), query.includes("livemode=false"));
      assert.equal(
        text.includes("Download CSV"),
        names.length > 0 && !query.includes("livemode=false"),
      );
      if (names.length === 0) assert.match(text, /No sessions match\./);
    }
  }));

Deno.test("orders are listed last placed first, by payment", () =>
  withSales("orders", async (sales) => {
    const { owner, path, sold } = sales;
    const of = async (query: string) => (await owner.get(`${path}?${query}`)).text;
    const all = await of("");
    assert.deepEqual(listed(sales, all), ["partPaid", "delivery", "cancelled", "paid"]);
    assert.deepEqual(listed(sales, await of("payment=DRAFT")), ["delivery"]);
    assert.deepEqual(listed(sales, await of("livemode=false")), ["test"]);
    assert.match(all, new RegExp(`>${await sales.number(sold.paid)}</a>`));
    assert.ok(all.includes("Ben &lt;b&gt;Okafor&lt;/b&gt;"));
    const badges = [...all.matchAll(/data-title="Payment"><span class="badge[^"]*">([^<]*)/g)];
    assert.deepEqual(badges.map(([, text]) => text), [
      "Part paid",
      "On delivery",
      "Cancelled",
      "Paid",
    ]);
    const totals = [...all.matchAll(/data-title="Total">([^<]*)/g)].map(([, text]) => text);
    assert.deepEqual(totals, ["₹798.00", "₹798.00", "₹989.90", "₹989.90"]);
  }));

Deno.test("the days of a filter are those of the shop's time zone, both included", () =>
  withSales("sessions", async (sales) => {
    const { clock, dashboard, path } = sales;
    // One minute before midnight in Kolkata, and at midnight.
    const ids: SessionId[] = [];
    for (const time of ["2026-03-01T23:59+05:30", "2026-03-02T00:00+05:30"]) {
      clock.advance(Date.parse(time) - clock.now());
      ids.push((await Checkout.open(sales, { items: mugs(1) })).id);
    }
    const [late = "", early = ""] = ids;
    const { get } = await dashboard.visitor("ben", { everywhere: "viewer" });
    const of = async (query: string) => listed(sales, (await get(`${path}?${query}`)).text);
    assert.deepEqual(await of("since=2026-03-01&until=2026-03-01"), [late]);
    assert.deepEqual(await of("since=2026-03-02"), [early]);
    assert.deepEqual(await of("since=2026-03-01"), [early, late]);
    assert.deepEqual(await of("until=2026-03-01&since=2026-02-01"), [late]);
    assert.deepEqual(await of("until=2026-02-28"), LIVE);
  }));

/** Filters that are refused: the field, and the message beside it. */
const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ["since=2026-02-30", "since", /From must be a day, such as 2026-01-31, got &quot;2026-02-30/],
  ["until=1d", "until", /To must be a day/],
  ["state=OPEN", "state", /State must be one of INITIATED, /],
  ["payment=%3Cb%3E", "payment", /Payment must be one of .*got &quot;&lt;b&gt;&quot;/],
  ["phone=12", "phone", /Phone must be a valid phone number, got &quot;12&quot;/],
  ["livemode=maybe", "livemode", /Mode must be one of true, false/],
  ["q=zz", "q", /No session has this id: zz/],
  [`q=${uuid(77)}`, "q", /No session has this id/],
  ["q=TEST-ZZZZ-ZZZZ", "q", /No order has this number: TEST-ZZZZ-ZZZZ/],
];

Deno.test("a filter that cannot be read is shown again with the error beside its field", () =>
  withSales("sessions", async ({ owner, path }) => {
    for (const [query, field, message] of REFUSED) {
      const { status, text } = await owner.get(`${path}?${query}&payment=PAID`);
      assert.equal(status, 422, query);
      assert.match(text, message);
      assert.match(text, new RegExp(`id="filter-${field}-error"`));
      assert.match(text, /<option value="PAID"/);
      assert.doesNotMatch(text, /<table/);
    }
    await owner.confirm();
    assert.equal(location(await owner.get(`${path}.csv?since=x`)), `${path}?since=x`);
    assert.equal((await owner.get(`${path}.csv?livemode=false`)).status, 400);
  }));

Deno.test("a search leads to the session by its id, order number or a part; never of another shop", () =>
  withSales("orders", async (sales) => {
    const { owner, path, sold, merchant } = sales;
    const number = await sales.number(sold.paid);
    const page = `/shops/${merchant.id}/sessions/${sold.paid}`;
    const plain = number.replace("-", "").toLowerCase();
    for (const text of [sold.paid, number, plain, number.slice(0, 6), sold.paid.slice(-8)]) {
      assert.equal(location(await owner.get(`${path}?q=${text}`)), page, text);
    }
    for (const text of [sold.foreign, sold.foreign.slice(-8)]) {
      const seen = await owner.get(`${path}?q=${text}`);
      assert.equal(seen.status, 422);
      assert.match(seen.text, /No (?:session has this id|order has this number)/);
    }
    assert.match(
      (await owner.get(`${path}?q=${sold.paid.slice(0, 4)}`)).text,
      /Several sessions match/,
    );
  }));

Deno.test("pages follow each other by key, with the filter, and another shop's key is unknown", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, sold } = sales;
    for (let i = 0; i < 60; i++) await Checkout.open(sales, { items: mugs(1) });
    const seen: string[] = [];
    let next: string | undefined = `${path}?state=INITIATED`;
    let pages = 0;
    while (next !== undefined) {
      const { text } = await owner.get(next);
      seen.push(...listed(sales, text));
      assert.equal(text.includes(">First page<"), pages++ > 0);
      next = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    assert.deepEqual([pages, seen.length, new Set(seen).size], [2, 61, 61]);
    assert.equal((await owner.get(`${path}?after=${sold.foreign}`)).status, 404);
    assert.equal((await owner.get(`${path}?after=${uuid(5)}`)).status, 404);
  }));

Deno.test("CSV has the rows of the filter, all pages of them, as session list --csv writes them", () =>
  withSales("sessions", async (sales) => {
    const { owner, path, merchant, services: { sessionAdmin } } = sales;
    for (let i = 0; i < 120; i++) await Checkout.open(sales, { items: mugs(1), reference: "=1" });
    const filter = { ...NO_SESSION_FILTER, merchantId: merchant.id };
    await owner.confirm();
    const [sessions, orders] = [
      await owner.get(`${path}.csv`),
      await owner.get(
        `${path.replace("sessions", "orders")}.csv`,
      ),
    ];
    const expected = async (
      list: typeof SESSION_LIST,
      read: Parameters<typeof eachPage>[0],
    ) => {
      const form = listCsv(list, zoneOfShop);
      let text = form.head;
      for await (const { rows } of eachPage(read)) {
        // deno-lint-ignore no-explicit-any -- rows of either list
        text += rows.map((one: any) => form.line(listedSession(one, merchant))).join("");
      }
      return text;
    };
    // deno-lint-ignore no-explicit-any -- keys of either list
    const sessionPage = (page: any) => sessionAdmin.list(filter, page);
    // deno-lint-ignore no-explicit-any -- as above
    const orderPage = (page: any) => sessionAdmin.orders(filter, page);
    assert.equal(`\uFEFF${sessions.text}`, await expected(SESSION_LIST, sessionPage));
    assert.equal(`\uFEFF${orders.text}`, await expected(ORDER_LIST, orderPage));
    assert.equal(parseCsv(sessions.text).length, 1 + SALES.length + 120);
    assert.equal(sessions.headers.get("content-type"), "text/csv; charset=utf-8");
    assert.equal(
      orders.headers.get("content-disposition"),
      'attachment; filename="orders.csv"',
    );
    const abandoned = await owner.get(`${path}.csv?state=ABANDONED&q=unused`);
    assert.equal(parseCsv(abandoned.text).length, 2);
  }));
