/** Customers in the dashboard: the list by phone, one customer's page, and corrections of coins. */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { CustomerId, MerchantId } from "../../../src/domain/ids.ts";
import type { Customer } from "../../../src/domain/shop/customer.ts";
import type { World } from "../../support/app.ts";
import { aCustomer, aMerchant, NOW, uuid } from "../../support/builders.ts";
import { parseCsv } from "../../support/csv.ts";
import { COINS } from "../../support/shop.ts";
import { addSession, aSession } from "../../store/support.ts";
import { roleAt } from "./dashboard.ts";
import { audited, location, withOwner } from "./owner.ts";

const CUSTOMER = aCustomer();

function put(customer: Customer): Change {
  return { kind: "customer.put", customer, seededCoins: 0 };
}

/** A ledger entry that gives coins. */
function given(coins: number, reason: string): Change {
  const entry = { id: crypto.randomUUID(), customerId: CUSTOMER.id, sessionId: null, at: NOW };
  return {
    kind: "coins.move",
    movement: { ...entry, from: "ISSUED", to: "AVAILABLE", coins, reason },
  };
}

async function balance({ store }: World): Promise<number | undefined> {
  return (await store.customers.find(CUSTOMER.id))?.balances.AVAILABLE;
}

Deno.test("customers are listed in pages, by the beginning of a number, and as CSV", () =>
  withOwner("customers", async ({ owner, path, store }) => {
    const phones = Array.from({ length: 60 }, (_, n) => `+9198765432${10 + n}`);
    const all = [...phones, "+12025550100", "erased:1"];
    await store.commit(all.map((phone, n) => put(aCustomer({ id: uuid(60 + n), phone }))));
    for (const q of ["+919876", "+91 98-76"]) {
      const found: string[] = [];
      for (let next: string | undefined = `${path}?q=${encodeURIComponent(q)}`; next;) {
        const { text } = await owner.get(next);
        found.push(...[...text.matchAll(/>(\+\d+)<\/a>/g)].map(([, phone = ""]) => phone));
        next = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
      }
      assert.deepEqual(found, phones, q);
    }
    // A whole national number is one of the shop's country.
    const { text } = await owner.get(`${path}?q=098765+43210`);
    assert.match(text, />\+919876543210<\/a>/);
    assert.doesNotMatch(text, />\+919876543211<\/a>/);
    assert.match((await owner.get(`${path}?after=%2B92`)).text, /\(erased\)/);
    const csv = parseCsv((await owner.get(`${path}.csv`)).text);
    assert.equal(csv.length, all.length + 1);
    assert.deepEqual(csv[0]?.slice(2, 5), ["coins_available", "coins_debt", "coins_processing"]);
    assert.deepEqual(csv[1]?.slice(1, 5), ["'+12025550100", "0", "0", "0"]);
    assert.equal(csv.at(-1)?.[1], "");
  }));

Deno.test("a debt of coins is on the customer's page and in the CSV", () =>
  withOwner("customers", async ({ owner, path, store }) => {
    const gift = given(70, "cancel-debt");
    assert.ok(gift.kind === "coins.move");
    const movement = { ...gift.movement, from: "AVAILABLE", to: "ISSUED" } as const;
    await store.commit([put(CUSTOMER), { ...gift, movement, asDebt: true }]);
    const [head, row] = parseCsv((await owner.get(`${path}.csv`)).text);
    assert.equal(row?.[head!.indexOf("coins_available")], "0");
    assert.equal(row?.[head!.indexOf("coins_debt")], "70");
    assert.match(
      (await owner.get(`${path}/${CUSTOMER.id}`)).text,
      /<dt>Debt<\/dt><dd><span class="value">70</,
    );
  }));

