/** Which hooks of Stripe and Razorpay are reasons to ask, and how often, by doubles of both. */
import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import type { CalledBank } from "../../support/payments/banks.ts";
import { lookAtDue, seen } from "./at_provider.ts";
import { LinkedPage } from "./link.ts";
import { paid } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

/** Takes signed hooks at once, and waits for what they cause. */
async function hooked(
  { services, merchant }: World,
  { kind }: CalledBank,
  hooks: readonly ReturnType<CalledBank["refundHook"]>[],
): Promise<void> {
  const read = (hook: typeof hooks[number]) =>
    services.providerHooks.read(merchant.domains[0]!, kind, hook);
  for (const hinted of await Promise.all(hooks.map(read))) {
    assert.ok(hinted);
    services.providerHooks.look(hinted);
  }
  await services.providerHooks.settled();
}

providerTest(
  "money of the shop is looked at after a hook, once in ten seconds; other money is not",
  async (world, bank) => {
    const { checkout, charge } = await paid(world, bank);
    const refunds = async () => (await checkout.stored()).order?.refunds.length;
    const other = bank.ledger.chargeElsewhere(5000, "INR");
    let asked = bank.requests.length;
    await hooked(world, bank, [1, 2, 3].map(() => bank.refundHook(other)));
    assert.equal(bank.requests.length, asked);
    for (const refund of [1, 2]) {
      bank.ledger.refundElsewhere(charge, 5000);
      await hooked(world, bank, [bank.refundHook(charge)]);
      assert.ok(bank.requests.length > asked);
      assert.equal(await refunds(), refund);
      asked = bank.requests.length;
      await hooked(world, bank, [bank.refundHook(charge), bank.refundHook(charge)]);
      assert.equal(bank.requests.length, asked);
      world.clock.advance(11_000);
    }
  },
);

providerTest(
  "of many hooks at once six are looked at, and the timer has the others next",
  async (world, bank) => {
    const hooks: ReturnType<CalledBank["hook"]>[] = [];
    for (let n = 0; n < 9; n++) {
      const page = await LinkedPage.open(world);
      assert.equal((await page.post("pay", await seen(page))).status, 200);
      await bank.act(bank.latest(), "pay");
      hooks.push(bank.hook(bank.latest()));
    }
    const ordered = async () =>
      (await world.store.sessions.counts(world.merchant.id))
        .find(({ session }) => session === "COMPLETED")?.count;
    await hooked(world, bank, hooks);
    assert.equal(await ordered(), 6);
    assert.equal(await lookAtDue(world), 3);
    assert.equal(await ordered(), 9);
  },
);
