/** With `-- --whole`, 1,000 keys. */
import assert from "node:assert/strict";
import type { MerchantId } from "../../src/domain/ids.ts";
import { EFFECTS } from "../../src/process/machine/effects.ts";
import { SETTLE_MS } from "../../src/service/cache/freshness.ts";
import { report, rounds } from "../faults/figures.ts";
import { FOREVER } from "../support/builders.ts";
import { type Cluster, withCluster } from "../support/cluster.ts";
import { OPERATOR } from "../support/operator.ts";
import { inParallel } from "../support/payments.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { startRelay } from "../support/relay.ts";
import { Backend, operatorOf, seedShop } from "./backend.ts";

const KEYS = rounds({ short: 40, whole: 1000 });
const SETTINGS = rounds({ short: 10, whole: 200 });
const HELD = rounds({ short: 5, whole: 100 });
const LANES = 8;
const SERVERS = [0, 1, 2];
const CART = {
  shop_domain: "demo-store.example",
  items: [{ product_id: 1, variant_id: 11, quantity: 1 }],
};

const seed = (cluster: Cluster, price: number) =>
  seedShop(cluster, {
    cod: { fee: price },
    products: [{ id: 1, title: "Mug", variants: [{ id: 11, price: `${price}.00` }] }],
  });

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

Deno.test({
  name: `servers: ${KEYS} keys are revoked, then sent to each server: 0 accepted`,
  ignore: isMissing,
  fn: () =>
    withCluster(postgres!, {}, async (cluster) => {
      await seed(cluster, 10);
      const backend = new Backend(cluster);
      const { keys } = operatorOf(cluster);
      const merchantId = cluster.shop.merchantId as MerchantId;
      const made = await backend.send(0, { method: "POST", path: "/session", data: CART });
      const path = `/session/${made.json.data.session_id}`;
      const read = { method: "GET", path } as const;
      const create = { method: "POST", path: "/session", data: CART } as const;
      const accepted: string[] = [];
      let isDone = false;
      // Requests with a valid key, so that servers ask for the epoch all the time.
      const others = SERVERS.map(async (i) => {
        while (!isDone) assert.equal((await backend.send(i, read)).status, 200);
      });
      const revoke = async (n: number) => {
        const { key, secret } = await keys.create(
          { merchantId, name: `${n}`, ...FOREVER, rateLimit: 1000 },
          OPERATOR,
        );
        for (const i of SERVERS) {
          const { status } = await backend.send(i, { ...read, secret });
          assert.equal(status, 200, `new key at server ${i}`);
        }
        const under = Promise.all(SERVERS.map((i) => backend.send(i, { ...create, secret })));
        if (n % 2 === 0) await keys.revoke(key.id, OPERATOR);
        else await keys.rotate(key.id, { overlapMs: 0 }, OPERATOR);
        const answers = await Promise.all(
          SERVERS.map((i) => backend.send(i, { ...n % 4 < 2 ? read : create, secret })),
        );
        answers.forEach(({ status }, i) => {
          if (status !== 401) accepted.push(`key ${n} at server ${i}: HTTP ${status}`);
        });
        // What was under way meanwhile may have been answered in either way.
        for (const { status } of await under) assert.ok(status === 201 || status === 401);
      };
      await inParallel(KEYS, LANES, revoke);
      isDone = true;
      await Promise.all(others);
      report("Revoked keys", { keys: KEYS, requests: KEYS * 3, accepted: accepted.length });
      assert.deepEqual(accepted, []);
    }),
});

Deno.test({
  name: `servers: a key is revoked while a server waits for the database, ${HELD} times`,
  ignore: isMissing,
  fn: async () => {
    const relay = startRelay(postgres!.port);
    const databaseUrl = (url: string, i: number) =>
      i === 1 ? url.replace(/:\d+\//, `:${relay.port}/`) : url;
    await withCluster(postgres!, { size: 2, databaseUrl }, async (cluster) => {
      await seed(cluster, 10);
      const backend = new Backend(cluster);
      const { keys } = operatorOf(cluster);
      const merchantId = cluster.shop.merchantId as MerchantId;
      const made = await backend.send(0, { method: "POST", path: "/session", data: CART });
      const read = { method: "GET", path: `/session/${made.json.data.session_id}` } as const;
      for (let n = 0; n < HELD; n++) {
        const { key, secret } = await keys.create(
          { merchantId, name: `${n}`, ...FOREVER },
          OPERATOR,
        );
        assert.equal((await backend.send(1, { ...read, secret })).status, 200);
        const held = relay.hold();
        // Asks the database before the key is revoked, and is answered after that.
        const early = backend.send(1, { ...read, secret });
        await held;
        await keys.revoke(key.id, OPERATOR);
        const late = backend.send(1, { ...read, secret });
        // By then the server has read the request before this one.
        await backend.send(1, { method: "GET", path: "/health" });
        relay.release();
        assert.equal((await late).status, 401, `key ${n}`);
        await early;
      }
    });
    await relay.close();
  },
});

Deno.test({
  name: `servers: a shop changes ${SETTINGS} times; each server sells by its latest settings`,
  ignore: isMissing,
  fn: () =>
    withCluster(postgres!, {}, async (cluster) => {
      const backend = new Backend(cluster);
      for (let price = 1; price <= SETTINGS; price++) {
        await seed(cluster, price);
        await EFFECTS.wait(SETTLE_MS);
        const made = await Promise.all(
          SERVERS.map((i) => backend.send(i, { method: "POST", path: "/session", data: CART })),
        );
        for (const { json } of made) {
          const path = `/session/${json.data.session_id}`;
          const { pricing } = (await backend.send(0, { method: "GET", path })).json.data;
          assert.deepEqual([pricing.sub_total, pricing.cod_price], [price, price]);
        }
      }
    }),
});
