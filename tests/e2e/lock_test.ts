import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { Load } from "../faults/load.ts";
import { busyShop } from "../faults/shop.ts";
import { ENDS_WITHIN_MS, runCtl, startServer, withFolder } from "../support/process.ts";

const CART = {
  shop_domain: "demo-store.example",
  items: [{ product_id: 1, variant_id: 11, quantity: 1, price: 10 }],
};
const POST = { path: "/session", method: "POST", data: CART };

Deno.test("a lock that stays: writes wait and are refused, reads go on, SIGTERM ends it in ten seconds", () =>
  withFolder(async (folder) => {
    const load = new Load(await busyShop(folder));
    const server = await startServer(folder, ["--rate-limit", "1000000"]);
    const { body } = await load.call(server.url, POST);
    const path = `/session/${body.data.session_id}`;
    const other = new DatabaseSync(`${folder}/checkout.db`);
    other.exec("BEGIN IMMEDIATE");
    const waiting = load.call(server.url, POST);
    for (let n = 0; n < 100; n++) {
      assert.equal((await load.call(server.url, { path })).status, 200);
    }
    const beganMs = performance.now();
    const ending = server.end("SIGTERM");
    const refused = await waiting;
    assert.equal(refused.status, 503, JSON.stringify(refused.body));
    assert.equal(refused.retryAfter, "1");
    const { code, output } = await ending;
    assert.ok(performance.now() - beganMs < ENDS_WITHIN_MS);
    assert.equal(code, 0, output);
    other.exec("ROLLBACK");
    other.close();
  }));

Deno.test("what a command changes is in force for the first request after it", () =>
  withFolder(async (folder) => {
    const load = new Load(await busyShop(folder));
    const of = ["--merchant", "demo-store.example"];
    const coupon = ["--code", "TENOFF", "--type", "fixed", "--amount", "1", "--automatic"];
    assert.equal((await runCtl(folder, "coupon", "create", ...of, ...coupon)).code, 0);
    const server = await startServer(folder, ["--rate-limit", "1000000"]);
    const discount = async () => {
      const { body } = await load.call(server.url, POST);
      const { body: read } = await load.call(server.url, {
        path: `/session/${body.data.session_id}`,
      });
      return read.data.pricing.discount;
    };
    for (const [verb, expected] of [["disable", 0], ["enable", 1], ["disable", 0]] as const) {
      assert.equal(await discount(), 1 - expected);
      const { code, stderr } = await runCtl(folder, "coupon", verb, "TENOFF", ...of);
      assert.equal(code, 0, stderr);
      assert.equal(await discount(), expected);
    }
    await server.end("SIGTERM");
  }));
