/** Unpaid holds on the overview, and their release. */
import assert from "node:assert/strict";
import type { SessionId } from "../../../src/domain/ids.ts";
import { MAX_HOLDS } from "../../../src/service/shop/attention.ts";
import { uuid } from "../../support/builders.ts";
import { Checkout } from "../api/checkout.ts";
import { aMug } from "../../support/shop.ts";
import { ADDRESS, mugs } from "../api/shop.ts";
import { roleAt, type Seen } from "./dashboard.ts";
import { audited, location } from "./owner.ts";
import { type Sales, withSales } from "./sales.ts";

/** The rows of the panel: session, time, due time, units and amount as text. */
function holdsOf({ text }: Seen): string[][] {
  const [, table] = /<table[^>]* aria-label="Unpaid holds">(.*?)<\/table>/s.exec(text) ?? [];
  return (table ?? "").split("<tr").slice(2).map((row) =>
    [...row.matchAll(/<(t[hd]) [^>]*>(.*?)<\/\1>/gs)].slice(0, 5)
      .map(([, , cell = ""]) => cell.replace(/<[^>]*>/g, "").trim())
  );
}

const sessionsOf = (seen: Seen) => holdsOf(seen).map(([session]) => session);

function releasesOf({ text }: Seen): string[] {
  return [...text.matchAll(/action="([^"]*\/release)"/g)].map(([, path = ""]) => path);
}

const short = (id: SessionId) => id.slice(-8);

async function unpaid({ store }: Sales, id: SessionId) {
  return (await store.sessions.find(id))?.load().payment;
}

Deno.test("the overview lists unpaid holds by age, and releases one as payment cancel does", () =>
  withSales("", async (sales) => {
    const { owner, path, sold, dashboard, merchant } = sales;
    const seen = await owner.get(path);
    const manual = await unpaid(sales, sold.manual);
    assert.deepEqual(sessionsOf(seen), [short(sold.pending), short(sold.manual)]);
    const [pending, transfer] = holdsOf(seen);
    assert.match(pending?.[1] ?? "", /^3 hours ago$/);
    assert.equal(pending?.[2], "");
    assert.notEqual(transfer?.[2], "");
    assert.deepEqual(transfer?.[3], "2");
    assert.equal(
      Number(transfer?.[4]?.replace(/[^\d]/g, "")),
      manual?.amount,
    );
    const one = (id: SessionId) => `${path}holds/${id}/release`;
    assert.deepEqual(releasesOf(seen), [one(sold.pending), one(sold.manual)]);

    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    const read = await viewer.get(path);
    assert.deepEqual([sessionsOf(read).length, releasesOf(read)], [2, []]);
    assert.equal((await viewer.post(one(sold.manual))).status, 403);
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://other.example" };
    const sent = { cookie: owner.cookie, headers: foreign, form: {} };
    assert.equal((await dashboard.send("POST", one(sold.manual), sent)).status, 403);
    assert.equal((await unpaid(sales, sold.manual))?.holds, "held");
    for (const unknown of [sold.foreign, uuid<SessionId>(999), "x"]) {
      const refused = await owner.post(one(unknown as SessionId));
      assert.equal(refused.status, 422);
      assert.match(refused.text, /No session has this id/);
    }

    const staff = await dashboard.visitor("sam", roleAt(merchant.id, "staff"));
    const to = location(await staff.post(one(sold.manual)));
    assert.equal(to, `${path}?done=release`);
    const after = await staff.get(to);
    assert.match(after.text, /The payment is cancelled, and what it held is released\./);
    assert.deepEqual(sessionsOf(after), [short(sold.pending)]);
    const { status, holds } = await unpaid(sales, sold.manual) ?? {};
    assert.deepEqual([status, holds], ["FAILED", "released"]);
    assert.deepEqual(await audited(sales), ["sam session.release null"]);

    const again = await owner.post(one(sold.manual));
    assert.equal(again.status, 422);
    assert.match(again.text, /No unpaid payment holds anything/);
    assert.match(again.text, new RegExp(`href="${path}"`));
    assert.equal((await owner.get(one(sold.manual))).headers.get("location"), path);
    assert.deepEqual(await audited(sales), ["sam session.release null"]);

    await owner.post(one(sold.pending));
    assert.doesNotMatch((await owner.get(path)).text, /Unpaid holds/);
  }));

Deno.test("the overview shows the oldest holds, and links to all of them", () =>
  withSales("", async (sales) => {
    const { owner, path, sold } = sales;
    assert.match((await owner.get(path)).text, />Sessions<\/a><\/div>/);
    const merchantId = sales.merchant.id;
    await sales.store.commit([{ kind: "product.put", merchantId, product: aMug(99) }]);
    for (let n = 0; n < MAX_HOLDS - 1; n++) {
      sales.clock.advance(1000);
      const checkout = await Checkout.open(sales, { items: mugs(1) });
      await checkout.step("PUT /address", ADDRESS);
      await checkout.step("PUT /payment-method", { method: "PREPAID" });
      await checkout.step("POST /payment");
    }
    const seen = await owner.get(path);
    assert.equal(sessionsOf(seen).length, MAX_HOLDS);
    assert.equal(sessionsOf(seen)[0], short(sold.pending));
    assert.match(seen.text, /sessions\?payment=PENDING">All unpaid payments</);
  }));
