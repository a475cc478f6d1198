import assert from "node:assert/strict";
import { testOnEngines } from "../support/engines.ts";
import { runCtl, startServer } from "../support/process.ts";

const CARTS = 200;

/** A shop with one coupon of so many uses. */
function seed(usageLimit: number): string {
  const coupon = { code: "LAST", discount_type: "FIXED", discount_amount: 10 };
  return JSON.stringify({
    merchants: [{
      name: "Race",
      domains: ["race.example"],
      country_code: "IN",
      currency_code: "INR",
      coupons: [{ ...coupon, usage_limit: usageLimit }],
    }],
  });
}

testOnEngines(
  "200 payments at once while checkoutctl lowers the coupon's limit: never more than either",
  ({ withFolder }) =>
    withFolder(async (folder) => {
      const edit = async (limit: number) => {
        await Deno.writeTextFile(`${folder}/seed.json`, seed(limit));
        const { code, stderr } = await runCtl(folder, "seed", `${folder}/seed.json`);
        assert.equal(code, 0, stderr);
      };
      await edit(10);
      const of = ["--merchant", "race.example", "--name", "race", "--rate-limit", "1000000"];
      const key = JSON.parse((await runCtl(folder, "--json", "key", "create", ...of)).stdout);
      const server = await startServer(folder);
      const post = async (path: string, data?: unknown) => {
        const response = await fetch(`${server.url}${path}`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${key.secret}`,
            ...(data !== undefined && { "content-type": "application/json" }),
          },
          ...(data !== undefined && { body: JSON.stringify({ data }) }),
        });
        return { status: response.status, json: await response.json() };
      };
      const items = [{ product_id: 1, variant_id: 11, quantity: 1, price: 100 }];
      const ids = await Promise.all(Array.from({ length: CARTS }, async () => {
        const { json } = await post("/session", { shop_domain: "race.example", items });
        const id: string = json.data.session_id;
        assert.equal((await post(`/session/${id}/coupons`, { code: "LAST" })).status, 200);
        return id;
      }));
      const [answers] = await Promise.all([
        Promise.all(ids.map((id) => post(`/session/${id}/payment`))),
        edit(6),
      ]);
      const started = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status !== 200);
      assert.ok(started.length >= 6 && started.length <= 10, `${started.length} started`);
      for (const { json } of refused) {
        assert.equal(json.error.code, "error.coupon-limit-reached");
        assert.match(json.error.message, /The price is now 100\.00 instead of 90\.00$/);
      }
      const list = await runCtl(folder, "--json", "coupon", "list", "--merchant", "race.example");
      const [coupon] = JSON.parse(list.stdout);
      assert.deepEqual([coupon.used, coupon.usage_limit], [started.length, 6]);
      await server.end("SIGTERM");
    }),
);
