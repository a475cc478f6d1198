/** With `-- --whole`, 10,000 steps. */
import assert from "node:assert/strict";
import { report, rounds } from "../faults/figures.ts";
import { withCluster } from "../support/cluster.ts";
import { inParallel } from "../support/payments.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { Backend, type Received, seedShop, type Sent } from "./backend.ts";

const STEPS = rounds({ short: 300, whole: 10_000 });
const LANES = 16;
const SERVERS = 3;

const SHOP = {
  cod: { fee: 40 },
  shipping: [{
    countries: ["IN"],
    options: [{ id: "standard", name: "Standard", price: 60 }, {
      ...{ id: "express", name: "Express", price: 150 },
    }],
  }],
  coupons: [{ code: "SAVE", discount_type: "PERCENTAGE", discount_amount: 10 }],
};
const ADDRESS = { line1: "12 MG Road", city: "Bengaluru", state: "Karnataka", country_code: "IN" };

const itemsOf = (quantity: number) => [{ product_id: 1, variant_id: 11, quantity, price: 10 }];

/** The checkout of one session: each step changes what a read shows. */
const JOURNEY: readonly ((n: number, paymentId: string) => Sent)[] = [
  (n) => ({ method: "PUT", path: "/items", data: { items: itemsOf(n % 500 + 1) } }),
  () => ({ method: "POST", path: "/coupons", data: { code: "save" } }),
  (n) => ({
    method: "PUT",
    path: "/address",
    data: { ...ADDRESS, name: `Asha ${n}`, phone: "+919876543210", postal_code: "560001" },
  }),
  () => ({ method: "PUT", path: "/shipping-option", data: { id: "express" } }),
  (n) => ({ method: "PUT", path: "/buyer", data: { name: `Asha ${n}`, email: null } }),
  () => ({ method: "DELETE", path: "/coupons/SAVE" }),
  () => ({ method: "PUT", path: "/payment-method", data: { method: "COD" } }),
  (n) => ({ method: "PUT", path: "/items", data: { items: itemsOf(n % 700 + 2) } }),
  () => ({ method: "PUT", path: "/payment-method", data: { method: "PREPAID" } }),
  () => ({ method: "POST", path: "/payment" }),
  (_, paymentId) => ({ method: "POST", path: `/payment/${paymentId}/cancel` }),
  () => ({ method: "POST", path: "/payment" }),
  (_, paymentId) => ({
    method: "POST",
    path: `/payment/${paymentId}/result`,
    data: { status: "FAILED", reference: "declined" },
  }),
  () => ({ method: "POST", path: "/abandon" }),
];

/** A session as a read shows it, without the time that every read moves. */
function shown({ json: { data: { expires_at: _, ...session } } }: Received): unknown {
  return session;
}

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

Deno.test({
  name: `servers: ${STEPS} steps, each read at another server right after its answer: 0 stale`,
  ignore: isMissing,
  fn: () =>
    withCluster(postgres!, { size: SERVERS }, async (cluster) => {
      await seedShop(cluster, SHOP);
      const backend = new Backend(cluster);
      const stale: string[] = [];
      const readAfter = async (i: number, path: string, written: Received) => {
        const read = await backend.send(i % SERVERS, { method: "GET", path });
        const isSame = read.status === 200 &&
          JSON.stringify(shown(read)) === JSON.stringify(shown(written));
        if (!isSame) stale.push(`${path} at server ${i % SERVERS}: HTTP ${read.status}`);
      };
      let taken = 0;
      const checkout = async (n: number) => {
        const data = { shop_domain: "demo-store.example", items: itemsOf(1) };
        const made = await backend.send(n % SERVERS, { method: "POST", path: "/session", data });
        assert.equal(made.status, 201, JSON.stringify(made.json));
        const path = `/session/${made.json.data.session_id}`;
        // A cache keeps what is read a second time.
        for (let i = 0; i < 2 * SERVERS; i++) {
          await backend.send(i % SERVERS, { method: "GET", path });
        }
        let payment = "";
        for (const [turn, stepOf] of JOURNEY.entries()) {
          const step = stepOf(n + turn, payment);
          const at = n + turn;
          const done = await backend.send(at % SERVERS, { ...step, path: `${path}${step.path}` });
          assert.equal(done.status, 200, JSON.stringify([step, done.json]));
          payment = done.json.data.payment?.payment_id ?? "";
          await readAfter(at + 1 + turn % (SERVERS - 1), path, done);
          taken++;
        }
      };
      const beganMs = performance.now();
      await inParallel(Math.ceil(STEPS / JOURNEY.length), LANES, checkout);
      const ms = Math.round(performance.now() - beganMs);
      report("Reads at another server", { steps: taken, stale: stale.length, ms });
      assert.deepEqual(stale, []);
      assert.ok(taken >= STEPS);
    }),
});
