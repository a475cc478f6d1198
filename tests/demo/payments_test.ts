import assert from "node:assert/strict";
import { demoPayments, seedDemo } from "../../src/service/shop/demo.ts";
import { demoShops } from "../../src/demo/demo.ts";
import { withWorld } from "../support/app.ts";
import { OPERATOR } from "../support/operator.ts";

Deno.test("demoPayments() gives a new demo shop the demo provider, and no shop from before", () =>
  withWorld(async ({ services }) => {
    const run = async () => {
      const demo = await seedDemo(services, demoShops(), OPERATOR);
      return { demo, isTaken: await demoPayments(services, demo, OPERATOR) };
    };
    const { demo: { merchant }, isTaken } = await run();
    const [account, ...others] = await services.providers.list(merchant);
    assert.deepEqual([isTaken, account?.kind, account?.livemode, others], [true, "demo", true, []]);
    assert.equal((await run()).isTaken, true);
    await services.providers.remove(merchant, account!.id, { isAtOnce: false, by: OPERATOR });
    assert.equal((await run()).isTaken, false);
    assert.equal((await services.providers.list(merchant)).length, 1);
  }, { merchant: { domains: ["other.example"] } }));
