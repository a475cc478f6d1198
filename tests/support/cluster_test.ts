import assert from "node:assert/strict";
import { withCluster } from "./cluster.ts";
import { lacksPostgres, postgresServer } from "./postgres.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

Deno.test({
  name: "withCluster() runs servers that share a database, and kills, freezes and restarts them",
  ignore: isMissing,
  fn: async () => {
    const pids: number[] = [];
    const test = withCluster(postgres!, {}, async ({ urls, shop, server, ...cluster }) => {
      const send = async (i: number, path: string, init?: RequestInit) => {
        const headers = {
          authorization: `Bearer ${shop.secret}`,
          "content-type": "application/json",
        };
        const answer = await fetch(`${urls[i]}${path}`, { ...init, headers });
        const { data } = await answer.json();
        return data;
      };
      const items = [{ product_id: 1, variant_id: 11, quantity: 2, price: 10 }];
      const body = JSON.stringify({ data: { shop_domain: "demo-store.example", items } });
      const { session_id: id } = await send(0, "/session", { method: "POST", body });
      const quantityAt = async (i: number) => (await send(i, `/session/${id}`)).items[0].quantity;
      assert.equal(await quantityAt(1), 2);
      await cluster.kill(1);
      await assert.rejects(quantityAt(1));
      await cluster.restart(1);
      assert.equal(await quantityAt(1), 2);
      cluster.freeze(2);
      const late = quantityAt(2);
      assert.equal(await quantityAt(0), 2);
      cluster.thaw(2);
      assert.equal(await late, 2);
      cluster.freeze(0);
      pids.push(...[0, 1, 2].map((i) => server(i).pid));
      throw new Error("failed");
    });
    await assert.rejects(test, /failed/);
    assert.equal(pids.length, 3);
    for (const pid of pids) assert.throws(() => Deno.kill(pid, "SIGCONT"), Deno.errors.NotFound);
  },
});
