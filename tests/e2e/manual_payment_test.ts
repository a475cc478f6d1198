/** A shop that sells by links and takes transfers: from a cart link to an order, by real programs. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { testOnEngines } from "../support/engines.ts";
import { ctlJson, runCtl, startServer } from "../support/process.ts";

const SHOP = {
  name: "Hill House",
  domains: ["hill-house.example"],
  country_code: "IN",
  currency_code: "INR",
  catalogue: "strict",
  checkout: {
    cart_links: true,
    manual: { instructions: "Transfer to account 1234 at Hill Bank", days: 5 },
  },
  products: [{
    id: 1,
    title: "Mug",
    variants: [{ id: 11, title: "Default Title", price: "349.00", inventory_quantity: 3 }],
  }],
};

testOnEngines(
  "a cart link, a manual payment and session paid make an order",
  ({ withFolder }) =>
    withFolder(async (folder) => {
      const file = join(folder, "shop.json");
      await Deno.writeTextFile(file, JSON.stringify({ merchants: [SHOP] }));
      await runCtl(folder, "seed", file);
      const server = await startServer(folder, ["--checkout-port", "0"]);
      const [, base = ""] = await server.printed(/"checkout_url":"([^"]+)"/);
      const get = async (url: string) => {
        const response = await fetch(url, { redirect: "manual" });
        return { response, text: await response.text() };
      };

      const { text: offer } = await get(`${base}/buy?v=11:2`);
      assert.match(offer, /Continue/);
      const response = await fetch(`${base}/buy?v=11:2`, { method: "POST", redirect: "manual" });
      await response.body?.cancel();
      assert.equal(response.status, 303);
      const page = new URL(response.headers.get("location") ?? "", `${base}/buy`).href;
      const post = async (form: string, fields: Record<string, string>) => {
        const body = new URLSearchParams(fields);
        const answer = await fetch(`${page}/${form}`, { method: "POST", body, redirect: "manual" });
        assert.equal(answer.status, 303, await answer.text());
        return new URL(answer.headers.get("location") ?? "", `${page}/${form}`).href;
      };
      await post("address", {
        name: "Asha Rao",
        phone: "+919876543210",
        line1: "1 Residency Road",
        city: "Bengaluru",
        postal_code: "560025",
        country_code: "IN",
      });
      assert.equal(await post("pay", { seen: "69800" }), page);
      const waiting = await get(page);
      for (const text of ["Transfer to account 1234 at Hill Bank", "₹698.00"]) {
        assert.ok(waiting.text.includes(text), text);
      }

      const [{ id }] = JSON.parse((await runCtl(folder, "--json", "session", "list")).stdout);
      const before = (await get(`${page}/state`)).text;
      const paid = await ctlJson(folder, "session", "paid", id, "--reference", "UTR4711");
      assert.deepEqual([paid["amount_paid"], paid["reference"]], [698, "UTR4711"]);
      // The server has the session in its cache, and learns of the change.
      assert.notEqual((await get(`${page}/state`)).text, before);
      assert.ok((await get(page)).text.includes(String(paid["order_number"])));
      const { code, output } = await server.end("SIGTERM");
      assert.equal(code, 0);
      assert.ok(!output.includes(page.slice(base.length)), "the token is in no log");
    }),
);
