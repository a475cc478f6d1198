import assert from "node:assert/strict";
import { clockOf, LACKS_FAKETIME, moveClock } from "../support/faketime.ts";
import { startServer, withFolder } from "../support/process.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";
import { busyShop } from "./shop.ts";

/** Clock corrections in minutes while the server runs; forward by less than a session's lifetime. */
const JUMPS = [30, -40, 45, -1440, 50, -10];
const MINUTE_MS = 60_000;
const CYCLES = rounds({ short: 1, whole: 10 });

Deno.test({
  name: "a clock that jumps forward and back: writes go on, what was acknowledged is there",
  ignore: LACKS_FAKETIME,
  fn: () =>
    withFolder(async (folder) => {
      const secret = await busyShop(folder);
      const clock = `${folder}/clock`;
      await moveClock(clock, 0);
      const server = await startServer(folder, ["--rate-limit", "1000000"], clockOf(clock));
      const load = new Load(secret);
      const order = await anOrder(load, server.url);
      const jumps = Array.from({ length: CYCLES }, () => JUMPS).flat();
      const lost: string[] = [];
      let sessions = 0;
      let offset = 0;
      for (const jump of jumps) {
        // In the middle of the load; what came before the jump is looked at after it.
        const upTo = load.acknowledged + 40;
        await load.run(server, () => load.acknowledged >= upTo);
        await moveClock(clock, (offset += jump) * MINUTE_MS);
        await load.run(server, () => load.acknowledged >= upTo + 40);
        const checked = await load.check(server);
        sessions += checked.sessions;
        lost.push(...checked.lost);
      }
      // Three hours on everything that was open has ended; what was bought has not.
      const open = await aSession(load, server.url);
      await moveClock(clock, (offset + 180) * MINUTE_MS);
      assert.equal((await load.call(server.url, { path: open })).status, 404);
      const bought = await load.call(server.url, { path: order });
      assert.equal(bought.body?.data?.session_state, "COMPLETED", JSON.stringify(bought.body));
      assert.equal(
        (await load.call(server.url, { path: await aSession(load, server.url) })).status,
        200,
      );
      report("clock", {
        jumps: jumps.length + 1,
        acknowledged: load.acknowledged,
        sessions,
        lost: lost.length,
      });
      assert.deepEqual(lost, []);
      assert.equal((await server.end("SIGTERM")).code, 0);
    }),
});

/** Makes a session; its path. */
async function aSession(load: Load, url: string): Promise<string> {
  const items = [{ product_id: 1, variant_id: 11, quantity: 1, price: 10 }];
  const data = { shop_domain: "demo-store.example", items };
  const { status, body } = await load.call(url, { path: "/session", method: "POST", data });
  assert.equal(status, 201, JSON.stringify(body));
  return `/session/${body.data.session_id}`;
}

/** Makes a session and pays for it; its path. */
async function anOrder(load: Load, url: string): Promise<string> {
  const path = await aSession(load, url);
  const started = await load.call(url, { path: `${path}/payment`, method: "POST" });
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const { payment_id, amount, currency } = started.body.data.payment;
  const paid = await load.call(url, {
    path: `${path}/payment/${payment_id}/result`,
    method: "POST",
    data: { status: "PAID", amount, currency, reference: "ref-1" },
  });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
  return path;
}