Deno.test("a customer's page has the sessions of the number and the ledger, latest first", () =>
  withOwner("customers", async ({ owner, path, store }) => {
    const session = aSession(0, { customer: { id: CUSTOMER.id, phone: CUSTOMER.phone } });
    await store.commit([
      put(CUSTOMER),
      given(7, "late delivery"),
      given(5, "<script>"),
      addSession(session),
    ]);
    const { text } = await owner.get(`${path}/${CUSTOMER.id}`);
    assert.match(text, /<h1>\+919876543210<\/h1>/);
    assert.match(text, new RegExp(`/sessions/${session.id}"`));
    assert.ok(text.indexOf("&lt;script&gt;") < text.indexOf("late delivery"));
    assert.match(text, /<span class="value">12<\/span>/);
  }));

Deno.test("coins are given and taken with a reason: a ledger entry and an audit entry each", () =>
  withOwner("customers", async (scene) => {
    const { owner, path, store, merchant } = scene;
    await store.commit([
      {
        kind: "merchant.put",
        merchant: { ...merchant, rules: { ...merchant.rules, coin: COINS } },
      },
      put(CUSTOMER),
    ]);
    const own = `${path}/${CUSTOMER.id}`;
    const form = { direction: "give", coins: "100", reason: "late delivery" };
    assert.equal(location(await owner.post(`${own}/coins`, form)), `${own}?saved=1`);
    assert.equal(await balance(scene), 100);
    location(await owner.post(`${own}/coins`, { ...form, direction: "take", coins: "30" }));
    assert.equal(await balance(scene), 70);
    const refusals: readonly (readonly [string, string, RegExp])[] = [
      ["coins", "", /Coins must be a whole number from 1 to 999999999/],
      ["coins", "-5", /Coins must be a whole number/],
      ["coins", "1000000000", /Coins must be a whole number/],
      ["reason", " ", /Reason must have 1 to 200 characters/],
      ["reason", "x".repeat(201), /Reason must have 1 to 200 characters/],
      ["direction", "keep", /Choose to give or to take coins/],
    ];
    for (const [name, value, message] of refusals) {
      const { status, text } = await owner.post(`${own}/coins`, { ...form, [name]: value });
      assert.equal(status, 422);
      assert.match(new RegExp(`id="coins-${name}-error">[^<]*`).exec(text)?.[0] ?? "", message);
    }
    const more = await owner.post(`${own}/coins`, { ...form, direction: "take", coins: "71" });
    assert.match(more.text, /id="coins-coins-error">Only 70 coins can be taken, got 71/);
    assert.equal(await balance(scene), 70);
    assert.equal((await store.customers.movements(CUSTOMER.id)).length, 2);
    const entries = await audited(scene);
    assert.deepEqual(entries.map((one) => one.split(" ").slice(0, 2).join(" ")), [
      "anna customer.coins",
      "anna customer.coins",
    ]);
    assert.ok(!entries.join().includes(CUSTOMER.phone));
  }));

Deno.test("a viewer and staff see a customer without the form; another shop's customer is 404", () =>
  withOwner("customers", async ({ dashboard, path, store, merchant }) => {
    const other = aMerchant({ id: uuid<MerchantId>(2), domains: ["other.example"] });
    const theirs = aCustomer({ id: uuid<CustomerId>(51), merchantId: other.id });
    await store.commit([
      { kind: "merchant.put", merchant: other },
      put(CUSTOMER),
      given(5, "x"),
      put(theirs),
    ]);
    for (const role of ["viewer", "staff"] as const) {
      const visitor = await dashboard.visitor(role, roleAt(merchant.id, role));
      const { status, text } = await visitor.get(`${path}/${CUSTOMER.id}`);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /method="post" action="\/shops/);
      assert.equal((await visitor.post(`${path}/${CUSTOMER.id}/coins`, {})).status, 403);
      for (const id of [theirs.id, uuid(9), CUSTOMER.phone, "x"]) {
        assert.equal((await visitor.get(`${path}/${id}`)).status, 404, id);
      }
    }
  }));
