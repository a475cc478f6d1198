/** A payment at a provider whose process dies at any point, and goes on in the next one. */
import assert from "node:assert/strict";
import { IS_WHOLE } from "../support/few.ts";
import { readRoot } from "../support/root.ts";
import { OPERATOR } from "../support/operator.ts";
import { Checkout } from "../web/api/checkout.ts";
import { FEW, KIND, RULES } from "../web/checkout_page/at_provider.ts";
import { withShop } from "../web/api/shop.ts";
import { CALLS, COMMITS, POINTS } from "./provider_points.ts";
import { ASKERS, DEEDS, finish, play, wrongWith } from "./provider_story.ts";

Deno.test("the points are the calls and the commits of the source", async () => {
  const calls = await readRoot("src/service/checkout/provider_payments.ts");
  const made = [...calls.matchAll(/\bprovider\.(\w+)\(/g)].map(([, name = ""]) => name);
  assert.deepEqual([...new Set(made)].sort(), [...CALLS].sort());
  const changes = await readRoot("src/domain/payment_change.ts");
  const kinds = [...changes.matchAll(/"(at-provider\.\w+)"/g)].map(([, kind = ""]) => kind);
  assert.deepEqual(kinds.sort(), [...COMMITS].sort());
});

class Died extends Error {}

Deno.test("a process that dies at any point leaves one order, or none and nothing held", () =>
  withShop(async (world) => {
    const { store, services, merchant, key } = world;
    await services.providers.add(merchant, { kind: KIND, livemode: true }, OPERATOR);
    const wrong: string[] = [];
    const reached = new Set<string>();
    for (const [i, point] of POINTS.entries()) {
      for (const [j, deed] of DEEDS.entries()) {
        const askers = IS_WHOLE ? ASKERS : [ASKERS[(i + j) % ASKERS.length]!];
        for (const asker of askers) {
          const { id: sessionId } = await Checkout.open(world, { items: FEW });
          const story = { sessionId, key, deed, asker };
          const die = () => {
            reached.add(point);
            throw new Died(point);
          };
          try {
            await play(store, { ...story, after: 0, point, die });
          } catch (error) {
            if (!(error instanceof Died)) throw error;
          }
          await finish(store, story);
          const found = await wrongWith(store, story);
          if (found !== null) wrong.push(`${point}, ${deed}, ${asker}: ${found}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(POINTS.filter((point) => !reached.has(point)), []);
    assert.equal(await services.unexpectedPayments.openCount(null), 0);
  }, { isDemo: true, rules: RULES }));
