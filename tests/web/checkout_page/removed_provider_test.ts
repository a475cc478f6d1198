/** An account that was removed with its key and added again, at doubles of Stripe and Razorpay. */
import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { CalledBank } from "../../support/payments/banks.ts";
import { MINUTE_MS, seen } from "./at_provider.ts";
import { LinkedPage } from "./link.ts";
import { paid } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

/** Deletes the key, as one that is locked because the key of the secrets is lost. */
async function remove({ services: { providers }, merchant }: World) {
  const [account] = await providers.list(merchant);
  return await providers.remove(merchant, account!.id, { isAtOnce: true, by: OPERATOR });
}

async function addAgain({ services, merchant }: World, { kind, secrets }: CalledBank) {
  return await services.providers.add(merchant, { kind, livemode: true, secrets }, OPERATOR);
}

providerTest("what is paid after it was added again is an order", async (world, bank) => {
  const { services, clock } = world;
  const page = await LinkedPage.open(world);
  await page.post("pay", await seen(page));
  bank.fail("down");
  assert.equal((await remove(world)).lost.length, 1);
  bank.fail(null);
  await addAgain(world, bank);
  await bank.act(bank.latest(), "pay");
  clock.advance(10 * MINUTE_MS);
  await services.providerPayments.lookAtDue();
  const { order, payment } = await page.checkout.stored();
  assert.deepEqual([payment?.status, order?.late], ["PAID", false]);
});

providerTest("the money of its old orders can be given back again", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  await remove(world);
  assert.ok((await checkout.send("POST /refund", { amount: 100 })).status >= 400);
  await addAgain(world, bank);
  await checkout.step("POST /refund", { amount: 100 });
  assert.deepEqual(bank.ledger.givenBack(charge), [10_000]);
});

providerTest("an account of other payments takes over none of them", async (world, bank) => {
  await paid(world, bank);
  const { account } = await remove(world);
  // As another account answers, which is not named: it does not know the payment.
  const provider = await world.services.paymentProviders[bank.kind]();
  const { look } = provider;
  let looks = 0;
  provider.look = (access, page) => {
    looks += 1;
    return look.call(provider, access, { ...page, paymentId: "another" });
  };
  provider.identify = () => Promise.resolve({ account: null, livemode: true });
  await addAgain(world, bank);
  assert.equal(looks, 1);
  const accounts = await world.services.providers.list(world.merchant);
  assert.deepEqual(
    accounts.map(({ id, secret }) => [id === account.id, secret === null]),
    [[true, true], [false, false]],
  );
});
